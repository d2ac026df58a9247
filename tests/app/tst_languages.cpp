// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/languages.h"
#include "tests/support/testmain.h"

#include <QCoreApplication>
#include <QDirIterator>
#include <QFile>
#include <QTest>
#include <QTranslator>
#include <QXmlStreamReader>

using namespace ember::app;

class TstLanguages : public QObject {
    Q_OBJECT
private slots:
    void everyStringOfTheGermanCatalogueIsFinished()
    {
        QFile file(QStringLiteral(EMBER_SOURCE_DIR "/translations/emberchart_de.ts"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        int messages = 0;
        QString source;
        while (!xml.atEnd()) {
            xml.readNext();
            if (!xml.isStartElement())
                continue;
            if (xml.name() == QLatin1String("source"))
                source = xml.readElementText();
            if (xml.name() != QLatin1String("translation"))
                continue;
            ++messages;
            QVERIFY2(!xml.attributes().hasAttribute(QLatin1String("type")), qPrintable(source));
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            QVERIFY2(!text.trimmed().isEmpty(), qPrintable(source));
        }
        QVERIFY(messages > 300);
    }

    void placeholdersSurviveTranslation()
    {
        QFile file(QStringLiteral(EMBER_SOURCE_DIR "/translations/emberchart_de.ts"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        QString source;
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement() && xml.name() == QLatin1String("source"))
                source = xml.readElementText();
            if (!xml.isStartElement() || xml.name() != QLatin1String("translation"))
                continue;
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            for (const QString &mark : {QStringLiteral("%1"), QStringLiteral("%2"),
                                        QStringLiteral("%3"), QStringLiteral("%n")})
                QVERIFY2(source.contains(mark) == text.contains(mark), qPrintable(source));
        }
    }

    void germanIsSpokenWhenItIsLoaded()
    {
        const auto translate = [](const char *context, const char *text, int number = -1) {
            return QCoreApplication::translate(context, text, nullptr, number);
        };
        installLanguage(QLocale(QLocale::German));
        QCOMPARE(translate("ember::app::StartPage", "Open a Folder…"),
                 QStringLiteral("Ordner öffnen …"));
        QCOMPARE(translate("ember::app::ErrorText", "opened with %n warning(s)", 1),
                 QStringLiteral("mit 1 Warnung geöffnet"));
        QCOMPARE(translate("ember::app::ErrorText", "opened with %n warning(s)", 3),
                 QStringLiteral("mit 3 Warnungen geöffnet"));
        for (QTranslator *translator : QCoreApplication::instance()->findChildren<QTranslator *>())
            delete translator;
        QCOMPARE(translate("ember::app::StartPage", "Open a Folder…"),
                 QString::fromUtf8("Open a Folder…"));
    }

    void englishKnowsItsPlurals()
    {
        installLanguage(QLocale(QLocale::C));
        QCOMPARE(QCoreApplication::translate("ember::app::ErrorText", "opened with %n warning(s)",
                                             nullptr, 1),
                 QStringLiteral("opened with 1 warning"));
        const auto missed = [](int ticks) {
            return QCoreApplication::translate("AnswerTexts", "%Ln tick(s) missed, of %1.", nullptr,
                                               ticks);
        };
        QCOMPARE(missed(1), QStringLiteral("1 tick of %1 was missed."));
        QCOMPARE(missed(2), QStringLiteral("2 ticks of %1 were missed."));
        for (QTranslator *translator : QCoreApplication::instance()->findChildren<QTranslator *>())
            delete translator;
    }
};

EMBER_TEST(TstLanguages)
#include "tst_languages.moc"
