// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/program.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "views/details/detailspanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/lists/framespanel.h"
#include "views/search/searcher.h"
#include "views/state/framechoice.h"
#include "views/state/sumsquery.h"
#include "views/state/viewstate.h"
#include "views/text/durationtext.h"
#include "views/text/threadtitle.h"
#include "views/tracks/measurementtracks.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QTableView>
#include <QTest>
#include <QTreeWidget>
#include <QTreeWidgetItemIterator>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

TimeRange frameRange(std::int64_t startMs, std::int64_t endMs)
{
    return {timestampFromNs(startMs * 1'000'000), timestampFromNs(endMs * 1'000'000)};
}

void addFrame(ProfileBuilder &builder, MeasurementIndex series, TimeRange frame)
{
    builder.addMeasurementValue(series, {frame.end, static_cast<double>(frame.duration().count())});
}

MeasurementIndex addFrames(ProfileBuilder &builder, std::string_view name,
                           const std::vector<TimeRange> &frames, ProcessIndex process = {})
{
    Measurement measurement;
    measurement.name = builder.string(std::string(name));
    measurement.process = process;
    const auto series = builder.addMeasurement(measurement);
    for (const TimeRange &frame : frames)
        addFrame(builder, series, frame);
    return series;
}

// A frozen frame that load() held up, half of it blocked; a slow one of nobody's in particular; a
// slow one that system code held up.
ProfilePointer threeFrames()
{
    ProfileBuilder builder;
    Thread main;
    main.process = builder.addProcess({});
    main.isMain = true;
    const auto thread = builder.addThread(main);
    const auto stackOf = [&](const std::vector<std::string> &names) {
        StackIndex stack = emptyStack;
        for (const std::string &name : names) {
            Function function;
            function.name = builder.string(name);
            Frame frame;
            frame.function = builder.function(function);
            frame.inApp = name == "poll" ? InApp::No : InApp::Yes;
            stack = builder.stack(stack, builder.frame(frame));
        }
        return stack;
    };
    int ms = 0;
    const auto add = [&](int count, const std::vector<std::string> &names, ThreadState state) {
        const auto stack = stackOf(names);
        for (; count > 0; --count, ms += 10)
            builder.addSample(
                thread, {timestampFromNs(ms * 1'000'000LL), stack, SampleDetail{0, 0, state}});
    };
    add(10, {"main"}, ThreadState::Running);
    add(40, {"main", "show", "load"}, ThreadState::Running);
    add(40, {"main", "show", "load"}, ThreadState::Blocked);
    add(50, {"main"}, ThreadState::Running);
    add(10, {"main", "poll"}, ThreadState::Blocked);
    add(10, {"main"}, ThreadState::Running);
    addFrames(builder, slowFrameSeries, {frameRange(1000, 1050), frameRange(1400, 1500)},
              main.process);
    addFrames(builder, frozenFrameSeries, {frameRange(95, 900)}, main.process);
    return builder.snapshot();
}

} // namespace

// The panel and what it looks at; a test makes itself a new one.
struct WatchedFrames {
    ViewState state;
    Searcher searcher{state};
    FramesPanel panel{state.profile(), state.frames(), state.selection(), state.appearance()};
};

