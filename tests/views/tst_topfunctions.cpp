// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/program.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "views/jobs/viewthreads.h"
#include "views/state/sumsquery.h"
#include "views/sums/sumcolumns.h"
#include "views/tables/functionmodel.h"
#include "views/tables/topfunctionspanel.h"
#include "views/text/durationtext.h"
#include "views/widgets/tablelook.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QScopeGuard>
#include <QScrollBar>
#include <QSemaphore>
#include <QSet>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>
#include <QThreadPool>

#include <memory>
#include <string>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;
using namespace std::chrono_literals;

namespace {

// A thread that works for a second and waits for nine.
ProfilePointer workingAndWaitingThreads()
{
    ProfileBuilder builder;
    const auto thread = builder.addThread({});
    const auto stackOf = [&](const char *name) {
        Function function;
        function.name = builder.string(name);
        Frame frame;
        frame.function = builder.function(function);
        return builder.stack(emptyStack, builder.frame(frame));
    };
    const auto add = [&](int second, const char *name, ThreadState state) {
        builder.addSample(thread,
                          {timestampFromNs(second * 1'000'000'000LL), stackOf(name),
                           SampleDetail{.state = state}});
    };
    add(0, "work", ThreadState::Running);
    add(1, "wait", ThreadState::Blocked);
    add(10, "wait", ThreadState::Blocked);
    return builder.snapshot();
}

} // namespace

class TstTopFunctions : public QObject {
    Q_OBJECT

private slots:
    void topFunctionsObeyTheSelectedRange()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 2})));
        TopFunctionsPanel panel(state);
        pictureOf(panel, {500, 300});
        auto *model = panel.findChild<QTableView *>()->model();
        EMBER_TRY(model->rowCount() > 50);
        const int all = model->rowCount();
        const auto whole = state.profile().range();
        state.selection().selectRange(TimeRange{whole.start, whole.start + whole.duration() / 500});
        EMBER_TRY(model->index(0, 1).data().toString() != QString());
        EMBER_TRY(model->index(model->rowCount() - 1, 1).data().toString() == QStringLiteral("0 ns")
                  || model->rowCount() < all);
    }

    void hiddenColumnsAreThoseOfAllTablesOfThatName()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile({.threads = 2})));
        TopFunctionsPanel panel(state);
        pictureOf(panel, {1400, 300});
        const auto isHidden = [](const TopFunctionsPanel &of) {
            return of.findChild<QTableView *>()->isColumnHidden(FunctionModel::Module);
        };
        QVERIFY(!isHidden(panel));
        state.appearance().setHiddenColumns(QStringLiteral("functions"),
                                            {QStringLiteral("module")});
        QVERIFY(isHidden(panel));
        TopFunctionsPanel later(state);
        pictureOf(later, {1400, 300});
        QVERIFY(isHidden(later));
        state.appearance().setHiddenColumns(QStringLiteral("functions"), {});
        QVERIFY(!isHidden(panel));
    }

    // Headings get no focus: a key of the list sorts it.
    void aKeySortsByTheNextColumnThatIsShown()
    {
        ViewState state;
        state.open(buildSpans(workingAndWaitingThreads()));
        TopFunctionsPanel panel(state);
        pictureOf(panel, {500, 300});
        auto *view = panel.findChild<QTableView *>();
        EMBER_TRY_COMPARE(view->model()->rowCount(), 2);
        const QHeaderView &header = *view->horizontalHeader();
        const auto first = header.sortIndicatorSection();
        const auto order = header.sortIndicatorOrder();
        QSet<int> seen;
        for (int step = 0; step < header.count() - header.hiddenSectionCount(); ++step) {
            QTest::keyClick(view, sortKey);
            QVERIFY(!header.isSectionHidden(header.sortIndicatorSection()));
            seen.insert(header.sortIndicatorSection());
        }
        QCOMPARE(seen.size(), header.count() - header.hiddenSectionCount());
        QCOMPARE(header.sortIndicatorSection(), first);
        QCOMPARE(header.sortIndicatorOrder(), order);
        const QVariant top = view->model()->index(0, 0).data();
        QTest::keyClick(view, sortKey, Qt::ShiftModifier);
        QCOMPARE(header.sortIndicatorSection(), first);
        QVERIFY(header.sortIndicatorOrder() != order);
        QCOMPARE(view->model()->index(1, 0).data(), top);
    }

    void whereFiltersLeaveNothingItSaysSo()
    {
        ViewState state;
        state.open(buildSpans(workingAndWaitingThreads()));
        TopFunctionsPanel panel(state);
        pictureOf(panel, {500, 300});
        const auto *model = panel.findChild<QTableView *>()->model();
        EMBER_TRY_COMPARE(model->rowCount(), 2);
        const auto *words = panel.findChild<QLabel *>(QStringLiteral("nothingSeen"));
        QVERIFY(!words->isVisible());
        CallFilter filter;
        filter.action = CallAction::Only;
        filter.calls.by = CallTest::By::Name;
        filter.calls.text = "nobody";
        state.sums().filters().add(filter);
        EMBER_TRY(words->isVisible());
        QCOMPARE(model->rowCount(), 0);
        state.sums().filters().clear();
        EMBER_TRY_COMPARE(model->rowCount(), 2);
        QVERIFY(!words->isVisible());
    }

    void whileItsRowsAreSummedUpItSaysSo()
    {
        ViewState state;
        TopFunctionsPanel panel(state);
        pictureOf(panel, {500, 300});
        const auto done = std::make_shared<QSemaphore>();
        const int threads = backgroundPool().maxThreadCount();
        for (int thread = 0; thread < threads; ++thread)
            startInBackground([done] { done->acquire(); });
        const auto released = qScopeGuard([&] { done->release(threads); });
        state.open(buildSpans(workingAndWaitingThreads()));
        const auto *words = panel.findChild<QLabel *>(QStringLiteral("nothingSeen"));
        EMBER_TRY(words->isVisible());
        const QString said = words->text();
        done->release(threads);
        QCOMPARE(said, QStringLiteral("Being summed up…"));
        EMBER_TRY_COMPARE(panel.findChild<QTableView *>()->model()->rowCount(), 2);
        QVERIFY(!words->isVisible());
    }

    void theTopFunctionsTellWhatTheyAreOf()
    {
        ViewState state;
        state.open(buildSpans(syntheticProfile()));
        TopFunctionsPanel panel(state);
        pictureOf(panel, {700, 300});
        const auto *scope = panel.findChild<QLabel *>(QStringLiteral("scope"));
        const auto length = durationText(state.spans()->profile()->timeRange().duration());
        EMBER_TRY_COMPARE(scope->text(), QStringLiteral("Of the whole profile, ") + length);
        state.threads().showOnly({state.threads().all().front()});
        EMBER_TRY_COMPARE(scope->text(), QStringLiteral("Of the chosen threads, ") + length);
        state.selection().selectRange(state.profile().range());
        EMBER_TRY(scope->text().contains(QLatin1String("in the selected range")));
    }

    void theTopFunctionsTellWhatFiltersLeave()
    {
        ViewState state;
        state.open(buildSpans(textProfile("a a b a c c c\n")));
        TopFunctionsPanel panel(state);
        pictureOf(panel, {700, 300});
        const auto *scope = panel.findChild<QLabel *>(QStringLiteral("scope"));
        CallFilter filter;
        filter.action = CallAction::Only;
        filter.calls.by = CallTest::By::Name;
        filter.calls.text = "a";
        state.sums().filters().add(filter);
        EMBER_TRY_COMPARE(scope->text(),
                          QStringLiteral("What the filters leave of the whole profile, ")
                              + durationText(30'000'000ns));
        state.selection().selectRange(TimeRange{timestampFromNs(0), timestampFromNs(20'000'000)});
        EMBER_TRY_COMPARE(scope->text(),
                          QStringLiteral("What the filters leave of the selected range, ")
                              + durationText(20'000'000ns));
        state.sums().filters().clear();
        EMBER_TRY_COMPARE(scope->text(),
                          QStringLiteral("Of the selected range, ") + durationText(20'000'000ns));
    }

    void functionsOfAProfileWithoutTimeAreWeighedByItsValues()
    {
        ProfileBuilder builder(TimeOrigin::None);
        const auto thread = builder.addThread({});
        const auto count = builder.addValueType({builder.string("n"), builder.string("count")});
        const auto space = builder.addValueType({builder.string("space"), builder.string("bytes")});
        builder.setMainValue(space);
        Function function;
        function.name = builder.string("leaf");
        Frame frame;
        frame.function = builder.function(function);
        builder.addSample(thread, {{}, builder.stack(emptyStack, builder.frame(frame)), {}});
        builder.addSampleValue(thread, count, 3);
        builder.addSampleValue(thread, space, 2500);

        ViewState state;
        TopFunctionsPanel panel(state);
        state.open(buildSpans(builder.snapshot()));
        pictureOf(panel, {500, 300});
        auto *model = panel.findChild<QTableView *>()->model();
        const auto self = [&] { return model->index(0, FunctionModel::Self).data().toString(); };
        EMBER_TRY_COMPARE(self(), QLocale().formattedDataSize(2500, 1, QLocale::DataSizeSIFormat));
        auto *weight = panel.findChild<QComboBox *>(QStringLiteral("weight"));
        QCOMPARE(weight->count(), 2);
        weight->setCurrentIndex(0);
        EMBER_TRY_COMPARE(self(), QStringLiteral("3"));
        QCOMPARE(panel.findChild<QLabel *>(QStringLiteral("scope"))->text(),
                 QStringLiteral("Of the whole profile"));
    }

    // What a function waited for is seen beside what it ran.
    void columnsTellWhatThreadsDid()
    {
        ViewState state;
        state.open(buildSpans(workingAndWaitingThreads()));
        TopFunctionsPanel panel(state);
        keepPicture(pictureOf(panel, {1200, 300}), QStringLiteral("states"));
        auto *view = panel.findChild<QTableView *>();
        const auto *model = view->model();
        EMBER_TRY_COMPARE(model->rowCount(), 2);
        QVERIFY(!view->isColumnHidden(FunctionModel::Running));
        const auto cell = [&](int row, int column) { return model->index(row, column); };
        QCOMPARE(cell(0, FunctionModel::Name).data().toString(), QStringLiteral("wait"));
        EMBER_TRY_COMPARE(cell(0, FunctionModel::Blocked).data().toString(),
                          cell(0, FunctionModel::Self).data().toString());
        QCOMPARE(cell(1, FunctionModel::Running).data().toString(),
                 cell(1, FunctionModel::Self).data().toString());
        // Zero is muted, and has no bar.
        QVERIFY(cell(0, FunctionModel::Running).data(Qt::ForegroundRole).isValid());
        QVERIFY(!cell(0, FunctionModel::Blocked).data(Qt::ForegroundRole).isValid());
        QCOMPARE(cell(0, FunctionModel::Running).data(barRole).toDouble(), 0.0);
        QVERIFY(cell(0, FunctionModel::Blocked).data(barRole).toDouble() > 0);
        view->sortByColumn(FunctionModel::Running, Qt::DescendingOrder);
        QCOMPARE(cell(0, FunctionModel::Name).data().toString(), QStringLiteral("work"));
    }

    void withoutStatesThereAreNoColumnsOfThem()
    {
        ViewState state;
        state.open(buildSpans(textProfile("a b\n")));
        TopFunctionsPanel panel(state);
        pictureOf(panel, {1200, 300});
        const auto *view = panel.findChild<QTableView *>();
        for (const int column :
             {FunctionModel::Running, FunctionModel::Runnable, FunctionModel::Blocked})
            QVERIFY(view->isColumnHidden(column));
        QVERIFY(!view->isColumnHidden(FunctionModel::Module));
    }

    void barsAreSeenInBothShades()
    {
        for (const Shade shade : {Shade::Light, Shade::Dark}) {
            for (const auto state : {ThreadState::Unknown, ThreadState::Running,
                                     ThreadState::Runnable, ThreadState::Blocked})
                QVERIFY(
                    contrast(barColour(theme(shade), state).rgb(), theme(shade).background.rgb())
                    >= 3);
        }
    }

    void waitingCanBeLeftOutOfTheTopFunctions()
    {
        ViewState state;
        state.open(buildSpans(workingAndWaitingThreads()));
        TopFunctionsPanel panel(state);
        pictureOf(panel, {700, 300});
        const auto *model = panel.findChild<QTableView *>()->model();
        EMBER_TRY_COMPARE(model->index(0, FunctionModel::Name).data().toString(),
                          QStringLiteral("wait"));
        state.sums().filters().setCounted(Counted::Running);
        EMBER_TRY_COMPARE(model->index(0, FunctionModel::Name).data().toString(),
                          QStringLiteral("work"));
        QCOMPARE(model->rowCount(), 1);
    }

    void theFirstArrowKeyChoosesTheFirstRow()
    {
        ViewState state;
        state.open(buildSpans(workingAndWaitingThreads()));
        TopFunctionsPanel panel(state);
        pictureOf(panel, {700, 300});
        auto *view = panel.findChild<QTableView *>();
        EMBER_TRY_COMPARE(view->model()->rowCount(), 2);
        QCOMPARE(panel.focusProxy(), view);
        view->setCurrentIndex({});
        // As a table does that gets the focus.
        view->selectionModel()->setCurrentIndex(view->model()->index(0, 0),
                                                QItemSelectionModel::NoUpdate);
        QVERIFY(!state.selection().function().isValid());
        for (const int row : {0, 1}) {
            QTest::keyClick(view, Qt::Key_Down);
            QCOMPARE(view->currentIndex().row(), row);
            QVERIFY(view->selectionModel()->isRowSelected(row));
            QVERIFY(state.selection().function().isValid());
        }
    }

    void homeAndEndChooseTheFirstAndTheLastRow()
    {
        ViewState state;
        state.open(buildSpans(textProfile("a a a b b c\n")));
        TopFunctionsPanel panel(state);
        pictureOf(panel, {700, 300});
        auto *view = panel.findChild<QTableView *>();
        EMBER_TRY_COMPARE(view->model()->rowCount(), 3);
        for (const Qt::KeyboardModifiers held : {Qt::NoModifier, Qt::ControlModifier}) {
            QTest::keyClick(view, Qt::Key_End, held);
            QVERIFY(view->selectionModel()->isRowSelected(2));
            QCOMPARE(chosenName(state), std::string("c"));
            QTest::keyClick(view, Qt::Key_Home, held);
            QVERIFY(view->selectionModel()->isRowSelected(0));
            QCOMPARE(chosenName(state), std::string("a"));
        }
    }

    void enterAndADoubleClickActivateTheChosenFunction()
    {
        ViewState state;
        state.open(buildSpans(textProfile("a a b\n")));
        TopFunctionsPanel panel(state);
        pictureOf(panel, {700, 300});
        auto *view = panel.findChild<QTableView *>();
        EMBER_TRY_COMPARE(view->model()->rowCount(), 2);
        QSignalSpy activated(&panel, &SumsPanel::functionActivated);
        for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter})
            QTest::keyClick(view, key);
        QCOMPARE(activated.count(), 2);
        QCOMPARE(chosenName(state), std::string("a"));
        const QPoint second = view->visualRect(view->model()->index(1, 0)).center();
        QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, second);
        QTest::mouseDClick(view->viewport(), Qt::LeftButton, {}, second);
        QCOMPARE(activated.count(), 3);
        QCOMPARE(chosenName(state), std::string("b"));
    }

    // The rows of a filter are others: the reader begins at the chosen function, or at the top.
    void aFilterKeepsTheChosenFunctionInViewOrBeginsAtTheTop()
    {
        std::string names;
        for (int function = 0; function < 60; ++function) {
            for (int sample = 0; sample <= function; ++sample)
                names += "f" + std::to_string(function) + ' ';
        }
        std::string callers;
        for (std::size_t at = 0; at < 60UL * 61 / 2; ++at)
            callers += at % 2 == 0 ? "even " : "odd ";
        ViewState state;
        state.open(buildSpans(textProfile(callers + '\n' + names + '\n')));
        TopFunctionsPanel panel(state);
        pictureOf(panel, {700, 300});
        auto *view = panel.findChild<QTableView *>();
        EMBER_TRY_COMPARE(view->model()->rowCount(), 62);
        const auto isSeen = [&](const QModelIndex &row) {
            return view->viewport()->rect().contains(view->visualRect(row).center());
        };
        CallFilter filter;
        filter.action = CallAction::Only;
        filter.calls.by = CallTest::By::Name;
        filter.calls.text = "even";
        const auto narrow = [&] {
            const auto rows = view->model()->rowCount();
            state.sums().filters().add(filter);
            EMBER_TRY(view->model()->rowCount() < rows);
        };
        const auto widen = [&] {
            state.sums().filters().clear();
            EMBER_TRY_COMPARE(view->model()->rowCount(), 62);
        };
        view->scrollToBottom();
        narrow();
        EMBER_TRY(isSeen(view->model()->index(0, 0)));
        view->scrollToBottom();
        widen();
        EMBER_TRY(isSeen(view->model()->index(0, 0)));

        view->selectRow(55);
        const std::string chosen = chosenName(state);
        view->scrollToTop();
        narrow();
        EMBER_TRY(view->selectionModel()->hasSelection());
        QCOMPARE(view->currentIndex().siblingAtColumn(FunctionModel::Name).data().toString(),
                 QString::fromStdString(chosen));
        EMBER_TRY(isSeen(view->currentIndex()));
        view->scrollToTop();
        widen();
        EMBER_TRY(view->selectionModel()->isRowSelected(55));
        EMBER_TRY(isSeen(view->currentIndex()));
    }

    void theChosenFunctionStaysChosenWhileTheProfileGrows()
    {
        ViewState state;
        state.open(buildSpans(workingAndWaitingThreads()));
        TopFunctionsPanel panel(state);
        pictureOf(panel, {700, 300});
        auto *view = panel.findChild<QTableView *>();
        EMBER_TRY_COMPARE(view->model()->rowCount(), 2);
        view->selectRow(1);
        state.selection().selectRange(
            TimeRange{timestampFromNs(0), timestampFromNs(1'500'000'000)});
        EMBER_TRY_COMPARE(view->model()->index(0, FunctionModel::Name).data().toString(),
                          QStringLiteral("work"));
        QCOMPARE(view->currentIndex().row(), 0);
    }

    // With a thread hidden, the others are a list, which a new thread joins.
    void aThreadThatBeginsMovesNoRows()
    {
        Program program(2);
        const auto worker = program.thread("worker");
        const auto hidden = program.thread("hidden");
        for (int function = 0; function < 60; ++function)
            program.add(worker, 60 - function, {"F" + std::to_string(function)},
                        Program::Doing::running());
        program.add(hidden, 5, {"Hidden"}, Program::Doing::running());
        ViewState state;
        state.open(buildSpans(program.builder.snapshot()));
        state.threads().setShown(hidden, Shown::No);
        TopFunctionsPanel panel(state);
        pictureOf(panel, {700, 300});
        auto *view = panel.findChild<QTableView *>();
        EMBER_TRY_COMPARE(view->model()->rowCount(), 60);
        view->scrollToBottom();
        const int place = view->verticalScrollBar()->value();
        QVERIFY(place > 0);
        program.add(program.thread("new"), 5, {"New"}, Program::Doing::running());
        state.update(buildSpans(program.builder.snapshot()));
        EMBER_TRY_COMPARE(view->model()->rowCount(), 61);
        QCOMPARE(view->verticalScrollBar()->value(), place);
    }

private:
    static std::string chosenName(const ViewState &state)
    {
        return frameName(*state.spans()->profile(), state.selection().function());
    }
};

EMBER_TEST(TstTopFunctions)
#include "tst_topfunctions.moc"
