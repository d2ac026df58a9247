// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QElapsedTimer>
#include <QHelpEvent>
#include <QLabel>
#include <QMenu>
#include <QPixmap>
#include <QStandardItemModel>
#include <QTableView>
#include <QTest>
#include <QTextDocument>
#include <QToolTip>

using namespace ember::views;

namespace {

const QString templated = QStringLiteral("parse<Table>(std::vector<Style> const&)");
const QString withPicture = QStringLiteral("<img src='file:///dev/zero'>  two &lt; spaces");

// What a reader sees of a tip.
QString seen(const QString &tip)
{
    if (!Qt::mightBeRichText(tip))
        return tip;
    QTextDocument document;
    document.setHtml(tip);
    return document.toPlainText();
}

QString tipOf(QWidget &widget, const QPoint &position = {2, 2})
{
    QToolTip::hideText();
    QHelpEvent event(QEvent::ToolTip, position, widget.mapToGlobal(position));
    QCoreApplication::sendEvent(&widget, &event);
    return QToolTip::text();
}

} // namespace

class TstPlainTexts : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { keepTextsPlain(); }

    void aTextIsCutWhereItIsToBe()
    {
        const QString text = QString(700, QLatin1Char('a')) + QString(700, QLatin1Char('b'));
        QCOMPARE(shortened(text), QString(599, QLatin1Char('a')) + QChar(0x2026));
        QCOMPARE(shortened(text, Qt::ElideLeft), QChar(0x2026) + QString(599, QLatin1Char('b')));
        QCOMPARE(shortened(text, Qt::ElideMiddle),
                 QString(300, QLatin1Char('a')) + QChar(0x2026) + QString(299, QLatin1Char('b')));
        QCOMPARE(shortened(text.left(600)), text.left(600));
        QCOMPARE(shortened(QString()), QString());
    }

    // A letter of two code units is there or not.
    void noHalfLetterIsLeft()
    {
        const QString flame = QString::fromUtf8("\xf0\x9f\x94\xa5");
        for (const int before : {0, 1}) {
            const QString text = QString(before, QLatin1Char('a')) + flame.repeated(400)
                + QString(before, QLatin1Char('a'));
            for (const auto cut : {Qt::ElideLeft, Qt::ElideMiddle, Qt::ElideRight}) {
                const QString shown = shortened(text, cut);
                QVERIFY(shown.size() <= mostLetters);
                QCOMPARE(QString::fromUtf8(shown.toUtf8()), shown);
            }
        }
    }

    void linesAreCutEachAndSoAreTheyAll()
    {
        const QString line(1000, QLatin1Char('a'));
        const QString text = shortenedLines(QStringList(5, line).join(QLatin1Char('\n')), 3);
        QCOMPARE(text.split(QLatin1Char('\n')),
                 (QStringList{shortened(line), shortened(line), shortened(line),
                              QString(QChar(0x2026))}));
        QCOMPARE(shortenedLines(QStringLiteral("a\n\nb")), QStringLiteral("a\n\nb"));
    }

    void aTipSaysWhatTheTextSays_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("plain") << QStringLiteral("a < b & c");
        QTest::newRow("a template") << templated;
        QTest::newRow("a picture") << withPicture;
        QTest::newRow("lines") << templated + QStringLiteral("\n  ") + withPicture;
        QTest::newRow("a document") << QStringLiteral("<!DOCTYPE html>\n<b>x</b>");
        QTest::newRow("an entity") << QStringLiteral("&lt;b&gt;");
        QTest::newRow("a wide one") << QStringLiteral("word ").repeated(60).trimmed();
    }

    void aTipSaysWhatTheTextSays()
    {
        QFETCH(QString, text);
        QCOMPARE(seen(tipText(text)), text);
        QVERIFY(!tipText(text).contains(QStringLiteral("<img")));
    }

    void tipsOfRowsAndHeadersAndWidgetsAreThose()
    {
        QStandardItemModel model(1, 1);
        model.setData(model.index(0, 0), templated);
        model.setData(model.index(0, 0), templated, Qt::ToolTipRole);
        model.setHeaderData(0, Qt::Horizontal, withPicture, Qt::ToolTipRole);
        QTableView view;
        styleTable(view);
        view.setModel(&model);
        view.setToolTip(QStringLiteral("not this"));
        view.resize(300, 200);
        view.show();
        QCOMPARE(seen(tipOf(*view.viewport(), view.visualRect(model.index(0, 0)).center())),
                 templated);
        QCOMPARE(seen(tipOf(*view.horizontalHeader()->viewport())), withPicture);
        view.setToolTip(withPicture);
        QCOMPARE(seen(tipOf(*view.viewport(), {290, 190})), withPicture); // where no row is
        QLabel label(QStringLiteral("text"));
        label.setToolTip(QString(100'000, QLatin1Char('x')));
        QCOMPARE(seen(tipOf(label)).size(), mostLetters);
        QMenu menu;
        menu.setToolTipsVisible(true);
        QAction *action = menu.addAction(QStringLiteral("one"));
        action->setToolTip(templated);
        menu.show();
        QCOMPARE(seen(tipOf(menu, menu.actionGeometry(action).center())), templated);
    }

    void labelsArePlainUnlessTheyAreToBeRich()
    {
        QLabel plain(withPicture);
        QLabel rich(QStringLiteral("<b>ours</b>"));
        rich.setTextFormat(Qt::RichText);
        plain.show();
        rich.show();
        QCOMPARE(plain.textFormat(), Qt::PlainText);
        QCOMPARE(plain.text(), withPicture);
        QCOMPARE(rich.textFormat(), Qt::RichText);
    }

    void aCellDrawsWhatCanBeSeenOfItsText()
    {
        class Texts : public ShortTexts {
        public:
            using ShortTexts::ShortTexts;

            QString drawn(const QModelIndex &index) const
            {
                QStyleOptionViewItem option;
                initStyleOption(&option, index);
                return option.text;
            }
        };
        QStandardItemModel model(1, 1);
        const QString name(1'000'000, QLatin1Char('x'));
        model.setData(model.index(0, 0), name);
        QCOMPARE(Texts(mostLetters, nullptr).drawn(model.index(0, 0)).size(), mostLetters);
        QCOMPARE(model.index(0, 0).data().toString(), name);
    }
};

EMBER_TEST(TstPlainTexts)
#include "tst_plaintexts.moc"
