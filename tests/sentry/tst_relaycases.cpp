// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/validatechunk.h"
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;
using namespace ember::model::sentry;
using namespace ember::tests;
using nlohmann::json;

// The reference cases: each breaks one rule, or shows what one allows.
class TstRelayCases : public QObject {
    Q_OBJECT

private slots:
    void everyCaseGetsRelaysVerdict_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("expected");
        const auto folder = referenceData(QStringLiteral("sentry/cases"));
        for (const auto &row : expectedVerdicts(folder + QLatin1String("/VERDICTS.tsv")))
            QTest::newRow(qPrintable(row.file)) << QString(folder + u'/' + row.file) << row.reason;
        if (folder.isEmpty())
            QTest::newRow("no reference data") << QString() << QString();
    }

    void everyCaseGetsRelaysVerdict()
    {
        QFETCH(QString, path);
        QFETCH(QString, expected);
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto verdict = judged(path);
        QCOMPARE(verdict.isAccepted() ? QStringLiteral("accepted")
                                      : QString::fromLatin1(reasonName(verdict.rejection->reason)),
                 expected);
        if (!json::accept(fileBytes(path).view()))
            QVERIFY2(QString::fromStdString(verdict.rejection->detail)
                         .contains(QStringLiteral("(byte ")),
                     verdict.rejection->detail.c_str());
    }

    void whatSentryWouldKeepEqualsTheReference_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("kept");
        const auto folder = referenceData(QStringLiteral("sentry/cases"));
        for (const auto &row : expectedVerdicts(folder + QLatin1String("/VERDICTS.tsv"))) {
            if (row.reason == QLatin1String("accepted"))
                QTest::newRow(qPrintable(row.file))
                    << QString(folder + u'/' + row.file)
                    << QString(folder + QLatin1String("/normalised/") + row.file);
        }
        if (folder.isEmpty())
            QTest::newRow("no reference data") << QString() << QString();
    }

    void whatSentryWouldKeepEqualsTheReference()
    {
        QFETCH(QString, path);
        QFETCH(QString, kept);
        if (path.isEmpty())
            QSKIP("no reference data");
        const auto ours = json::parse(judged(path).normalised, nullptr, false);
        const auto theirs = jsonFile(kept);
        QVERIFY2(ours == theirs, json::diff(theirs, ours).dump().c_str());
    }

private:
    static FileVerdict judged(const QString &path)
    {
        const auto bytes = fileBytes(path);
        return validate(bytes.view(), "case", {.keepNormalised = KeepNormalised::Yes}).front();
    }
};

EMBER_TEST(TstRelayCases)
#include "tst_relaycases.moc"