// "Why was this frame slow?"
class TstFrames : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void escapeTakesBackTheRangeAndTheThreadOfAFrame()
    {
        Program program(2);
        const auto main = program.thread("main");
        const auto worker = program.thread("worker");
        const auto other = program.thread("other");
        for (const ThreadIndex thread : {main, worker, other})
            program.add(thread, 100, {"Main", "Draw"}, Program::Doing::running());
        program.frameMeasured(200, 500).frameMeasured(600, 700);
        ViewState state;
        state.open(buildSpans(program.builder.snapshot()));
        Searcher searcher(state);
        FlameChartWidget chart(state, searcher);
        pictureOf(chart, {600, 400});
        state.threads().showOnly({main, worker});
        const auto escape = [&] { QTest::keyClick(&chart, Qt::Key_Escape); };
        for (int step = 0; step < 2; ++step)
            state.frames().step(Direction::Forward);
        QVERIFY(state.threads().shown() == std::vector{main});
        escape();
        QVERIFY(!state.selection().range());
        QCOMPARE(state.threads().shown().size(), std::size_t(2));
        QVERIFY(!state.threads().isShown(other));
        state.sums().history().undo(); // in one step
        QVERIFY(state.selection().range() && state.threads().shown() == std::vector{main});
        for (int time = 0; time < 2; ++time) { // as if it had not been taken back meanwhile
            escape();
            QVERIFY(!state.selection().range());
            QCOMPARE(state.threads().shown().size(), std::size_t(2));
            state.sums().history().undo();
            state.sums().history().undo(); // the first frame
            state.sums().history().redo();
            QVERIFY(state.selection().range() && state.threads().shown() == std::vector{main});
        }
        // Whoever chose the thread by hand keeps it.
        state.threads().showOnly({worker});
        state.selection().selectRange(frameRange(100, 200));
        escape();
        QVERIFY(!state.selection().range() && state.threads().shown() == std::vector{worker});
    }

    void init()
    {
        m_watched = std::make_unique<WatchedFrames>();
        m_state = &m_watched->state;
        m_panel = &m_watched->panel;
        m_view = m_panel->findChild<QTableView *>();
    }

    void cleanup() { m_watched.reset(); }

    void theLongestStandsFirstWithWhatHeldItUp()
    {
        show(threeFrames());
        QCOMPARE(rows(),
                 QStringLiteral("805 ms frozen load\n100 ms slow poll\n50.0 ms slow (no call that "
                                "lasted half of it)\n"));
        const QAbstractItemModelTester tester(
            m_panel->findChild<FrameModel *>(),
            QAbstractItemModelTester::FailureReportingMode::QtTest);
        m_view->sortByColumn(FrameModel::Start, Qt::AscendingOrder);
        QCOMPARE(rows(),
                 QStringLiteral("805 ms frozen load\n50.0 ms slow (no call that lasted half of "
                                "it)\n100 ms slow poll\n"));
    }

    // load() was blocked half of the time; the thread has no name.
    void theThreadAndItsStatesStandBesideEachFrame()
    {
        show(threeFrames());
        const auto cell = [&](int row, int column) {
            return m_view->model()->index(row, column).data().toString();
        };
        QCOMPARE(cell(0, FrameModel::Thread),
                 threadName(*m_state->spans()->profile(), ThreadIndex(0)));
        QCOMPARE(cell(0, FrameModel::Running), QStringLiteral("50.0 %"));
        QCOMPARE(cell(0, FrameModel::Waiting), QStringLiteral("50.0 %"));
        QCOMPARE(cell(1, FrameModel::Waiting), QStringLiteral("100 %"));
        m_view->sortByColumn(FrameModel::Waiting, Qt::AscendingOrder);
        QCOMPARE(cell(0, FrameModel::Waiting), percentText(0));
    }

    void framesThatTheSelectedFunctionHeldUpAreMarked()
    {
        show(threeFrames());
        const auto isMarked = [this](int row) {
            return m_view->model()
                ->index(row, FrameModel::Start)
                .data(Qt::BackgroundRole)
                .isValid();
        };
        QVERIFY(!isMarked(0));
        m_state->selection().setFunction(frameCalled(*m_state->spans()->profile(), "load"));
        QVERIFY(isMarked(0));
        QVERIFY(!isMarked(1) && !isMarked(2));
        const auto isSaid = [this](int row) {
            return m_view->model()
                ->index(row, FrameModel::Start)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(QStringLiteral("the selected function held up this frame"));
        };
        QVERIFY(isSaid(0));
        QVERIFY(!isSaid(1));
    }

    void whyNothingIsBlamedIsSaid()
    {
        ProfileBuilder builder;
        Thread main;
        main.process = builder.addProcess({});
        main.isMain = true;
        const auto thread = builder.addThread(main);
        const auto stack = textStack(builder, "main");
        const auto add = [&](int ms, StackIndex calls, ThreadState state) {
            builder.addSample(
                thread, {timestampFromNs(ms * 1'000'000LL), calls, SampleDetail{0, 0, state}});
        };
        for (int ms = 0; ms < 1000; ms += 10)
            add(ms, stack, ms < 500 ? ThreadState::Running : ThreadState::Blocked);
        for (int ms = 1000; ms < 1500; ms += 10)
            add(ms, emptyStack, ThreadState::Blocked);
        addFrames(builder, slowFrameSeries,
                  {frameRange(100, 150), frameRange(601, 641), frameRange(1100, 1130),
                   frameRange(3000, 3020)},
                  main.process);
        Process other;
        other.pid = 2;
        addFrames(builder, slowFrameSeries, {frameRange(200, 219)}, builder.addProcess(other));
        show(builder.snapshot());
        QCOMPARE(rows(),
                 QStringLiteral("50.0 ms slow (no call that lasted half of it)\n"
                                "40.0 ms slow (the thread only waited)\n"
                                "30.0 ms slow (the thread was in no call)\n"
                                "20.0 ms slow (no sample of the thread in it)\n"
                                "19.0 ms slow (no thread of its process has samples)\n"));
    }

    void theChosenFrameIsTheSelectedRangeAndItsBlameTheSelectedCall()
    {
        show(threeFrames());
        m_view->selectRow(0);
        QVERIFY(m_state->selection().range() == frameRange(95, 900));
        QCOMPARE(selectedName(), QStringLiteral("load"));
        QVERIFY(m_state->frames().chosenBlame()->code == BlameCodeOf::User);
        QVERIFY(!m_state->zoom().showsAll());
        m_view->selectRow(1);
        QCOMPARE(selectedName(), QStringLiteral("poll"));
        QVERIFY(m_state->frames().chosenBlame()->code == BlameCodeOf::Anybody);
        m_view->selectRow(2);
        QVERIFY(!m_state->selection().box());
        QVERIFY(m_state->frames().chosen() && !m_state->frames().chosenBlame());
    }

    void stepsGoFromTheWorstToTheNextWorst()
    {
        show(threeFrames());
        FrameChoice &frames = m_state->frames();
        for (const auto expected :
             {frameRange(95, 900), frameRange(1400, 1500), frameRange(1000, 1050)}) {
            QCOMPARE(frames.step(Direction::Forward), FrameStep::Next);
            QVERIFY(chosenRange() == expected);
            QVERIFY(m_state->selection().range() == expected);
        }
        frames.step(Direction::Backward);
        QVERIFY(chosenRange() == frameRange(1400, 1500));
        QCOMPARE(m_view->currentIndex().row(), 1);
    }

    void whoTakesAStepBackSeesTheFrameBefore()
    {
        show(threeFrames());
        FrameChoice &frames = m_state->frames();
        frames.choose(SlowFrame(frames.all().front()));
        m_state->selection().selectRange(
            std::nullopt); // else they are one step where the mouse seems held
        frames.choose(SlowFrame(frames.all().back()));
        QCOMPARE(selectedName(), QStringLiteral("poll"));
        const TimeRange second = m_state->zoom().visible();
        NarrowingHistory &history = m_state->sums().history();
        history.undo();
        history.undo();
        QVERIFY(m_state->selection().range() == frameRange(95, 900));
        QVERIFY(m_state->zoom().visible().start <= frameRange(95, 900).start);
        QVERIFY(m_state->zoom().visible().end >= frameRange(95, 900).end);
        QVERIFY(!m_state->selection().box()); // it was of the second one
        m_state->zoom().goBack();
        QVERIFY(m_state->zoom().visible() == second);
        // Where the range is to be seen, or to be seen from within, the view stays.
        for (const TimeRange seen : {frameRange(0, 1600), frameRange(1450, 1460)}) {
            m_state->zoom().show(seen);
            history.redo();
            history.redo();
            QVERIFY(m_state->selection().range() == frameRange(1400, 1500));
            QVERIFY(m_state->zoom().visible() == seen);
            m_state->zoom().show(frameRange(0, 1600));
            history.undo();
            history.undo();
        }
    }

    void onlyTheThreadOfTheChosenFrameCounts()
    {
        ProfileBuilder builder;
        const auto first = addTextThread(builder, "a a a a a a\n");
        const auto second = addTextThread(builder, "b b b b b b\n");
        addFrames(builder, slowFrameSeries, {frameRange(10, 30), frameRange(30, 40)});
        show(builder.snapshot());
        m_state->frames().step(Direction::Forward);
        QCOMPARE(m_state->threads().shown(), std::vector{first});
        m_state->threads().showUsual(); // as its chip does
        QVERIFY(m_state->frames().chosen());
        QVERIFY(m_state->threads().isShown(second));
        m_state->frames().step(Direction::Forward);
        QCOMPARE(m_state->threads().shown(), std::vector{first});
    }

    void stepsWrapAroundAtTheEnds()
    {
        FrameChoice &frames = m_state->frames();
        QCOMPARE(frames.step(Direction::Forward), FrameStep::None);
        show(threeFrames());
        QCOMPARE(frames.step(Direction::Backward), FrameStep::Next); // from nowhere
        QVERIFY(chosenRange() == frameRange(1000, 1050));
        QCOMPARE(frames.step(Direction::Forward), FrameStep::AroundTheEnd);
        QVERIFY(chosenRange() == frameRange(95, 900));
        QCOMPARE(frames.step(Direction::Backward), FrameStep::AroundTheEnd);
        QVERIFY(chosenRange() == frameRange(1000, 1050));
    }

    void anotherRangeIsAnotherQuestion()
    {
        show(threeFrames());
        m_view->selectRow(0);
        m_state->selection().selectRange(frameRange(0, 10));
        QVERIFY(!m_state->frames().chosen());
        QVERIFY(!m_state->frames().chosenBlame());
        m_view->selectRow(0); // it can be asked about again
        QVERIFY(m_state->frames().chosen());
        m_state->open(buildSpans(threeFrames()));
        QVERIFY(!m_state->frames().chosen());
    }

    void activatingTheChosenFrameBringsItsRangeBack()
    {
        show(threeFrames());
        m_view->selectRow(0);
        const TimeRange shown = m_state->zoom().visible();
        m_state->zoom().show(m_state->zoom().limits());
        QTest::keyClick(m_view, Qt::Key_Return);
        QVERIFY(m_state->zoom().visible() == shown);
    }

    void aNewFrameLeavesTheChosenOneSelected()
    {
        ProfileBuilder builder;
        addTextThread(builder, "a a a a a a\n");
        const auto slow = addFrames(builder, slowFrameSeries, {frameRange(10, 30)});
        show(builder.snapshot());
        m_view->selectRow(0);
        addFrame(builder, slow, frameRange(0, 50));
        m_state->update(buildSpans(builder.snapshot()));
        QCOMPARE(m_view->model()->rowCount(), 2);
        QVERIFY(chosenRange() == frameRange(10, 30));
        QCOMPARE(m_view->selectionModel()->selectedRows().value(0).row(), 1);
    }

    void whatHeldItUpMayBecomeKnownLater()
    {
        ProfileBuilder builder;
        const auto thread = addTextThread(builder, "a .\n");
        addFrames(builder, slowFrameSeries, {frameRange(20, 120)});
        show(builder.snapshot());
        m_view->selectRow(0);
        QCOMPARE(rows(), QStringLiteral("100 ms slow (no sample of the thread in it)\n"));
        QVERIFY(!m_state->frames().chosenBlame());
        const auto stack = builder.snapshot()->samples(thread).stacks[SampleIndex(0)];
        for (int sample = 2; sample < 13; ++sample)
            builder.addSample(
                thread,
                {timestampFromNs(sample * 10'000'000LL), sample < 12 ? stack : emptyStack, {}});
        m_state->update(buildSpans(builder.snapshot()));
        QCOMPARE(rows(), QStringLiteral("100 ms slow a\n"));
        QVERIFY(m_state->frames().chosenBlame());
    }

    void startsAreNotCut()
    {
        ProfileBuilder builder;
        addTextThread(builder, "a a a a a a\n");
        addFrames(builder, slowFrameSeries,
                  {frameRange(0, 20), frameRange(123'456'000, 123'456'100)});
        show(builder.snapshot());
        const auto last = m_panel->findChild<FrameModel *>()->index(1, FrameModel::Start).data();
        QVERIFY(last.toString().contains(QLatin1String("123")));
        QVERIFY(m_view->columnWidth(FrameModel::Start)
                > m_view->fontMetrics().horizontalAdvance(last.toString()));
    }

    void namesOfThreadsAreNotCut()
    {
        ProfileBuilder builder;
        Thread thread;
        thread.name = builder.string("a-thread-with-a-long-name");
        thread.process = builder.addProcess({});
        thread.isMain = true;
        const auto index = builder.addThread(thread);
        for (const int ms : {0, 50, 100})
            builder.addSample(index, {timestampFromNs(ms * 1'000'000LL), emptyStack, {}});
        addFrames(builder, slowFrameSeries, {frameRange(0, 20)}, thread.process);
        show(builder.snapshot());
        const QString name = m_view->model()->index(0, FrameModel::Thread).data().toString();
        QCOMPARE(name, QStringLiteral("a-thread-with-a-long-name"));
        QVERIFY(m_view->columnWidth(FrameModel::Thread)
                > m_view->fontMetrics().horizontalAdvance(name));
    }

    void aFrameThatTookNoTimeCanBeChosen()
    {
        ProfileBuilder builder;
        addTextThread(builder, "a a a a a a\n");
        addFrames(builder, slowFrameSeries, {frameRange(10, 40), frameRange(50, 50)});
        DetailsPanel details(*m_state);
        show(builder.snapshot());
        m_view->selectRow(0);
        m_view->selectRow(1);
        QVERIFY(chosenRange() == frameRange(50, 50));
        QVERIFY(!m_state->selection().range());
        QVERIFY(!detail(details, "Blamed call").contains(QLatin1Char('%')));
    }

    void detailsTellWhatTheThreadWaitedFor()
    {
        DetailsPanel details(*m_state);
        show(threeFrames());
        m_state->frames().step(Direction::Forward);
        QCOMPARE(detail(details, "Frame"), QStringLiteral("805 ms, frozen"));
        QCOMPARE(detail(details, "Blamed call"), QStringLiteral("load  (800 ms, 99.4 %)"));
        QCOMPARE(detail(details, "The thread was"),
                 QStringLiteral("running 50.0 %, blocked 50.0 %"));
        m_state->frames().step(Direction::Forward);
        QVERIFY(detail(details, "Blamed call").contains(QStringLiteral("no code of your own")));
        m_state->frames().step(Direction::Forward);
        QCOMPARE(detail(details, "Blamed call"), QStringLiteral("no call that lasted half of it"));
        QCOMPARE(detail(details, "The thread was"), QStringLiteral("running 100 %"));
    }

    void whatLastsBeyondTheFrameIsNamedToo()
    {
        ProfileBuilder builder;
        addTextThread(builder, ". . . . a a a a a a a a a a a a a a a a . .\n");
        addFrames(builder, slowFrameSeries, {frameRange(40, 120)});
        DetailsPanel details(*m_state);
        show(builder.snapshot());
        QCOMPARE(rows(), QStringLiteral("80.0 ms slow a\n"));
        m_state->frames().step(Direction::Forward);
        QCOMPARE(selectedName(), QStringLiteral("a"));
        QCOMPARE(detail(details, "Blamed call").section(QLatin1Char(' '), 0, 0),
                 QStringLiteral("a"));
        QVERIFY(detail(details, "Blamed call")
                    .contains(QStringLiteral("(80.0 ms, 100 %), lasts beyond the frame")));
    }

    void aShortFrameBesideALongOneOfTheSameCallsIsNotForgotten()
    {
        ProfileBuilder builder;
        addTextThread(builder, ". . . . a a a a a a a a a a a a a a a a . .\n");
        addFrames(builder, slowFrameSeries, {frameRange(40, 180), frameRange(180, 200)});
        show(builder.snapshot());
        QCOMPARE(rows(), QStringLiteral("140 ms slow a\n20.0 ms slow a\n"));
    }

    void aClickIntoTheTrackAsksAboutTheFrame()
    {
        show(threeFrames());
        FrameTrack track(*m_state, {MeasurementIndex(0)}, SeriesTitle::Name, nullptr);
        pictureOf(track, {800, 30});
        track.refresh();
        QCOMPARE(track.value(), QStringLiteral("2 slow"));
        const TimeScale scale(m_state->zoom().visible(), 800);
        auto *plot = track.findChildren<QWidget *>().constFirst();
        const auto click = [&](std::int64_t ms) {
            QTest::mouseClick(plot, Qt::LeftButton, {},
                              {int(scale.toX(timestampFromNs(ms * 1'000'000))), 15});
        };
        click(1200);
        QVERIFY(!m_state->frames().chosen());
        click(1450);
        QVERIFY(chosenRange() == frameRange(1400, 1500));
    }

    void theTrackCountsSlowAndFrozenFramesApart()
    {
        show(threeFrames());
        FrameTrack track(*m_state, {MeasurementIndex(0), MeasurementIndex(1)}, SeriesTitle::Name,
                         nullptr);
        pictureOf(track, {800, 30});
        track.refresh();
        QCOMPARE(track.value(), QStringLiteral("2 slow, 1 frozen"));
    }

    void theCallThatHeldItUpIsOutlinedInTheChart()
    {
        show(threeFrames());
        FlameChartWidget chart(*m_state, m_watched->searcher);
        const QColor colour = m_state->theme().error;
        const auto outlines = [&] {
            const QImage image = pictureOf(chart, {800, 200});
            int pixels = 0;
            for (int y = 0; y < image.height(); ++y) {
                for (int x = 0; x < image.width(); ++x)
                    pixels += image.pixelColor(x, y) == colour ? 1 : 0;
            }
            return pixels;
        };
        const int before = outlines();
        m_state->frames().step(Direction::Forward);
        // load, over two thirds of the width, above and below; its callers are not to blame.
        QVERIFY(outlines() > before + 1500);
        QVERIFY(outlines() < before + 2500);
    }

    void withoutFramesItSaysSo()
    {
        ProfileBuilder builder;
        builder.addSample(builder.addThread({}), {timestampFromNs(0), emptyStack, {}});
        m_state->open(buildSpans(builder.snapshot()));
        pictureOf(*m_panel, {500, 200});
        QVERIFY(!m_view->isVisible());
        QVERIFY(m_panel->findChild<QLabel *>()->isVisible());
        show(threeFrames());
        QVERIFY(m_view->isVisible());
    }

    void itIsPaintedInBothShades_data() { addShades(); }

    void itIsPaintedInBothShades()
    {
        QFETCH(Shade, shade);
        useShade(*m_state, shade);
        show(threeFrames());
        m_view->selectRow(0);
        const QImage image = pictureOf(*m_panel, {700, 200});
        keepPicture(image, QStringLiteral("frames"));
        QVERIFY(colourCount(image, 8) >= 8);
    }

