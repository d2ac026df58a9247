// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/patience.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/graphtest.h"
#include "views/search/searchbar.h"

#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

#include <cmath>
#include <string>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

// Ways through a flame graph: by pointer, keys, wheel and search.
class TstGraphSteps : public GraphTest {
    Q_OBJECT

private slots:
    void doubleClickZoomsAndEscapeComesBack()
    {
        show(textProfile(picture));
        QTest::mouseDClick(&graph(), Qt::LeftButton, {}, pointOf(1, 1));
        QVERIFY(!zoom().showsAll());
        QCOMPARE(row(1), QStringLiteral("c 20%")); // b is beside the window
        QCOMPARE(name(*graph().viewport().selected()), QStringLiteral("c"));
        QCOMPARE(std::lround(graph().viewport().rectOf(*graph().viewport().selected()).width()),
                 long(graph().viewport().size().width()));
        QTest::keyClick(&graph(), Qt::Key_Escape);
        QVERIFY(zoom().showsAll());
        QVERIFY(graph().viewport().selected());
        QTest::keyClick(&graph(), Qt::Key_Escape);
        QVERIFY(!graph().viewport().selected());
    }

    void backUndoesAnyZoom()
    {
        show(textProfile(picture));
        const auto undo = [&] {
            const auto closer = zoom().visible();
            QVERIFY(!zoom().showsAll());
            QTest::keyClick(&graph(), Qt::Key_Left, Qt::AltModifier);
            QVERIFY(zoom().showsAll());
            QTest::keyClick(&graph(), Qt::Key_Right, Qt::AltModifier);
            QVERIFY(zoom().visible() == closer);
            QTest::keyClick(&graph(), Qt::Key_Left, Qt::AltModifier);
        };
        QVERIFY(!graph().perform(ChartAction::HistoryBack)); // another view's, perhaps
        QTest::mouseDClick(&graph(), Qt::LeftButton, {}, pointOf(1, 1));
        undo();
        QTest::keyClick(&graph(), Qt::Key_W);
        QTest::keyClick(&graph(), Qt::Key_W);
        undo();
        const QPointF at(200, 5);
        QWheelEvent wheel(at, graph().mapToGlobal(at), {}, {0, 240}, Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&graph(), &wheel);
        undo();
    }

