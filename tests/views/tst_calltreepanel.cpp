// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/program.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "tests/views/watchedpanel.h"
#include "views/tables/calltreemodel.h"
#include "views/tables/calltreepanel.h"
#include "views/tables/deeptree.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

constexpr auto failingModelTester = QAbstractItemModelTester::FailureReportingMode::QtTest;
constexpr auto treePicture = "a a a a a a\n"
                             "b c b b b .\n"
                             "c . b d . .\n";

// Each sample of a function of its own, the first and the last of "needle…".
ProfilePointer manyRoots(int count)
{
    ProfileBuilder builder;
    const auto thread = builder.addThread({});
    for (int row = 0; row < count; ++row) {
        Function function;
        const bool isNeedle = row == 0 || row == count - 1;
        function.name = builder.string((isNeedle ? "needle" : "hay") + std::to_string(row));
        Frame frame;
        frame.function = builder.function(function);
        builder.addSample(thread,
                          {timestampFromNs(row * 1'000'000LL),
                           builder.stack(emptyStack, builder.frame(frame)),
                           {}});
    }
    // The last sample has no duration.
    builder.addSample(thread, {timestampFromNs(count * 1'000'000LL), emptyStack, {}});
    return builder.snapshot();
}

// "caller" with so many callees, of which the seventh took most, and "other".
ProfilePointer manyCallees(int count)
{
    ProfileBuilder builder;
    const auto thread = builder.addThread({});
    const auto call = [&](StackIndex caller, const std::string &name) {
        Function function;
        function.name = builder.string(name);
        Frame frame;
        frame.function = builder.function(function);
        return builder.stack(caller, builder.frame(frame));
    };
    std::int64_t time = 0;
    const auto caller = call(emptyStack, "caller");
    for (int row = 0; row < count; ++row) {
        builder.addSample(
            thread, {timestampFromNs(time), call(caller, "callee" + std::to_string(row)), {}});
        time += row == 7 ? 2'000'000 : 1'000'000;
    }
    builder.addSample(thread, {timestampFromNs(time), call(emptyStack, "other"), {}});
    builder.addSample(thread, {timestampFromNs(time + 1'000'000), emptyStack, {}});
    return builder.snapshot();
}

} // namespace