private:
    void show(const ProfilePointer &profile)
    {
        m_state->open(buildSpans(profile));
        pictureOf(*m_panel, {700, 200});
    }

    QString rows()
    {
        QString text;
        const auto &model = *m_view->model();
        for (int row = 0; row < model.rowCount(); ++row) {
            for (const int column : {FrameModel::Duration, FrameModel::Kind, FrameModel::HeldUpBy})
                text += model.index(row, column).data().toString()
                    + QLatin1Char(column == FrameModel::HeldUpBy ? '\n' : ' ');
        }
        return text;
    }

    std::optional<TimeRange> chosenRange()
    {
        const SlowFrame *frame = m_state->frames().chosen();
        return frame ? std::optional(frame->range) : std::nullopt;
    }

    QString selectedName()
    {
        const SpanTable &spans = *m_state->spans();
        return m_state->selection().box() ? QString::fromStdString(
                   frameName(*spans.profile(), frameOf(spans, *m_state->selection().box())))
                                          : QString();
    }

    static QString detail(const DetailsPanel &details, const char *name)
    {
        for (QTreeWidgetItemIterator at(details.findChild<QTreeWidget *>()); *at; ++at) {
            if ((*at)->text(0) == QString::fromLatin1(name))
                return (*at)->text(1);
        }
        return {};
    }

    std::unique_ptr<WatchedFrames> m_watched;
    ViewState *m_state = nullptr;
    FramesPanel *m_panel = nullptr;
    QTableView *m_view = nullptr;
};

EMBER_TEST(TstFrames)
#include "tst_frames.moc"