    void theZoomGoesWithTheCallsToAnotherRange()
    {
        show(textProfile(picture));
        QTest::mouseDClick(&graph(), Qt::LeftButton, {}, pointOf(1, 1));
        // Without the first sample, b has 30 and c 10 of 40 milliseconds.
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(10'000'000), timestampFromNs(50'000'000)});
        EMBER_TRY(row(1) == QStringLiteral("c 25%"));
        QCOMPARE(name(*graph().viewport().selected()), QStringLiteral("c"));
        QCOMPARE(zoom().visible().duration(), wholeGraph.duration() / 4);
    }

    void screenReadersAreToldTheSelectedCall()
    {
        show(textProfile(picture));
        const QAccessibleInterface *told = QAccessible::queryAccessibleInterface(&graph());
        QCOMPARE(told->role(), QAccessible::Chart);
        QCOMPARE(told->text(QAccessible::Name), QStringLiteral("Flame graph"));
        const QString general = told->text(QAccessible::Description);
        QVERIFY(general.contains(QLatin1String("arrow keys")));
        QTest::keyClick(&graph(), Qt::Key_Down);
        QTest::keyClick(&graph(), Qt::Key_Down);
        QCOMPARE(told->text(QAccessible::Description), QStringLiteral("b, 40.0 ms, 80.0 %"));
        QTest::keyClick(&graph(), Qt::Key_Escape);
        QCOMPARE(told->text(QAccessible::Description), general);
    }

    void screenReadersAreToldTheBoxes()
    {
        show(textProfile(picture));
        QAccessibleInterface *told = QAccessible::queryAccessibleInterface(&graph());
        QCOMPARE(told->childCount(), 6 + 1); // and a scroll bar
        QCOMPARE(told->indexOfChild(told->child(6)), 6);
        QAccessibleInterface *box = told->child(1);
        QCOMPARE(told->indexOfChild(box), 1);
        QCOMPARE(box->parent(), told);
        QCOMPARE(box->role(), QAccessible::ListItem);
        QCOMPARE(box->text(QAccessible::Name), QStringLiteral("b, 40.0 ms, 80.0 %"));
        const QString details = box->text(QAccessible::Description);
        QVERIFY2(details.contains(QLatin1String("self 10.0 ms (20.0 %)")), qPrintable(details));
        const QPoint inside = graph().mapToGlobal(pointOf(1, 0));
        QVERIFY(box->rect().contains(inside));
        QCOMPARE(box->rect().width(), std::ceil(graph().viewport().size().width() * 0.8));
        QCOMPARE(told->childAt(inside.x(), inside.y()), box);
        QVERIFY(!box->state().selected);
        box->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(selectedName(), QStringLiteral("b"));
        QVERIFY(box->state().selected);
        // Those of another tree are others.
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(10'000'000), timestampFromNs(50'000'000)});
        EMBER_TRY(row(1) == QStringLiteral("b 75% c 25%"));
        QVERIFY(!box->isValid());
        QVERIFY(box->text(QAccessible::Name).isEmpty());
        QCOMPARE(told->child(1)->text(QAccessible::Name), QStringLiteral("b, 30.0 ms, 75.0 %"));
        QVERIFY(told->child(1)->state().selected);
    }

    void screenReadersAreToldAsManyBoxesAsCanBeTold()
    {
        std::string text;
        for (int sample = 0; sample < 700; ++sample)
            text += "all ";
        text += '\n';
        for (int sample = 0; sample < 700; ++sample)
            text += "f" + std::to_string(sample) + ' ';
        text += '\n';
        show(textProfile(text), {2000, 400});
        QCOMPARE(graph().visibleBoxes().size(), GraphWidget::mostAccessibleBoxes);
    }

    void keysWalkZoomAndPan()
    {
        show(textProfile(picture));
        QTest::keyClick(&graph(), Qt::Key_Down);
        QCOMPARE(selectedName(), QStringLiteral("a"));
        QTest::keyClick(&graph(), Qt::Key_Down);
        QCOMPARE(selectedName(), QStringLiteral("b"));
        QTest::keyClick(&graph(), Qt::Key_Right);
        QCOMPARE(selectedName(), QStringLiteral("c"));
        QTest::keyClick(&graph(), Qt::Key_Left);
        QCOMPARE(selectedName(), QStringLiteral("b"));
        QTest::keyClick(&graph(), Qt::Key_Up);
        QCOMPARE(selectedName(), QStringLiteral("a"));
        QStringList walked;
        for (int step = 0; step < 6; ++step) {
            QTest::keyClick(&graph(), Qt::Key_Down, Qt::ShiftModifier);
            walked << selectedName();
        }
        QCOMPARE(walked.join(QLatin1Char(' ')), QStringLiteral("b c b d c a"));
        QTest::keyClick(&graph(), Qt::Key_W);
        const auto closer = zoom().visible();
        QVERIFY(closer.duration() < wholeGraph.duration());
        QTest::keyClick(&graph(), Qt::Key_D);
        QVERIFY(zoom().visible().start > closer.start);
        QTest::keyClick(&graph(), Qt::Key_0);
        QVERIFY(zoom().showsAll());
        QTest::keyClick(&graph(), Qt::Key_Backspace);
        QVERIFY(!zoom().showsAll());
    }

    void theWheelZoomsAtThePointer()
    {
        show(textProfile(picture));
        const QPointF at(graph().viewport().size().width(), 5);
        QWheelEvent wheel(at, graph().mapToGlobal(at), {}, {0, 240}, Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&graph(), &wheel);
        QVERIFY(zoom().visible().start > wholeGraph.start);
        QVERIFY(wholeGraph.end - zoom().visible().end < wholeGraph.duration() / 1000);
    }

    void theSearchStepsAndTellsItsShare()
    {
        show(textProfile(picture));
        m_state->selection().setSearchText(QStringLiteral("c"));
        EMBER_TRY(footer().contains(QStringLiteral("The search matches 40.0 %")));
        QTest::keyClick(&graph(), Qt::Key_N);
        QCOMPARE(selectedName(), QStringLiteral("c"));
        const auto first = graph().viewport().selected();
        QTest::keyClick(&graph(), Qt::Key_N);
        QCOMPARE(selectedName(), QStringLiteral("c"));
        QVERIFY(graph().viewport().selected() != first);
        QTest::keyClick(&graph(), Qt::Key_N);
        QVERIFY(graph().viewport().selected() == first);
    }

    // Row by row, as it is read; in the search field as well as by its key in the graph.
    void enterInTheSearchStepsThroughTheBoxesOfTheGraph()
    {
        show(textProfile("a a a a m m\n"
                         "b b b m . .\n"
                         "m . . . . .\n"));
        Searcher searcher(*m_state);
        SearchBar bar(*m_state, searcher);
        bar.setView(m_panel);
        auto *text = bar.findChild<QLineEdit *>();
        const auto *count = bar.findChild<QLabel *>();
        text->setText(QStringLiteral("m"));
        EMBER_TRY_COMPARE(count->text(), QStringLiteral("3 matches"));
        for (const std::size_t depth : {0U, 1U, 2U, 0U}) {
            QTest::keyClick(text, Qt::Key_Return);
            QCOMPARE(selectedName(), QStringLiteral("m"));
            QCOMPARE(rowOf(*graph().viewport().tree(), *graph().viewport().selected()), depth);
        }
        QCOMPARE(count->text(), QStringLiteral("1 of 3"));
        QTest::keyClick(text, Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE(count->text(), QStringLiteral("3 of 3"));
        QVERIFY(!m_state->selection().box()); // the chart stays
        QVERIFY(zoom().showsAll());
        // From a box that is no match, it is the next one that is read.
        graph().viewport().select(graph().viewport().layout().rows()[1].front().node);
        QCOMPARE(count->text(), QStringLiteral("3 matches"));
        QTest::keyClick(&graph(), Qt::Key_N);
        QCOMPARE(count->text(), QStringLiteral("2 of 3"));
        bar.setView(nullptr);
        QTest::keyClick(text, Qt::Key_Return);
        EMBER_TRY(m_state->selection().box().has_value());
    }

    void aMatchThatNoWindowHasAPixelForIsFound()
    {
        std::string roots;
        std::string leaves;
        for (int sample = 0; sample < 9'000; ++sample) {
            roots += "a ";
            leaves += sample == 5'000 ? "m " : sample % 2 == 0 ? "b " : "c ";
        }
        show(textProfile(roots + "a\n" + leaves + "b\n"), {400, 400});
        m_state->selection().setSearchText(QStringLiteral("m"));
        EMBER_TRY(m_state->selection().matches().isActive());
        QCOMPARE(graph().viewport().matches().size(), std::size_t(1));
        QTest::keyClick(&graph(), Qt::Key_N);
        QCOMPARE(selectedName(), QStringLiteral("m"));
        QVERIFY(graph().viewport().rectOf(*graph().viewport().selected()).width() >= 8);
    }

    void aMatchIsShownSoThatItCanBeRead()
    {
        std::string roots;
        std::string leaves;
        for (int sample = 0; sample < 999; ++sample) {
            roots += "a ";
            leaves += ". ";
        }
        show(textProfile(roots + "a a a\n" + leaves + "m b .\n" + leaves + ". am .\n"), {400, 400});
        m_state->selection().setSearchText(QStringLiteral("m"));
        EMBER_TRY(m_state->selection().matches().isActive());
        const auto seen = [&] {
            const QRectF place = graph().viewport().rectOf(*graph().viewport().selected());
            return place.intersected(QRectF({}, graph().viewport().size()));
        };
        for (int step = 0; step < 2; ++step) { // both are too narrow to be drawn at first
            QTest::keyClick(&graph(), Qt::Key_N);
            QVERIFY(selectedName().endsWith(QLatin1Char('m')));
            QVERIFY2(seen().width() >= 8, qPrintable(QString::number(seen().width())));
        }
        QTest::keyClick(&graph(), Qt::Key_Escape); // one step leads back
        QVERIFY(zoom().showsAll());
        // One that is wider than the window has it.
        m_state->selection().setSearchText(QStringLiteral("a"));
        EMBER_TRY(m_state->selection().matches().text == QStringLiteral("a"));
        graph().viewport().select(std::nullopt);
        graph().viewport().fit(graph().viewport().layout().rows()[0].front().node);
        zoom().show({wholeGraph.start, wholeGraph.start + wholeGraph.duration() / 50});
        QTest::keyClick(&graph(), Qt::Key_N);
        QCOMPARE(selectedName(), QStringLiteral("a"));
        QVERIFY(zoom().showsAll());
    }

    void rootsCanBeAtTheBottom()
    {
        show(textProfile(picture));
        QCOMPARE(graph().viewport().topOf(0), 0);
        panelTool(QStringLiteral("upwards")).click();
        QCOMPARE(graph().viewport().topOf(0), graph().height() - GraphViewport::rowHeight);
        QTest::keyClick(&graph(), Qt::Key_Up);
        QTest::keyClick(&graph(), Qt::Key_Up);
        QCOMPARE(selectedName(), QStringLiteral("b"));
        const auto hit = graph().viewport().hitAt(pointOf(1, 0));
        QVERIFY(hit && hit->row == 1);
    }
};

EMBER_TEST(TstGraphSteps)
#include "tst_graphsteps.moc"
