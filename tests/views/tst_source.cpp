// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "tests/views/sourcetest.h"
#include "views/code/codemodel.h"
#include "views/code/sourcemodel.h"
#include "views/state/sumsquery.h"
#include "views/text/frametext.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QTableView>
#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

// Lines of source and what was spent at each.
class TstSource : public SourceTest {
    Q_OBJECT

private slots:
    void codeHasColoursForWhatItIsMadeOf_data() { addShades(); }

    void codeHasColoursForWhatItIsMadeOf()
    {
        QFETCH(Shade, shade);
        open("main:3#PATH main:3#PATH\n", write("a.c", "int main()\n{\n\treturn 1; // done\n}\n"));
        useShade(*m_state, shade);
        show("main");
        m_view->setCurrentIndex({});
        QFont large = m_view->font(); // letters of small fonts may not reach their whole colour
        large.setPixelSize(24);
        m_view->setFont(large);
        const QImage picture = pictureOf(*m_panel, {700, 300});
        keepPicture(picture, QStringLiteral("source"));
        const auto has = [&](SyntaxKind kind) {
            const QRgb colour = syntaxColour(m_state->theme(), kind).rgb();
            for (int y = 0; y < picture.height(); ++y) {
                for (int x = 0; x < picture.width(); ++x) {
                    if (picture.pixel(x, y) == colour)
                        return true;
                }
            }
            return false;
        };
        QVERIFY(has(SyntaxKind::Comment));
        QVERIFY(has(SyntaxKind::Keyword));
        QVERIFY(has(SyntaxKind::Number));
        QVERIFY(!has(SyntaxKind::String));
    }

    void theLinesOfTheFunctionsFileAreShownWithWhatWasSpentAtEach()
    {
        const QString path = write("a.c", "int main()\n{\n\twork();\n\tmore();\n}\n");
        open("main:3#PATH main:3#PATH main:4#PATH main:4#PATH\n"
             "work:1#PATH work:1#PATH .           .\n",
             path);
        const QAbstractItemModelTester tester(m_view->model());
        show("main");
        QCOMPARE(rows(),
                 QStringLiteral("1|20.0 ms|20.0 ms|int main()\n"
                                "2|||{\n"
                                "3||20.0 ms|        work();\n"
                                "4|10.0 ms|10.0 ms|        more();\n"
                                "5|||}\n"));
        QCOMPARE(title(), path + QStringLiteral("  ·  main"));
        QCOMPARE(notice(), QString());
    }

    void itGoesToTheHottestLineOfTheFunction()
    {
        const QString path = write("a.c", QByteArray(300, '\n'));
        open("f:7#PATH f:7#PATH f:200#PATH f:9#PATH\n"
             "g:250#PATH .       .          .\n",
             path);
        show("f");
        QCOMPARE(currentLine(), 7U); // 10 ms itself and 10 ms in g
        show("g");
        QCOMPARE(currentLine(), 250U);
        QVERIFY(!m_view->visibleRegion().isEmpty());
        QVERIFY(m_view->viewport()->rect().contains(m_view->visualRect(m_view->currentIndex())));
    }

    // A single sample of the caller's own is not what its reader looks for.
    void itGoesToWhatACallerCalls()
    {
        const QString path = write("a.c", QByteArray(300, '\n'));
        open("f:7#PATH f:200#PATH f:200#PATH f:200#PATH\n"
             ".        g:250#PATH g:250#PATH g:250#PATH\n",
             path);
        show("f");
        QCOMPARE(currentLine(), 200U);
    }

    void hotLinesFollowEachOtherAroundTheEnds()
    {
        const QString path = write("a.c", QByteArray(400, '\n'));
        open("0 10 30 1030 2030\n"
             "f:300#PATH f:20#PATH f:200#PATH f:100#PATH f:1#PATH\n",
             path);
        show("f");
        QCOMPARE(currentLine(), 100U);
        const auto step = [&](Direction direction) {
            m_panel->stepToHotRow(direction);
            return currentLine();
        };
        QCOMPARE(step(Direction::Forward), 200U);
        QCOMPARE(step(Direction::Forward), 300U); // a hundredth of the hottest
        QCOMPARE(step(Direction::Forward), 20U);
        QCOMPARE(step(Direction::Backward), 300U);
    }