class TstCallTreePanel : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        m_watched = std::make_unique<WatchedPanel<CallTreePanel>>();
        m_state = &m_watched->state;
        m_panel = &m_watched->panel;
        m_view = m_panel->findChild<QTreeView *>();
        m_model = m_panel->findChild<CallTreeModel *>();
    }

    void cleanup() { m_watched.reset(); }

    void aLoneRootIsOpenFromTheStart()
    {
        show(textProfile(treePicture));
        QCOMPARE(visible(), QStringLiteral("a 50.0 ms\n b 40.0 ms\n c 10.0 ms\n"));
        const QAbstractItemModelTester tester(m_model, failingModelTester); // looks at all
    }

    void theHottestPathIsOpenToWhereItBranches()
    {
        show(textProfile("a a a a a a a a a a a a x .\n"
                         "b b b b b b b b b b b d . .\n"
                         "c c c c e e e e e e e . . .\n"));
        QCOMPARE(visible(),
                 QStringLiteral("a 120 ms\n b 110 ms\n  e 70.0 ms\n  c 40.0 ms\n d 10.0 ms\n"
                                "x 10.0 ms\n"));
    }

    // A path of many calls leaves room for those of the other roots; small roots stay folded.
    void whereRootsShareTheWholeEachLargeOneIsOpenToWhereItBranches()
    {
        const auto shared = textProfile("a a a a x x x x x q .\n"
                                        "b b b b y y y y y r .\n"
                                        "c c d d . . . . . s .\n");
        show(shared);
        QCOMPARE(visible(),
                 QStringLiteral("x 50.0 ms\n y 50.0 ms\na 40.0 ms\n b 40.0 ms\n  c 20.0 ms\n"
                                "  d 20.0 ms\nq 10.0 ms\n"));
        std::string deep;
        for (char name = 'a'; name <= 'z'; ++name)
            deep += std::string(1, name) + " " + std::string(1, name == 'a' ? 'q' : name) + " .\n";
        show(textProfile(deep));
        QCOMPARE(visible().count(QLatin1Char('\n')), 2 + 15);
        QVERIFY2(visible().contains(QStringLiteral("\n       h ")), qPrintable(visible()));
        QTest::keyClick(m_view, Qt::Key_I); // a list of functions
        show(shared);
        QCOMPARE(visible().count(QLatin1Char('\n')), 4);
    }

    void whatIsFoldedByHandStaysSoUntilAnotherProfileIsOpened()
    {
        const auto profile = textProfile("a a a a a a a a a a a a x .\n"
                                         "b b b b b b b b b b b d . .\n"
                                         "c c c c e e e e e e e . . .\n");
        show(profile);
        m_view->collapse(m_model->index(0, 0));
        const QString folded = QStringLiteral("a 120 ms\nx 10.0 ms\n");
        QCOMPARE(visible(), folded);
        QSignalSpy answered(m_model, &QAbstractItemModel::modelReset);
        m_state->selection().selectRange(TimeRange{atMs(0), atMs(200)});
        EMBER_TRY(!answered.isEmpty());
        QCOMPARE(visible(), folded);
        show(profile);
        QVERIFY(visible() != folded);
    }

    // What was not the hottest path in the first second may be in the next one. A call that is
    // chosen in the chart opens rows, too, but not by hand.
    void aGrowingProfileIsOpenedFurther()
    {
        ProfileBuilder builder;
        const auto calls = [&](const char *caller, const char *callee) {
            const auto alone = textStack(builder, callee);
            return builder.stack(textStack(builder, caller),
                                 builder.snapshot()->stack(alone).frame);
        };
        const auto callee = calls("a", "b");
        const auto other = calls("x", "y");
        const auto small = calls("k", "l");
        const auto thread = builder.addThread({});
        SpanBuilder spans;
        int ms = 0;
        for (const auto stack : {callee, small, other, other, other, other, other, other})
            builder.addSample(thread, {atMs(10 * ms++), stack, {}});
        pictureOf(*m_panel, {900, 400});
        m_state->open(spans.update(builder.snapshot()));
        EMBER_TRY(m_model->rowCount() == 3);
        QVERIFY2(!visible().contains(QStringLiteral(" b ")), qPrintable(visible()));
        m_state->selection().select(BoxReference{thread, 1, BoxIndex(1)});
        QVERIFY2(visible().contains(QStringLiteral("\n l ")), qPrintable(visible()));
        QVERIFY2(!visible().contains(QStringLiteral(" b ")), qPrintable(visible()));
        for (int sample = 0; sample < 40; ++sample)
            builder.addSample(thread, {atMs(10 * ms++), callee, {}});
        m_state->update(spans.update(builder.snapshot()));
        EMBER_TRY(visible().contains(QStringLiteral("\n b ")));
    }

    void smallRowsAreFoundWhenTheyAreOpened()
    {
        const auto line = [](std::string text, const std::string &rest) {
            for (int column = 0; column < 4000; ++column)
                text += ' ' + rest;
            return text + '\n';
        };
        show(textProfile(line("a a", "a") + line("b d", ".") + line("c .", ".")));
        const auto found = m_model->tree()->size();
        m_view->expand(m_model->index(0, 0, m_model->index(0, 0)));
        QCOMPARE(m_model->tree()->size(), found + 1);
    }

    void columnsTellSelfTotalShareAndSamples()
    {
        show(textProfile(treePicture));
        const QModelIndex b = m_model->index(0, 0, m_model->index(0, 0));
        QStringList texts;
        for (int column = 0; column < CallTreeModel::ColumnCount - 1; ++column) {
            if (m_view->isColumnHidden(column) && column >= CallTreeModel::Running
                && column <= CallTreeModel::Blocked)
                continue; // the profile has no states
            texts << b.siblingAtColumn(column).data().toString();
        }
        QCOMPARE(texts.join(QStringLiteral(" | ")),
                 QStringLiteral("b | 40.0 ms | 80.0 % | 10.0 ms | 20.0 % | 4"));
    }

    void theKeyOpensTheHottestPath()
    {
        show(textProfile("a a a a a\n"
                         "b b b b .\n"
                         "c c c . .\n"
                         "d e e . .\n"));
        QTest::keyClick(m_view, Qt::Key_Asterisk, Qt::ShiftModifier);
        QCOMPARE(m_view->currentIndex().data().toString(), QStringLiteral("e"));
        QCOMPARE(visible(),
                 QStringLiteral("a 40.0 ms\n b 40.0 ms\n  c 30.0 ms\n   e 20.0 ms\n"
                                "   d 10.0 ms\n"));
    }

    void rowsCanBeSortedAndStayOpen()
    {
        show(textProfile(treePicture));
        const QAbstractItemModelTester tester(m_model, failingModelTester);
        m_view->expand(m_model->index(0, 0, m_model->index(0, 0)));
        m_view->sortByColumn(CallTreeModel::Total, Qt::AscendingOrder);
        QCOMPARE(visible(),
                 QStringLiteral("a 50.0 ms\n c 10.0 ms\n b 40.0 ms\n  c 10.0 ms\n"
                                "  b 10.0 ms\n  d 10.0 ms\n"));
        m_view->sortByColumn(CallTreeModel::Name, Qt::DescendingOrder);
        QCOMPARE(visible(),
                 QStringLiteral("a 50.0 ms\n c 10.0 ms\n b 40.0 ms\n  d 10.0 ms\n"
                                "  c 10.0 ms\n  b 10.0 ms\n"));
    }

    void theSelectedCallHasItsRowUntilAnotherIsChosen()
    {
        show(textProfile(treePicture));
        m_state->selection().select(BoxReference{m_state->threads().all().front(), 2, BoxIndex(0)});
        m_panel->hide();
        m_panel->show();
        EMBER_TRY(way() == QStringLiteral("a b c"));
        QCOMPARE(visible(),
                 QStringLiteral("a 50.0 ms\n b 40.0 ms\n  c 10.0 ms\n  b 10.0 ms\n"
                                "  d 10.0 ms\n c 10.0 ms\n"));
        m_view->setCurrentIndex(m_model->index(0, 0));
        m_panel->hide();
        m_panel->show();
        m_state->selection().selectRange(m_state->profile().range()); // another answer
        const QSignalSpy answered(m_model, &QAbstractItemModel::modelReset);
        EMBER_TRY(!answered.isEmpty());
        QCOMPARE(way(), QStringLiteral("a"));
    }

    void bottomUpBeginsWithTheLeaves()
    {
        show(textProfile(treePicture));
        QTest::keyClick(m_view, Qt::Key_I);
        EMBER_TRY(visible() == QStringLiteral("b 20.0 ms\nc 20.0 ms\nd 10.0 ms\na 0 ns\n"));
        const QAbstractItemModelTester tester(m_model, failingModelTester);
        m_view->expand(m_model->index(2, 0));
        QCOMPARE(m_model->index(0, 0, m_model->index(2, 0)).data().toString(), QStringLiteral("b"));
        // Callers spent nothing themselves.
        QCOMPARE(m_model->index(0, CallTreeModel::Self, m_model->index(2, 0)).data().toString(),
                 QString());
    }

    void theSearchStepsThroughClosedRows()
    {
        show(textProfile(treePicture));
        m_state->selection().setSearchText(QStringLiteral("c"));
        EMBER_TRY(m_state->selection().matches().isActive());
        QTest::keyClick(m_view, Qt::Key_N);
        QCOMPARE(way(), QStringLiteral("a b c"));
        QTest::keyClick(m_view, Qt::Key_N);
        QCOMPARE(way(), QStringLiteral("a c"));
        QTest::keyClick(m_view, Qt::Key_N, Qt::ShiftModifier);
        QCOMPARE(way(), QStringLiteral("a b c"));
        const auto muted = m_state->theme().mutedText;
        QCOMPARE(m_model->index(0, 0).data(Qt::ForegroundRole).value<QBrush>().color(), muted);
        QVERIFY(!m_view->currentIndex().data(Qt::ForegroundRole).isValid());
        QVERIFY(m_view->currentIndex().data(Qt::FontRole).value<QFont>().bold());
        QVERIFY(!m_model->index(0, 0).data(Qt::FontRole).isValid());
    }

    void theSearchGoesOnThroughAnyNumberOfRows()
    {
        show(manyRoots(150'000));
        m_state->selection().setSearchText(QStringLiteral("needle"));
        EMBER_TRY(m_state->selection().matches().isActive());
        const auto current = [this] { return m_view->currentIndex().data().toString(); };
        m_view->setCurrentIndex(m_model->index(0, 0));
        if (!current().startsWith(QStringLiteral("needle")))
            QTest::keyClick(m_view, Qt::Key_N);
        EMBER_TRY(current().startsWith(QStringLiteral("needle")));
        const QString first = current();
        QTest::keyClick(m_view, Qt::Key_N);
        EMBER_TRY(current() != first);
        QVERIFY(current().startsWith(QStringLiteral("needle")));
        QTest::keyClick(m_view, Qt::Key_N, Qt::ShiftModifier);
        EMBER_TRY(current() == first);
    }

    // Off the UI thread; whoever is chosen stays it.
    void veryManyRowsAreSorted()
    {
        show(manyRoots(20'000));
        m_view->setCurrentIndex(m_model->index(7, 0));
        const QString chosen = m_view->currentIndex().data().toString();
        m_view->sortByColumn(CallTreeModel::Name, Qt::DescendingOrder);
        QCOMPARE(m_model->index(7, 0).data().toString(), chosen); // not yet
        EMBER_TRY(m_model->index(0, 0).data().toString() == QStringLiteral("needle19999"));
        QCOMPARE(m_model->index(1, 0).data().toString(), QStringLiteral("needle0"));
        QCOMPARE(m_model->index(2, 0).data().toString(), QStringLiteral("hay9999"));
        QCOMPARE(m_view->currentIndex().data().toString(), chosen);
        // And stay so when they come anew.
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(0), timestampFromNs(15'000'000'000)});
        EMBER_TRY(m_model->rowCount() == 15'000);
        QCOMPARE(m_model->index(0, 0).data().toString(), QStringLiteral("needle0"));
        QCOMPARE(m_model->index(1, 0).data().toString(), QStringLiteral("hay9999"));
        // Those that were asked for before the header was clicked.
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(0), timestampFromNs(10'000'000'000)});
        m_view->sortByColumn(CallTreeModel::Name, Qt::AscendingOrder);
        EMBER_TRY(m_model->rowCount() == 10'000
                  && m_model->index(0, 0).data().toString() == QStringLiteral("hay1"));
        QCOMPARE(m_model->index(9'999, 0).data().toString(), QStringLiteral("needle0"));
    }

    void theChildrenOfALargeRowAreFoundBeforeItIsOpened()
    {
        constexpr int count = 12'000;
        show(manyCallees(count));
        const auto caller = m_model->index(0, 0);
        QCOMPARE(caller.data().toString(), QStringLiteral("caller"));
        const auto children = m_model->tree()->knownChildren(m_model->nodeAt(caller));
        QVERIFY(children);
        QCOMPARE(int(children->count), count);
    }

    // Off the UI thread, too; until then they stand largest first.
    void veryManyChildrenAreSorted()
    {
        constexpr int count = 12'000;
        show(manyCallees(count));
        m_view->sortByColumn(CallTreeModel::Name, Qt::DescendingOrder);
        const auto row = [this] { return m_model->index(1, 0); };
        QCOMPARE(row().data().toString(), QStringLiteral("caller"));
        QCOMPARE(m_model->rowCount(row()), count);
        const auto child = [&](int place) {
            return m_model->index(place, 0, row()).data().toString();
        };
        QCOMPARE(child(0), QStringLiteral("callee7")); // not yet
        m_view->expand(row());
        m_view->setCurrentIndex(m_model->index(0, 0, row()));
        EMBER_TRY(child(0) == QStringLiteral("callee9999"));
        QCOMPARE(child(count - 1), QStringLiteral("callee0"));
        QCOMPARE(m_view->currentIndex().data().toString(), QStringLiteral("callee7"));
        QVERIFY(m_view->isExpanded(row()));
        // Another click while they are being sorted.
        m_view->sortByColumn(CallTreeModel::Total, Qt::DescendingOrder);
        m_view->sortByColumn(CallTreeModel::Name, Qt::AscendingOrder);
        EMBER_TRY(m_model->index(0, 0).data().toString() == QStringLiteral("caller")
                  && m_model->index(0, 0, m_model->index(0, 0)).data().toString()
                      == QStringLiteral("callee0"));
    }

    void aFilterKeepsTheChosenRowInViewOrBeginsAtTheTop()
    {
        std::string callers;
        std::string callees;
        for (int function = 0; function < 60; ++function) {
            callers += "f" + std::to_string(function) + " f" + std::to_string(function) + ' ';
            callees += "even odd ";
        }
        show(textProfile(callers + '\n' + callees + '\n'));
        const auto isSeen = [&](const QModelIndex &row) {
            return m_view->viewport()->rect().contains(m_view->visualRect(row).center());
        };
        CallFilter filter;
        filter.action = CallAction::Only;
        filter.calls.by = CallTest::By::Name;
        filter.calls.text = "even";
        const auto total = [&] {
            return m_model->index(0, CallTreeModel::Total).data().toString();
        };
        m_view->scrollToBottom();
        m_state->sums().filters().add(filter);
        EMBER_TRY_COMPARE(total(), QStringLiteral("10.0 ms"));
        EMBER_TRY(isSeen(m_model->index(0, 0)));
        m_view->setCurrentIndex(m_model->index(50, 0));
        const QString chosen = m_view->currentIndex().data().toString();
        m_view->scrollToTop();
        m_state->sums().filters().clear();
        EMBER_TRY_COMPARE(total(), QStringLiteral("20.0 ms"));
        QCOMPARE(m_view->selectionModel()->selectedRows().value(0).data().toString(), chosen);
        EMBER_TRY(isSeen(m_view->currentIndex()));
    }

    void whatIsOpenStaysOpenInAnotherRange()
    {
        show(textProfile(treePicture));
        m_view->setCurrentIndex(m_model->index(0, 0, m_model->index(0, 0)));
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(10'000'000), timestampFromNs(50'000'000)});
        EMBER_TRY(visible() == QStringLiteral("a 40.0 ms\n b 30.0 ms\n c 10.0 ms\n"));
        QCOMPARE(way(), QStringLiteral("a b"));
    }

    void theChosenRowIsTheChosenFunction()
    {
        show(textProfile(treePicture));
        const QSignalSpy menu(m_panel, &CallTreePanel::contextMenuRequested);
        const QRect place = m_view->visualRect(m_model->index(0, 0));
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, place.center());
        QCOMPARE(QString::fromStdString(
                     frameName(*m_state->spans()->profile(), m_state->selection().function())),
                 QStringLiteral("a"));
        emit m_view->customContextMenuRequested(place.center());
        QCOMPARE(menu.count(), 1);
    }

    void homeAndEndChooseTheFirstAndTheLastRow()
    {
        show(textProfile(treePicture));
        m_view->expandAll();
        QModelIndex last = m_model->index(0, 0);
        while (m_view->indexBelow(last).isValid())
            last = m_view->indexBelow(last);
        for (const Qt::KeyboardModifiers held : {Qt::NoModifier, Qt::ControlModifier}) {
            QTest::keyClick(m_view, Qt::Key_End, held);
            QCOMPARE(m_view->selectionModel()->selectedRows().value(0), last);
            QTest::keyClick(m_view, Qt::Key_Home, held);
            QCOMPARE(m_view->selectionModel()->selectedRows().value(0), m_model->index(0, 0));
        }
    }

    void enterActivatesAnyRowAndADoubleClickThoseWithoutCallees()
    {
        show(textProfile(treePicture));
        QSignalSpy activated(m_panel, &SumsPanel::functionActivated);
        QTest::keyClick(m_view, Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
        QVERIFY(m_state->selection().function().isValid());
        const auto doubleClick = [&](const QModelIndex &row) {
            const QPoint place = m_view->visualRect(row).center();
            QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, place);
            QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {}, place);
        };
        const QModelIndex root = m_model->index(0, 0);
        const bool wasOpen = m_view->isExpanded(root);
        doubleClick(root);
        QCOMPARE(m_view->isExpanded(root), !wasOpen);
        QCOMPARE(activated.count(), 1);
        m_view->expandAll();
        QTest::keyClick(m_view, Qt::Key_End);
        doubleClick(m_view->currentIndex());
        QCOMPARE(activated.count(), 2);
    }

    // The row stays where the reader was; what was pointed at since then, elsewhere, stays as well.
    void anAnswerPointsAtNothing()
    {
        show(textProfile(treePicture));
        m_view->setCurrentIndex(m_model->index(0, 0, m_model->index(0, 0)));
        const FrameIndex elsewhere = m_model->tree()->node(MergedIndex(1)).frame;
        QVERIFY(m_state->selection().function() != elsewhere);
        m_state->selection().setFunction(elsewhere);
        m_state->selection().selectRange(
            TimeRange{timestampFromNs(10'000'000), timestampFromNs(50'000'000)});
        EMBER_TRY(visible() == QStringLiteral("a 40.0 ms\n b 30.0 ms\n c 10.0 ms\n"));
        QCOMPARE(way(), QStringLiteral("a b"));
        QCOMPARE(m_state->selection().function(), elsewhere);
        emit m_view->customContextMenuRequested(
            m_view->visualRect(m_view->currentIndex()).center());
        QVERIFY(m_state->selection().function() != elsewhere);
    }

    void aChainOfAHundredThousandCallsIsOpenedOnlySoFar()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        auto stack = emptyStack;
        for (unsigned level = 0; level < 100'000; ++level) {
            Frame frame;
            frame.address = level % 7;
            stack = builder.stack(stack, builder.frame(frame));
        }
        for (const std::int64_t time : {0, 5})
            builder.addSample(thread, {timestampFromNs(time), stack, {}});
        show(builder.snapshot());
        m_view->setCurrentIndex(m_model->index(0, 0));
        for (int press = 0; press < 3; ++press)
            m_panel->expandHottestPath();
        QVERIFY(m_model->tree()->node(m_model->nodeAt(m_view->currentIndex())).depth > 100);
        QVERIFY(m_model->tree()->node(m_model->nodeAt(m_view->currentIndex())).depth < 1'000);
    }

    // Neither the name nor what opens the row has left the column.
    void deepRowsHaveRoomForTheirNames()
    {
        std::string stack;
        for (int level = 1; level <= 80; ++level)
            stack +=
                "function" + std::to_string(level) + " function" + std::to_string(level) + "\n";
        show(textProfile(stack));
        const QImage picture = pictureOf(*m_panel, {900, 2400});
        QModelIndex row = m_model->index(0, 0);
        for (int level = 1; level < 79; ++level)
            row = m_model->index(0, 0, row);
        QVERIFY(m_view->isExpanded(row));
        const auto *tree = dynamic_cast<const DeepTree *>(m_view);
        QVERIFY(tree);
        const QRect cell = m_view->visualRect(row);
        QCOMPARE(tree->saidLevel(cell), 79);
        const int left = tree->shown(cell).left();
        QVERIFY(left < m_view->columnWidth(0) / 2);
        const auto inked = [&](const QRect &part) {
            const QPoint shift = m_view->viewport()->mapTo(m_panel, QPoint());
            return colourCount(picture.copy(part.translated(shift)), 10);
        };
        const QRect name(left + 30, cell.top(), 60, cell.height());
        QVERIFY(inked(name) > 1);

        const QPoint arrow(left - 6, cell.center().y());
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, arrow);
        QVERIFY(!m_view->isExpanded(row));
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, arrow);
        QVERIFY(m_view->isExpanded(row));
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, name.center());
        QVERIFY(m_view->isExpanded(row));
        QCOMPARE(m_view->currentIndex().siblingAtColumn(0), row);
        QCOMPARE(frameName(*m_state->spans()->profile(), m_state->selection().function()),
                 std::string_view("function79"));
    }

    void anotherProfileShowsNothingOfTheFirst()
    {
        show(textProfile(treePicture));
        m_state->open(buildSpans(textProfile("x x\n")));
        QCOMPARE(m_model->rowCount(), 0);
        EMBER_TRY(visible() == QStringLiteral("x 10.0 ms\n"));
    }

    void itIsPaintedInBothShades_data()
    {
        QTest::addColumn<Shade>("shade");
        QTest::addColumn<QSize>("size");
        QTest::newRow("light") << Shade::Light << QSize(1000, 500);
        QTest::newRow("dark-small") << Shade::Dark << QSize(420, 200);
    }

    void itIsPaintedInBothShades()
    {
        QFETCH(Shade, shade);
        QFETCH(QSize, size);
        useShade(*m_state, shade);
        show(syntheticProfile());
        m_panel->expandHottestPath();
        QVERIFY(m_view->currentIndex().parent().isValid());
        const QImage image = pictureOf(*m_panel, size);
        keepPicture(image, QStringLiteral("calltree"));
        QVERIFY(colourCount(image, 10) >= 10);
    }

private:
    void show(const ProfilePointer &profile)
    {
        m_state->open(buildSpans(profile));
        pictureOf(*m_panel, {900, 400});
        EMBER_TRY(m_model->rowCount() > 0);
    }

    // The open rows, indented.
    QString visible()
    {
        QString text;
        for (QModelIndex at = m_model->index(0, 0); at.isValid(); at = m_view->indexBelow(at)) {
            for (QModelIndex caller = at.parent(); caller.isValid(); caller = caller.parent())
                text += QLatin1Char(' ');
            text += at.data().toString() + QLatin1Char(' ')
                + at.siblingAtColumn(CallTreeModel::Total).data().toString() + QLatin1Char('\n');
        }
        return text;
    }

    QString way()
    {
        QStringList names;
        for (QModelIndex at = m_view->currentIndex(); at.isValid(); at = at.parent())
            names.prepend(at.data().toString());
        return names.join(QLatin1Char(' '));
    }

    std::unique_ptr<WatchedPanel<CallTreePanel>> m_watched;
    ViewState *m_state = nullptr;
    CallTreePanel *m_panel = nullptr;
    QTreeView *m_view = nullptr;
    CallTreeModel *m_model = nullptr;
};

EMBER_TEST(TstCallTreePanel)
#include "tst_calltreepanel.moc"