    void rangeThreadsAndFiltersCount()
    {
        const QString path = write("a.c", "1\n2\n3\n");
        open("f:1#PATH f:1#PATH f:2#PATH f:2#PATH\n"
             "g:3#PATH .        .        .\n",
             path);
        show("f");
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(5'000'000), timestampFromNs(25'000'000)});
        EMBER_TRY(
            rows()
            == QStringLiteral("1|10.0 ms|15.0 ms|1\n2|5.00 ms|5.00 ms|2\n3|5.00 ms|5.00 ms|3\n"));
        m_state->sums().filters().add({CallAction::Merge, {CallTest::By::Name, "g"}});
        EMBER_TRY(rows() == QStringLiteral("1|15.0 ms|15.0 ms|1\n2|5.00 ms|5.00 ms|2\n3|||3\n"));
    }

    void theReadersPlaceStaysWhenTheFiguresChange()
    {
        const QString path = write("a.c", QByteArray(300, '\n'));
        open("f:7#PATH f:7#PATH f:200#PATH f:9#PATH\n", path);
        show("f");
        m_panel->stepToHotRow(Direction::Backward);
        QCOMPARE(currentLine(), 200U);
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(0), timestampFromNs(10'000'000)});
        EMBER_TRY(m_view->model()->index(6, SourceModel::Self).data().toString()
                  == QStringLiteral("10.0 ms"));
        QCOMPARE(currentLine(), 200U);
    }

    void pathsAreShownWithoutDetours()
    {
        open("f:1#/nowhere/build/../a.c f:1#/nowhere/build/../a.c\n", {});
        show("f");
        QCOMPARE(title(), QStringLiteral("/nowhere/a.c  ·  f"));
        QCOMPARE(placeText(*m_state->spans()->profile(), m_state->selection().function()),
                 QStringLiteral("/nowhere/a.c:1"));
        const QString url = QStringLiteral("webpack:///./src/../a.js");
        QCOMPARE(cleanedPath(url), url);
    }

    void timeAtNoKnownLineIsCounted()
    {
        const QString path = write("a.c", "a\n");
        open("f:1#PATH f#PATH f#PATH\n", path);
        show("f");
        QCOMPARE(notice(), QStringLiteral("10.0 ms in this file are at no known line."));
    }

    void anotherProfileHasNothingToShowYet()
    {
        const QString path = write("a.c", "a\n");
        open("f:1#PATH f:1#PATH\n", path);
        show("f");
        m_state->open(buildSpans(textProfile("x x\n")));
        QVERIFY(m_view->isHidden());
        QVERIFY(!m_panel->place());
        QCOMPARE(title(), QString());
        const auto *hint = m_panel->findChild<QLabel *>(QStringLiteral("codeHint"));
        QVERIFY(hint->isVisibleTo(m_panel));
        QVERIFY(hint->text().startsWith(QStringLiteral("Choose a function")));
        QVERIFY(hint->wordWrap());
    }

    // The selection stays empty, and what was shown so stays until a function is selected.
    void withoutASelectedFunctionTheHottestWithSourceIsShown()
    {
        const QString path = write("a.c", "a\nb\n");
        open("f:1#PATH f:1#PATH f:1#PATH f:1#PATH f:1#PATH\n"
             "g:2#PATH g:2#PATH .        x        x\n",
             path);
        EMBER_TRY(title() == path + QStringLiteral("  ·  g"));
        QCOMPARE(currentLine(), 2U);
        QVERIFY(!m_state->selection().function().isValid());
        QVERIFY(!m_panel->findChild<QLabel *>(QStringLiteral("codeHint"))->isVisibleTo(m_panel));
        show("f");
        QCOMPARE(title(), path + QStringLiteral("  ·  f"));
    }

    void figuresCanBeReadOnTheirBars()
    {
        for (const Shade shade : {Shade::Light, Shade::Dark}) {
            const QPalette palette = paletteFor(shade);
            const QColor heat = heatColour(theme(shade), palette.base().color());
            QVERIFY(contrast(palette.text().color().rgb(), heat.rgb()) >= 4.5);
        }
    }

    void itIsPaintedInBothShades_data() { addShades(); }

    void itIsPaintedInBothShades()
    {
        QFETCH(Shade, shade);
        const QString path = write("a.c", "int main()\n{\n\twork();\n\tmore();\n}\n");
        open("main:3#PATH main:3#PATH main:4#PATH main:4#PATH\n"
             "work:1#PATH work:1#PATH .           .\n",
             path);
        useShade(*m_state, shade);
        show("main");
        m_view->clearSelection();
        const QImage picture = pictureOf(*m_panel, {800, 400});
        keepPicture(picture, QStringLiteral("source"));
        const QRect cell =
            m_view->visualRect(m_view->model()->index(0, SourceModel::Self)).adjusted(2, 2, 0, 0);
        const QColor bar = picture.pixelColor(m_view->viewport()->mapTo(m_panel, cell.topLeft()));
        QCOMPARE(bar, heatColour(theme(shade), m_view->palette().base().color()));
    }
};

EMBER_TEST(TstSource)
#include "tst_source.moc"
