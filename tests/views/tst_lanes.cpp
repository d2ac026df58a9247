// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "tests/support/program.h"
#include "tests/support/syntheticprofile.h"
#include "tests/views/threadsandchart.h"
#include "views/canvas/boxcolours.h"
#include "views/flamechart/lanelegend.h"
#include "views/flamechart/lanetext.h"
#include "views/flamechart/threadgutter.h"
#include "views/state/sumsquery.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/timeline/timelineview.h"
#include "views/tracks/minimapwidget.h"

#include <QAccessible>
#include <QEnterEvent>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QTextCursor>
#include <QTextDocument>
#include <QToolTip>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

namespace {

constexpr SystemCall readCall{0};

// 100 ms each of running, waiting for a CPU, for a lock, for a file, for an event; then it runs
// half of the time, 100 us each.
ProfilePointer throughAllActivities()
{
    ProfileBuilder builder;
    const auto thread = builder.addThread({});
    const auto stack = textStack(builder, "work");
    const auto add = [&](std::int64_t ms, ThreadState state, SystemCall call = noSystemCall) {
        builder.addSample(thread, {atMs(ms), stack, SampleDetail{0, 0, state, call}});
    };
    add(0, ThreadState::Running);
    add(100, ThreadState::Runnable);
    add(200, ThreadState::Blocked, futexCall);
    add(300, ThreadState::Blocked, readCall);
    add(400, ThreadState::Blocked, pollCall);
    for (std::int64_t us = 500'000; us < 600'000; us += 200) {
        for (const bool isRunning : {true, false})
            builder.addSample(
                thread,
                {timestampFromNs((us + (isRunning ? 0 : 100)) * 1000), stack,
                 SampleDetail{0, 0, isRunning ? ThreadState::Running : ThreadState::Blocked,
                              isRunning ? noSystemCall : pollCall}});
    }
    add(600, ThreadState::Running);
    return builder.snapshot();
}

// Six threads named worker, 100 ms each: they run in work, wait in work, and one of them then runs
// and waits in draw, the others in work.
ProfilePointer oneOfSixDraws()
{
    ProfileBuilder builder;
    const auto work = textStack(builder, "work");
    const auto draw = textStack(builder, "draw");
    for (int number = 1; number <= 6; ++number) {
        Thread thread;
        thread.id = builder.string(std::to_string(number));
        thread.name = builder.string("worker-" + std::to_string(number));
        const auto index = builder.addThread(thread);
        for (int ms = 0; ms <= 400; ms += 10) {
            const bool isRunning = ms / 100 % 2 == 0;
            builder.addSample(
                index,
                {atMs(ms), ms >= 200 && number == 1 ? draw : work,
                 SampleDetail{0, 0, isRunning ? ThreadState::Running : ThreadState::Blocked,
                              isRunning ? noSystemCall : pollCall}});
        }
    }
    return builder.snapshot();
}

} // namespace

// Folded threads, and the list of threads beside the chart.
class TstLanes : public QObject, private ThreadsAndChart {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void init()
    {
        makeWindow();
        m_height = 900;
        m_gutter = std::make_unique<ThreadGutter>(*m_state, *m_chart);
        new HeldRows(m_state->threads(), *m_gutter);
    }

    void cleanup()
    {
        m_gutter.reset();
        closeWindow();
    }

    void aLaneIsAsHighAsItsThreadIsActiveAndHasTheColourOfItsState()
    {
        show(buildSpans(throughAllActivities()));
        m_state->threads().setCollapsed(ThreadIndex(0), Collapsed::Yes);
        const QImage picture = pictureOf(*m_chart, {600, 100});
        const auto colourAt = [&](int ms, int y) {
            return picture.pixel(static_cast<int>(m_chart->camera().scale.toX(atMs(ms))), y);
        };
        const QRgb background = m_state->theme().background.rgb();
        for (const auto &[ms, activity] : {std::pair(50, Activity::Running),
                                           {150, Activity::Runnable},
                                           {250, Activity::Lock},
                                           {350, Activity::InputOutput}}) {
            QCOMPARE(colourAt(ms, 0), lane(activity));
            QCOMPARE(colourAt(ms, 13), lane(activity));
            QCOMPARE(colourAt(ms, 14), background); // the seam below the lane
        }
        QCOMPARE(colourAt(450, 11), background); // waiting is low
        QCOMPARE(colourAt(450, 13), lane(Activity::Waiting));
        QVERIFY(colourAt(550, 2) == background);
        QCOMPARE(colourAt(550, 10), lane(Activity::Running));
        QCOMPARE(colourAt(50, 20), background);
        // It follows the zoom.
        m_state->zoom().show({atMs(200), atMs(300)});
        QCOMPARE(pictureOf(*m_chart, {600, 100}).pixel(300, 5), lane(Activity::Lock));
    }

    void anUnfoldedThreadHasAStripOfItsStatesAboveItsCalls()
    {
        show(buildSpans(throughAllActivities()));
        QVERIFY(!m_state->threads().isCollapsed(ThreadIndex(0)));
        const QImage picture = pictureOf(*m_chart, {600, 100});
        const auto x = static_cast<int>(m_chart->camera().scale.toX(atMs(250)));
        QCOMPARE(picture.pixel(x, 3), lane(Activity::Lock));
        QCOMPARE(picture.pixel(x, 8),
                 BoxColours::colourOf(*m_state->spans()->profile(), FrameIndex(0),
                                      ColourMode::Function, m_state->theme())
                     .fill);
    }

    void foldedThreadsOfOneNameShowTheirIds()
    {
        ThreadProgram program;
        program.add({.name = QStringLiteral("main"), .busy = 50, .isMain = true});
        program.add({.name = QStringLiteral("node"), .busy = 20});
        program.add({.name = QStringLiteral("node"), .busy = 10});
        show(program);
        for (const ThreadIndex thread : m_state->threads().all())
            m_state->threads().setCollapsed(thread, Collapsed::Yes);
        const auto idOf = [&](std::size_t thread) {
            const Lane *lane = m_chart->chartLayout().laneOf(ThreadIndex(thread));
            return lane ? m_gutter->idBesideName(*lane) : QStringLiteral("none");
        };
        const Profile &profile = *m_state->spans()->profile();
        const auto known = [&](std::size_t thread) {
            return QString::fromStdString(
                std::string(profile.text(profile.thread(ThreadIndex(thread)).id)));
        };
        EMBER_TRY(idOf(1) == known(1));
        QCOMPARE(idOf(0), QString());
        QCOMPARE(idOf(2), known(2));
        QVERIFY(!idOf(1).isEmpty() && idOf(1) != idOf(2));
        // Beside the name, not before the running time as if it were a part of it.
        const QImage picture = pictureOf(*m_gutter, {250, 100});
        const int top = m_chart->chartLayout().laneOf(ThreadIndex(1))->top;
        QFont small = m_gutter->font();
        small.setPointSizeF(small.pointSizeF() * 0.9);
        const int figure = QFontMetrics(small).horizontalAdvance(
            durationText(runningOf(*m_state, {ThreadIndex(1)})));
        const QImage between = picture.copy(110, top + 2, 250 - 6 - figure - 2 - 110, 11);
        QCOMPARE(colourCount(between, 2), 1);
        m_state->threads().setCollapsed(ThreadIndex(1), Collapsed::No);
        EMBER_TRY(idOf(1).isEmpty()); // it has it among its details
    }

    void withoutStatesALaneIsNeutralWhereThereAreCalls()
    {
        show(buildSpans(textProfile("a a a a . . . . (idle) (idle) a\n")));
        m_state->threads().setCollapsed(ThreadIndex(0), Collapsed::Yes);
        const QImage picture = pictureOf(*m_chart, {600, 100});
        const auto colourAt = [&](int ms) {
            return picture.pixel(static_cast<int>(m_chart->camera().scale.toX(atMs(ms))), 6);
        };
        QCOMPARE(colourAt(20), lane(Activity::Sampled));
        QCOMPARE(colourAt(60), m_state->theme().background.rgb());
        QCOMPARE(colourAt(90), m_state->theme().background.rgb());
    }

    void whatIsSearchedKeepsItsColourInLanesAndTheRestIsPale()
    {
        showOneOfSix(Open::Yes);
        const auto before = colours(1);
        QCOMPARE(before[0], lane(Activity::Running));
        QCOMPARE(before[1], lane(Activity::Waiting));
        m_state->selection().setSearchText(QStringLiteral("draw"));
        EMBER_TRY(!m_chart->laneHits().runs().empty());
        const QRgb pale = m_state->theme().dimmed.fill;
        const QRgb waits = m_state->theme().mutedText.rgb();
        QCOMPARE(colours(1), (std::vector{pale, pale, lane(Activity::Running), waits}));
        QCOMPARE(colours(2), (std::vector{pale, pale, pale, pale}));
        QCOMPARE(colours(0), (std::vector{pale, pale, lane(Activity::Running), waits})); // all six
        QCOMPARE(topOf(0, 250), pale); // of one of six the lane is not full
        m_state->selection().setSearchText({});
        EMBER_TRY(m_chart->laneHits().runs().empty());
        QCOMPARE(colours(1), before);
    }

    void aLanesTipNamesTheColoursThatAreDrawn()
    {
        showOneOfSix(Open::No);
        const LaneKey group = m_chart->chartLayout().lanes().front().key();
        const auto tip = [&] {
            return laneTip(*m_state, group, atMs(250), m_chart->laneHits().runs());
        };
        const QString waits = QColor(lane(Activity::Waiting)).name();
        const QString pale = QColor(m_state->theme().dimmed.fill).name();
        QVERIFY2(tip().contains(waits) && !tip().contains(pale), qPrintable(tip()));
        m_state->selection().setSearchText(QStringLiteral("draw"));
        EMBER_TRY(!m_chart->laneHits().runs().empty());
        QVERIFY2(!tip().contains(waits) && tip().contains(pale), qPrintable(tip()));
        QVERIFY(tip().contains(m_state->theme().mutedText.name()));
        m_state->selection().setSearchText(QStringLiteral("work draw"));
        EMBER_TRY(!tip().contains(QColor(lane(Activity::Running)).name())); // nothing is found
        QVERIFY2(tip().contains(pale), qPrintable(tip()));
    }

    void whatFiltersLeaveOutIsPaleInLanesAndClosedGroups()
    {
        showOneOfSix(Open::No);
        const QRgb pale = m_state->theme().dimmed.fill;
        m_state->sums().filters().add({CallAction::Only, {CallTest::By::Name, "draw"}});
        EMBER_TRY(!m_chart->laneHits().runs().empty());
        QCOMPARE(colours(0)[0], pale);
        QCOMPARE(colours(0)[2], lane(Activity::Running));
        m_state->selection().setSearchText(QStringLiteral("work")); // nothing has both
        EMBER_TRY(colours(0)[2] == pale);
        m_state->selection().setSearchText({});
        m_state->sums().filters().clear();
        EMBER_TRY(m_chart->laneHits().runs().empty());
        QCOMPARE(colours(0)[0], lane(Activity::Running));
    }

    void whatTheSwitchLeavesOutIsPaleInLanes()
    {
        showOneOfSix(Open::Yes);
        const auto before = colours(1);
        const QRgb pale = m_state->theme().dimmed.fill;
        m_state->sums().filters().setCounted(Counted::Running);
        EMBER_TRY(!m_chart->laneHits().runs().empty());
        QCOMPARE(colours(1)[0], lane(Activity::Running));
        QCOMPARE(colours(1)[1], pale);
        m_state->sums().filters().setCounted(Counted::Waiting);
        EMBER_TRY(colours(1)[0] == pale);
        QCOMPARE(colours(1)[1], m_state->theme().mutedText.rgb());
        m_state->sums().filters().setCounted(Counted::Busy);
        EMBER_TRY(m_chart->laneHits().runs().empty());
        QCOMPARE(colours(1), before);
    }

    void lowLanesShowWhatIsSearched()
    {
        showOneOfSix(Open::Yes);
        pictureOf(*m_chart, {600, 15 + 6 * 4});
        m_state->selection().setSearchText(QStringLiteral("draw"));
        EMBER_TRY(!m_chart->laneHits().runs().empty());
        const Lane low = m_chart->chartLayout().lanes()[1];
        QCOMPARE(low.strip, 4);
        const QImage picture = pictureOf(*m_chart, {600, 15 + 6 * 4});
        const auto colourAt = [&](int ms, int y) {
            return picture.pixel(static_cast<int>(m_chart->camera().scale.toX(atMs(ms))),
                                 low.top + y);
        };
        QCOMPARE(colourAt(50, 0), m_state->theme().dimmed.fill);
        QCOMPARE(colourAt(250, 0), lane(Activity::Running));
        QCOMPARE(colourAt(350, 2), m_state->theme().mutedText.rgb());
    }

    // The lanes of samples that come later are searched, too.
    void lanesOfAGrowingCaptureAreSearchedAgain()
    {
        ThreadProgram program;
        program.add({QStringLiteral("main"), 50, true});
        show(program);
        m_state->selection().setSearchText(QStringLiteral("a"));
        EMBER_TRY(timeFound(*m_chart) == 500);
        for (int sample = 100; sample < 200; ++sample)
            program.work(ThreadIndex(0), sample);
        m_state->update(program.spans());
        QCOMPARE(timeFound(*m_chart), 500);
        EMBER_TRY(timeFound(*m_chart) == 500 + 990); // the last sample has no duration
    }

    // While the matches of the next snapshot are not there, those of the last one stay.
    void aChartThatIsMadeLaterKeepsWhatItHasFound()
    {
        ThreadProgram program;
        program.add({QStringLiteral("main"), 50, true});
        show(program);
        m_state->selection().setSearchText(QStringLiteral("a"));
        EMBER_TRY(m_state->selection().matches().isActive());
        const FlameChartWidget later(*m_state, m_watched->searcher);
        EMBER_TRY(timeFound(later) == 500);
        program.work(ThreadIndex(0), 100);
        m_state->update(program.spans());
        QCOMPARE(timeFound(later), 500);
    }

    void lanesGrowWithTheCapture()
    {
        ThreadProgram program;
        program.add({QStringLiteral("main"), 50, true});
        show(program);
        m_state->threads().setCollapsed(ThreadIndex(0), Collapsed::Yes);
        for (int sample = 100; sample < 200; ++sample)
            program.work(ThreadIndex(0), sample);
        m_state->update(program.spans());
        m_state->zoom().show(m_state->profile().range());
        const QImage picture = pictureOf(*m_chart, {600, 100});
        QCOMPARE(picture.pixel(static_cast<int>(m_chart->camera().scale.toX(atMs(1500))), 6),
                 lane(Activity::Sampled));
    }

    void aGroupIsALaneOfAllItsThreads()
    {
        ThreadProgram program;
        program.add({QStringLiteral("main"), 90, true});
        program.addMany(QStringLiteral("worker-%1"), 10, 50);
        m_height = 60; // there is no room for ten lanes
        show(program);
        QCOMPARE(chart(), QStringLiteral("main; [10 0]"));
        const Lane group = m_chart->chartLayout().lanes()[1];
        QCOMPARE(group.strip, 15);
        const QImage picture = pictureOf(*m_chart, {600, m_height});
        const auto x = static_cast<int>(m_chart->camera().scale.toX(atMs(200)));
        QCOMPARE(picture.pixel(x, group.top + 1), lane(Activity::Sampled));
        QTest::mouseDClick(m_chart.get(), Qt::LeftButton, {}, QPoint(60, group.top + 5));
        QCOMPARE(m_chart->chartLayout().lanes().size(), 12U);
        for (std::size_t number = 2; number < 12; ++number)
            QVERIFY(m_chart->chartLayout().lanes()[number].collapsed);
    }

    // Whether its threads have lanes of their own, which are painted together with it, or not.
    void aGroupsLaneIsTheSameOpenAndClosed()
    {
        ProfileBuilder builder;
        std::uint32_t random = 1;
        for (int number = 0; number < 40; ++number) {
            Thread thread;
            thread.id = builder.string(std::to_string(number));
            thread.name = builder.string("worker-" + std::to_string(number));
            const auto index = builder.addThread(thread);
            for (int sample = 0; sample < 2000 + 100 * number; ++sample) {
                random = random * 1664525 + 1013904223;
                const auto state = static_cast<ThreadState>(1 + (random >> 16U) % 3);
                builder.addSample(index,
                                  {atMs(sample), textStack(builder, "work"),
                                   SampleDetail{.state = state, .call = futexCall}});
            }
        }
        show(buildSpans(builder.snapshot()));
        const QString key = m_state->threads().order().groups().front().key;
        const auto lanes = [&](Open open) {
            m_state->threads().setGroupOpen(key, open);
            m_state->threads().setAllCollapsed(Collapsed::Yes);
            return pictureOf(*m_chart, {600, 15 + 40 * 15}).copy(0, 0, 600, 15);
        };
        for (const std::int64_t end : {5'900, 1'000, 20}) {
            m_state->zoom().show({atMs(0), atMs(end)});
            QCOMPARE(lanes(Open::Yes), lanes(Open::No));
        }
        QVERIFY(m_chart->chartLayout().lanes().front().isGroup());
    }

    void theMainThreadIsUnfoldedThenTheBusiestAsFarAsThereIsHeight()
    {
        open({{"main", 5, 30}, {"busy", 10, 90}, {"less", 10, 50}, {"idle", 10, 0}});
        // All lanes and main's rows, but not enough of those of the next one.
        const int all = 4 * 15 + (8 + 5 * 17 + 4 - 15);
        pictureOf(*m_chart, {600, all + 8 + 8 * 17 + 4 - 15 - 1});
        QCOMPARE(folded(), QStringLiteral("busy less idle"));
        pictureOf(*m_chart, {600, all + 8 + 10 * 17 + 4 - 15});
        QCOMPARE(folded(), QStringLiteral("less idle"));
        pictureOf(*m_chart, {600, 2000});
        QCOMPARE(folded(), QStringLiteral("idle")); // it did nothing
        pictureOf(*m_chart, {600, 40});
        QCOMPARE(folded(), QStringLiteral("busy less idle"));
    }

    void theBusiestThatDoesNotFitIsCutInsteadOfALessBusyOneThatWould()
    {
        open({{"main", 5, 30}, {"busy", 20, 90}, {"less", 3, 50}});
        const int all = 3 * 15 + (8 + 5 * 17 + 4 - 15);
        const auto busy = [&] { return m_chart->chartLayout().lanes()[1]; };
        for (const int rows : {8, 9, 17, 18}) {
            const int height = all + 8 + rows * 17 + 4 - 15;
            pictureOf(*m_chart, {600, height});
            QCOMPARE(folded(), QStringLiteral("less"));
            QCOMPARE(busy().rows, rows);
            QCOMPARE(busy().more, 20 - rows);
            QCOMPARE(m_chart->chartLayout().height(), height);
        }
        pictureOf(*m_chart, {600, all + 8 + 7 * 17 + 4 - 15}); // too little of it
        QCOMPARE(folded(), QStringLiteral("busy less"));
        pictureOf(*m_chart, {600, all + 8 + 20 * 17 + 4 - 15 + 8 + 3 * 17 + 4 - 15});
        QCOMPARE(folded(), QString());
        pictureOf(*m_chart, {600, all + 8 + 19 * 17 + 4 - 15}); // "1 more row" is never said
        QCOMPARE(busy().rows, 18);
        m_state->selection().select(BoxReference{ThreadIndex(1), 19, BoxIndex(0)});
        QCOMPARE(busy().rows, 20);
        m_state->selection().select(std::nullopt);
        QCOMPARE(busy().rows, 18);
    }

    // Threads outside groups have what they need first. Idle ones stay together.
    void groupsOpenByThemselvesWhereHeightIsLeftAndTheUserDecides()
    {
        ThreadProgram program;
        program.addServer();
        const int alone = 3 * (8 + 17 + 4) + 2 * 15; // main, writer, logger; two groups
        m_height = alone + 12 * 4 - 1;
        show(program);
        const QString closed = QStringLiteral("main; writer; [12 0]; logger; [30 1]");
        QCOMPARE(chart(), closed);
        QCOMPARE(folded().count(QStringLiteral("worker")), 12);
        pictureOf(*m_chart, {600, alone + 12 * 4});
        QCOMPARE(m_chart->chartLayout().lanes().size(), 5U + 12U);
        QCOMPARE(m_chart->chartLayout().lanes()[3].strip, 4);
        QVERIFY(chart().endsWith(QStringLiteral("[30 1]")));
        QVERIFY(m_chart->chartLayout().height() <= alone + 12 * 4);
        pictureOf(*m_chart, {600, 900});
        QCOMPARE(m_chart->chartLayout().lanes()[3].strip, 15);
        pictureOf(*m_chart, {600, alone});
        QCOMPARE(chart(), closed);
        pictureOf(*m_chart, {600, 900});
        pictureOf(*m_gutter, {176, 900});
        toggleByTriangle(2);
        QCOMPARE(chart(), closed);
        pictureOf(*m_chart, {600, 800});
        QCOMPARE(chart(), closed);
        toggleByTriangle(2);
        pictureOf(*m_chart, {600, 100});
        QCOMPARE(m_chart->chartLayout().lanes().size(), 5U + 12U);
    }

    // A deep first thread has what it needs, groups come next, its further rows last.
    void groupsComeBeforeRowsThatBusyTimeDoesNotNeed()
    {
        ThreadProgram program;
        program.add({QStringLiteral("main"), 90, true});
        program.call(ThreadIndex(0), 100,
                     "a;b;c;d;e;f;g;h;i;j;k;l;m;n;o;p;q;r;s;t;u;v;w;x;y;z;1;2;3;4;5;6;7;8;9");
        program.addMany(QStringLiteral("worker-%1"), 8, 50);
        m_height = 8 + 4 * 17 + 4 + 15 + 8 * 15 + 2 * 17; // four of its rows, and eight lanes
        show(program);
        const auto &lanes = m_chart->chartLayout().lanes();
        QCOMPARE(lanes.size(), 10U);
        QCOMPARE(lanes[2].strip, 15);
        QCOMPARE(lanes[0].rows, 4 + 2);
    }

    // Rows that busy time does not need.
    void rowsOfAThreadThatAllFitsMakeRoomForAGroup()
    {
        ThreadProgram program;
        program.add({QStringLiteral("main"), 90, true});
        program.call(ThreadIndex(0), 100, "a;b;c;d;e;f;g;h;i;j;k;l;m;n;o;p");
        program.addMany(QStringLiteral("worker-%1"), 24, 50);
        m_height = 8 + 16 * 17 + 4 + 15 + 24 * 4 - 1; // with all rows, a pixel is lacking
        show(program);
        const auto lanes = [this] { return m_chart->chartLayout().lanes(); };
        QCOMPARE(lanes().size(), 2U + 24U);
        QCOMPARE(lanes()[2].strip, 12);
        QVERIFY(lanes()[0].rows >= 4 && lanes()[0].more > 0);
        QVERIFY(m_chart->chartLayout().height() <= m_height);
        QVERIFY(m_chart->chartLayout().height() > m_height - 24);
        pictureOf(*m_chart, {600, 8 + 16 * 17 + 4 + 15 + 24 * 15 + 17});
        QCOMPARE(lanes()[0].rows, 16);
        QCOMPARE(lanes()[2].strip, 15);
    }

    void rowsAreNotLeftOutForAGroupThatDoesNotFit()
    {
        ThreadProgram program;
        program.add({QStringLiteral("main"), 90, true});
        program.call(ThreadIndex(0), 100, "a;b;c;d;e;f;g;h;i;j;k;l;m;n;o;p");
        program.addMany(QStringLiteral("worker-%1"), 200, 40);
        program.add({QStringLiteral("logger"), 20});
        m_height = 8 + 16 * 17 + 4 + 15 + 8 + 17 + 4 + 10;
        show(program);
        QCOMPARE(chart(), QStringLiteral("main; [200 0]; logger"));
        QCOMPARE(m_chart->chartLayout().lanes()[0].rows, 16);
    }

    // Otherwise half of the window would be empty. Others than idle threads stay in sight.
    void aLastGroupReachesBelowTheWindowIfManyOfItsLanesAreSeen()
    {
        ThreadProgram program;
        program.add({QStringLiteral("main"), 90, true});
        program.addMany(QStringLiteral("worker-%1"), 128, 50);
        program.addMany(QStringLiteral("sleeper-%1"), 30, 0);
        const int around = 8 + 17 + 4 + 2 * 15; // main, two groups
        m_height = around + 16 * 4 - 1;
        show(program);
        QCOMPARE(chart(), QStringLiteral("main; [128 0]; [30 1]"));
        pictureOf(*m_chart, {600, around + 16 * 4});
        const auto &lanes = m_chart->chartLayout().lanes();
        QCOMPARE(lanes.size(), 3U + 128U);
        QCOMPARE(lanes[2].strip, 4);
        pictureOf(*m_gutter, {176, 100});
        toggleByTriangle(1);
        QCOMPARE(chart(), QStringLiteral("main; [128 0]; [30 1]"));
    }

    void theBusiestGroupIsOpenedFirst()
    {
        ThreadProgram program;
        program.add({QStringLiteral("main"), 90, true});
        program.addMany(QStringLiteral("p-%1"), 12, 10);
        program.addMany(QStringLiteral("q-%1"), 12, 50);
        m_height = 8 + 17 + 4 + 2 * 15 + 12 * 4;
        show(program);
        m_state->threads().sort(ThreadSort::Name);
        const auto &groups = m_state->threads().order().groups();
        QVERIFY2(groups[1].name.startsWith(u'p'), qPrintable(groups[1].name));
        QVERIFY(!m_state->threads().isOpen(groups[1]));
        QVERIFY(m_state->threads().isOpen(groups[2]));
    }

    void aDeepThreadLeavesSixLanesInSight()
    {
        std::vector<Row> rows{{"main", 60, 90}};
        for (const char *name : {"a", "b", "c", "d", "e", "f", "g", "h"})
            rows.push_back({name, 40, 20});
        open(rows);
        // As in a window of half of 1920 × 1080, one of 1280 × 720, and in a large one.
        for (const auto &[height, least] : {std::pair(245, 8), {414, 18}, {800, 18}}) {
            pictureOf(*m_chart, {600, height});
            const auto &lanes = m_chart->chartLayout().lanes();
            QVERIFY2(lanes[0].rows >= least, qPrintable(QString::number(lanes[0].rows)));
            QCOMPARE(lanes[0].rows + lanes[0].more, 60);
            QVERIFY(lanes[6].top + lanes[6].strip <= height);
            QVERIFY(lanes[6].top + lanes[6].strip > height - 17 - 15); // nor is room left over
        }
        pictureOf(*m_chart, {600, 2000});
        QCOMPARE(m_chart->chartLayout().lanes()[0].more, 0);
        pictureOf(*m_chart, {600, 100}); // rows as on a small screen, the others by scrolling
        QCOMPARE(m_chart->chartLayout().lanes()[0].rows, 8);
    }

    void rowsThatAreLeftOutAreSaidAndShownByAClickUntilTheThreadIsFolded()
    {
        open({{"main", 60, 90}, {"other", 3, 10}});
        pictureOf(*m_chart, {600, 430});
        const auto main = [&] { return m_chart->chartLayout().lanes()[0]; };
        QVERIFY(main().more > 0);
        QCOMPARE(moreRowsText(12), QStringLiteral("12 more row(s)"));
        const int line = m_chart->chartLayout().rowsBottom(main()) + 2;
        for (const auto &[widget, place] :
             {std::pair(static_cast<QWidget *>(m_chart.get()), QPoint(30, line)),
              std::pair(static_cast<QWidget *>(m_gutter.get()), QPoint(60, line - 6))}) {
            QTest::mouseClick(widget, Qt::LeftButton, {}, place);
            QCOMPARE(main().rows, 60);
            QCOMPARE(main().more, 0);
            QVERIFY(!m_state->threads().isAnyHidden());
            toggleByTriangle(0);
            toggleByTriangle(0);
            QVERIFY(main().more > 0);
        }
    }

    void aCallInARowThatIsLeftOutShowsTheRowsWhileItIsSelected()
    {
        open({{"main", 60, 90}, {"other", 3, 10}});
        pictureOf(*m_chart, {600, 430});
        const auto main = [&] { return m_chart->chartLayout().lanes()[0]; };
        m_state->selection().select(BoxReference{ThreadIndex(0), 50, BoxIndex(0)});
        QCOMPARE(main().more, 0);
        QVERIFY(m_chart->chartLayout().rowTop(main(), 50) < m_chart->camera().scrollY + 430);
        m_state->selection().select(BoxReference{ThreadIndex(0), 2, BoxIndex(0)});
        QVERIFY(main().more > 0);
    }

    // A program whose start is deep, and all else is not.
    void aThreadIsUnfoldedToTheDepthThatItsBusyTimeNeeds()
    {
        open({{"main", 30, 90, 4}, {"busy", 10, 90}, {"less", 10, 50}});
        pictureOf(*m_chart, {600, 460});
        const auto &lanes = m_chart->chartLayout().lanes();
        QCOMPARE(lanes[0].rows, 4);
        QCOMPARE(lanes[0].more, 26);
        QCOMPARE(folded(), QString()); // the room that is left is that of the others
        pictureOf(*m_chart, {600, 1200});
        QCOMPARE(m_chart->chartLayout().lanes()[0].rows, 30);
    }

    // Without rows of the first thread in it, the chart would end in the middle.
    void whatNoOtherThreadHasUseForTheFirstOneHas()
    {
        open({{"main", 30, 90, 4}, {"busy", 16, 90}});
        constexpr int height = 210; // too low for eight rows of the other thread
        pictureOf(*m_chart, {600, height});
        const auto &lanes = m_chart->chartLayout().lanes();
        QCOMPARE(folded(), QStringLiteral("busy"));
        QVERIFY2(lanes[0].rows > 4, qPrintable(QString::number(lanes[0].rows)));
        const int left = height - m_chart->chartLayout().height();
        QVERIFY2(left >= 0 && left < 2 * m_chart->chartLayout().metrics().rowHeight,
                 qPrintable(QString::number(left)));
    }

    // What is decided does not depend on what was decided last, which would go to and fro.
    void unfoldingByHandDecidesAsItWouldAnew()
    {
        open({{"main", 30, 90, 4}, {"busy", 5, 90}, {"less", 5, 50}});
        m_state->threads().setCollapsed(ThreadIndex(0), Collapsed::Yes);
        m_state->threads().setCollapsed(ThreadIndex(0), Collapsed::No);
        pictureOf(*m_chart, {600, 500});
        QCOMPARE(m_chart->chartLayout().lanes()[0].rows, 4);
        QCOMPARE(m_chart->chartLayout().lanes()[0].more, 26);
        m_state->threads().setCollapsed(ThreadIndex(0), Collapsed::Yes);
        m_state->threads().setCollapsed(ThreadIndex(0), Collapsed::No);
        QCOMPARE(m_chart->chartLayout().lanes()[0].rows, 4);
        QCOMPARE(folded(), QString());
    }

    void aThreadAloneHasAllItsRows()
    {
        open({{"main", 60, 90}});
        pictureOf(*m_chart, {600, 430});
        QCOMPARE(m_chart->chartLayout().lanes()[0].rows, 60);
    }

    void whatIsFoldedByHandStaysSo()
    {
        open({{"main", 5, 30}, {"busy", 10, 90}, {"less", 10, 50}});
        pictureOf(*m_chart, {600, 2000});
        QCOMPARE(folded(), QString());
        toggleByTriangle(0);
        toggleByTriangle(2);
        QCOMPARE(folded(), QStringLiteral("main less"));
        toggleByTriangle(2);
        pictureOf(*m_chart, {600, 100});
        QCOMPARE(folded(), QStringLiteral("main"));
        pictureOf(*m_chart, {600, 2000});
        QCOMPARE(folded(), QStringLiteral("main"));
    }

    void oneKeyFoldsAllToLanesAndBack()
    {
        ThreadProgram program;
        program.addServer();
        show(program);
        pictureOf(*m_gutter, {176, 900});
        const QString before = chart();
        toggleByTriangle(1); // writer
        const QString byHand = folded();
        QTest::keyClick(m_chart.get(), Qt::Key_L);
        // The workers are open, the idle ones are not.
        QCOMPARE(m_chart->chartLayout().lanes().size(), 45U - 30U + 2U);
        QVERIFY(m_chart->chartLayout().lanes().back().isGroup());
        for (const Lane &lane : m_chart->chartLayout().lanes())
            QCOMPARE(lane.rows, 0);
        QTest::keyClick(m_chart.get(), Qt::Key_L);
        QCOMPARE(chart(), before);
        QCOMPARE(folded(), byHand);
    }

    void theKeyGoesToTheFirstLanesAndBackToTheSelectedCall()
    {
        ThreadProgram program;
        for (char letter = 'a'; letter <= 'z'; ++letter) // alike names would be a group
            program.add({QString(4, QLatin1Char(letter)), 90});
        show(program);
        pictureOf(*m_chart, {600, 200});
        const ThreadIndex last = m_state->threads().all().back();
        m_state->selection().select(BoxReference{last, 0, BoxIndex(0)});
        QVERIFY(m_chart->camera().scrollY > 0);
        const int there = m_chart->camera().scrollY;
        QTest::keyClick(m_chart.get(), Qt::Key_L);
        const auto seen = [&] {
            const Lane &lane = *m_chart->chartLayout().laneOf(last);
            const int top = lane.top - m_chart->camera().scrollY;
            return top >= 0 && top + lane.strip <= 200;
        };
        QVERIFY(seen());
        QTest::keyClick(m_chart.get(), Qt::Key_L);
        QCOMPARE(m_chart->camera().scrollY, there);
        QVERIFY(!m_state->threads().isCollapsed(last));

        // Nothing is selected: the lanes begin with the first one.
        m_state->selection().select(std::nullopt);
        m_chart->scrollTo(m_state->threads().all()[5]);
        QVERIFY(m_chart->camera().scrollY > 0);
        const int before = m_chart->camera().scrollY;
        QTest::keyClick(m_chart.get(), Qt::Key_L);
        QCOMPARE(m_chart->camera().scrollY, 0);
        QTest::keyClick(m_chart.get(), Qt::Key_L);
        QCOMPARE(m_chart->camera().scrollY, before);
    }

    void twoHundredThreadsFitOnAScreen()
    {
        ThreadProgram program;
        program.add({QStringLiteral("main"), 90, true});
        program.addMany(QStringLiteral("worker-%1"), 130, 50);
        program.addMany(QStringLiteral("io-%1"), 70, 20);
        show(program);
        m_chart->perform(ChartAction::ToggleLanes);
        pictureOf(*m_chart, {1200, 900});
        QVERIFY(m_chart->chartLayout().height() <= 900);
        const int worker = m_chart->chartLayout().lanes()[2].strip;
        QVERIFY2(worker >= 4 && worker < 15, qPrintable(QString::number(worker)));
        pictureOf(*m_chart, {1200, 4000});
        QCOMPARE(m_chart->chartLayout().lanes()[2].strip, 15);
    }

    // What is about to be clicked does not move.
    void whoBeginsToWorkStaysWithTheIdleWhileThePointerIsOverTheList()
    {
        ThreadProgram program;
        program.addServer();
        m_height = 100;
        show(program);
        const QString before = chart();
        QEnterEvent enter(QPointF(20, 20), QPointF(20, 20), QPointF(20, 20));
        QCoreApplication::sendEvent(m_gutter.get(), &enter);
        for (int sample = 100; sample < 120; ++sample)
            program.work(ThreadIndex(17), sample);
        m_state->update(program.spans());
        QCOMPARE(chart(), before);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(m_gutter.get(), &leave);
        QCOMPARE(chart(), QStringLiteral("main; writer; [12 0]; logger; sleeper-3; [29 1]"));
    }

    // Others get busier and deeper, and new ones come: rows under the pointer stay.
    void rowsStayWhileThePointerIsOverChartOrList()
    {
        ThreadProgram program;
        program.add({QStringLiteral("main"), 90, true});
        program.add({QStringLiteral("first"), 50});
        program.add({QStringLiteral("second"), 10});
        show(program);
        const int low = m_chart->chartLayout().lanes()[2].top + 2; // of two threads' rows
        pictureOf(*m_chart, {600, low + 15});
        const auto lanes = [this] {
            QStringList texts;
            for (const Lane &lane : m_chart->chartLayout().lanes())
                texts << QStringLiteral("%1 %2 %3")
                             .arg(nameOf(lane.thread))
                             .arg(lane.top)
                             .arg(lane.rows);
            return texts;
        };
        const QStringList before = lanes();
        QEnterEvent enter(QPointF(20, 20), QPointF(20, 20), QPointF(20, 20));
        QCoreApplication::sendEvent(m_gutter.get(), &enter);
        for (int sample = 100; sample < 300; ++sample)
            program.work(ThreadIndex(2), sample);
        program.call(ThreadIndex(0), 100, "a;b;c;d;e;f;g;h");
        m_state->update(program.spans());
        QCOMPARE(lanes(), before);
        program.add({QStringLiteral("late"), 50});
        m_state->update(program.spans());
        QCOMPARE(lanes().mid(0, 3), before);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(m_gutter.get(), &leave);
        QVERIFY(lanes().mid(0, 3) != before);
    }

    void betweenListAndChartThePointerLeavesNothing()
    {
        Searcher searcher(*m_state);
        TimelineView view(*m_state, searcher);
        QWidget *both = view.chart().parentWidget();
        QVERIFY(both->isAncestorOf(&view.gutter()));
        QEnterEvent enter(QPointF(20, 20), QPointF(20, 20), QPointF(20, 20));
        QCoreApplication::sendEvent(both, &enter);
        QVERIFY(m_state->threads().held() == Held::Yes);
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(&view.gutter(), &leave); // for the chart
        QVERIFY(m_state->threads().held() == Held::Yes);
        QCoreApplication::sendEvent(both, &leave);
        QVERIFY(m_state->threads().held() == Held::No);
    }

    void anAreaThatGoesWithThePointerLetsGoAndAnotherOneDoesNot()
    {
        auto area = std::make_unique<QWidget>();
        QWidget other;
        new HeldRows(m_state->threads(), *area);
        new HeldRows(m_state->threads(), other);
        QEnterEvent enter(QPointF(20, 20), QPointF(20, 20), QPointF(20, 20));
        QCoreApplication::sendEvent(area.get(), &enter);
        QHideEvent hide;
        QCoreApplication::sendEvent(&other, &hide);
        QVERIFY(m_state->threads().held() == Held::Yes);
        area.reset();
        EMBER_TRY(m_state->threads().held() == Held::No);
    }

    void whoIsNewAndWorksIsNotIdleEvenWhileThePointerIsOverTheList()
    {
        ThreadProgram program;
        program.addServer();
        m_height = 100;
        show(program);
        QEnterEvent enter(QPointF(20, 20), QPointF(20, 20), QPointF(20, 20));
        QCoreApplication::sendEvent(m_gutter.get(), &enter);
        program.work(ThreadIndex(17), 100);
        program.add({QStringLiteral("late"), 50});
        m_state->update(program.spans());
        QCOMPARE(chart(), QStringLiteral("main; writer; [12 0]; logger; late; [30 1]"));
    }

    void aCallThatIsChosenIsSeenAndTheThreadIsFoldedAgain()
    {
        open({{"main", 5, 30}, {"busy", 10, 90}});
        pictureOf(*m_chart, {600, 100});
        QCOMPARE(folded(), QStringLiteral("busy"));
        m_state->selection().select(BoxReference{ThreadIndex(1), 0, BoxIndex(0)});
        QCOMPARE(folded(), QString());
        m_state->selection().select(BoxReference{ThreadIndex(0), 0, BoxIndex(0)});
        QCOMPARE(folded(), QStringLiteral("busy"));
    }

    void aClickInTheGutterChoosesTheThreadThatCounts()
    {
        open({{"a", 2, 90}, {"b", 2, 80}, {"c", 2, 70}, {"d", 2, 60}});
        click(1);
        QCOMPARE(counted(), QStringLiteral("b"));
        QCOMPARE(m_state->sums().selection().threads, std::vector{ThreadIndex(1)});
        QCOMPARE(m_chart->chartLayout().lanes().size(), 4U); // the others are still seen
        click(3, Qt::ControlModifier);
        QCOMPARE(counted(), QStringLiteral("b d"));
        click(1, Qt::ControlModifier);
        QCOMPARE(counted(), QStringLiteral("d"));
        click(1);
        click(3, Qt::ShiftModifier);
        QCOMPARE(counted(), QStringLiteral("b c d"));
        click(2);
        click(2); // and again
        QVERIFY(!m_state->threads().isAnyHidden());
    }

    void aClickOnALaneChoosesItToo()
    {
        open({{"a", 2, 90}, {"b", 2, 80}});
        m_state->threads().setAllCollapsed(Collapsed::Yes);
        QTest::mouseClick(m_chart.get(), Qt::LeftButton, {}, QPoint(100, 20));
        QCOMPARE(counted(), QStringLiteral("b"));
    }

    void aDoubleClickUnfoldsAndChoosesNothing()
    {
        open({{"a", 2, 90}, {"b", 2, 80}});
        m_state->threads().setAllCollapsed(Collapsed::Yes);
        for (QWidget *widget :
             {static_cast<QWidget *>(m_gutter.get()), static_cast<QWidget *>(m_chart.get())}) {
            const QPoint second(100, 20);
            QTest::mouseClick(widget, Qt::LeftButton, {}, second);
            QTest::mouseDClick(widget, Qt::LeftButton, {}, second);
            QVERIFY(!m_state->threads().isAnyHidden());
            QVERIFY(!m_state->threads().isCollapsed(ThreadIndex(1)));
            m_state->threads().setCollapsed(ThreadIndex(1), Collapsed::Yes);
        }
    }

    void theGutterSaysNameRunningTimeAndShares()
    {
        show(buildSpans(throughAllActivities()));
        const LaneKey lane{ThreadIndex(0)};
        const QStringList details = laneDetails(*m_state, lane);
        QVERIFY2(details.last().startsWith(QStringLiteral("running 25 %, waiting 75 %")),
                 qPrintable(details.last()));
        const QImage picture = pictureOf(*m_gutter, {176, 100});
        QVERIFY(colourCount(picture, 5) >= 5);
        const QString tip = laneTip(*m_state, lane, atMs(250));
        QVERIFY2(tip.contains(QStringLiteral("blocked by a lock for 100 ms")), qPrintable(tip));
        QVERIFY(tip.contains(QStringLiteral("work")));
        for (const Activity activity : {Activity::Running, Activity::Runnable, Activity::Lock,
                                        Activity::InputOutput, Activity::Waiting})
            QVERIFY2(tip.contains(QColor(this->lane(activity)).name()), qPrintable(tip));
    }

    // The tip names the same function as the answer, not only libc's.
    void theTipOfAWaitNamesTheOwnFunctionThatWaits()
    {
        using Doing = Program::Doing;
        Program program(2);
        const auto thread = program.thread("worker");
        const std::vector<std::string> lock{"Main", "Refill", "___pthread_mutex_lock",
                                            "__lll_lock_wait", "futex_wait"};
        const std::vector<std::string> sleep{"Main", "Pause", "usleep", "clock_nanosleep"};
        program.add(thread, 10, lock, Doing::blocked())
            .add(thread, 10, sleep, Doing::blocked(pollCall))
            .add(thread, 10, {"Main", "read", "__read"}, Doing::blocked(readCall))
            .add(thread, 10, {"worker", "take", "futex_wait"}, Doing::blocked())
            .add(thread, 11, lock, Doing::runnable());
        show(buildSpans(program.builder.snapshot()));
        const auto tipAtMs = [&](int ms) { return laneTip(*m_state, {thread}, atMs(ms)); };
        for (const auto &[ms, calls] :
             {std::pair(50, "___pthread_mutex_lock ← Refill"),
              {150, "usleep ← Pause"},
              {250, "read ← Main"},
              {350, "futex_wait ← take ← worker"},
              {450, "futex_wait ← __lll_lock_wait ← ___pthread_mutex_lock"}}) {
            const QString line = u'\n' + QString::fromUtf8(calls) + QStringLiteral("</p>");
            QVERIFY2(tipAtMs(ms).contains(line), qPrintable(tipAtMs(ms)));
        }
    }

    void theLegendHasWhatThereIsRoomForWhileTheChartIsSeen()
    {
        LaneLegend legend(*m_chart, m_state->profile(), m_state->appearance());
        const auto colours = [&](int width) {
            legend.resize(width, 20);
            std::vector<QRgb> fills;
            for (const ColourMeaning &meaning : legend.shown())
                fills.push_back(meaning.colour.fill);
            return fills;
        };
        m_chart->show();
        QVERIFY(colours(2000).empty());
        show(buildSpans(throughAllActivities()));
        m_chart->show();
        const std::vector all{lane(Activity::Running), lane(Activity::Runnable),
                              lane(Activity::Lock), lane(Activity::InputOutput),
                              lane(Activity::Waiting)};
        QCOMPARE(colours(2000), all);
        QVERIFY(legend.accessibleDescription().contains(QStringLiteral("blocked by a lock")));
        const auto some = colours(legend.fontMetrics().horizontalAdvance(
            QStringLiteral("running, waits for a CPU, blocked by")));
        QVERIFY(!some.empty() && some.size() < all.size());
        QCOMPARE(some.front(), all.front());
        QVERIFY(colours(10).empty());
        m_chart->hide();
        QVERIFY(colours(2000).empty());
        QWidget otherChart;
        legend.explain(otherChart);
        otherChart.show();
        QCOMPARE(colours(2000), all);
        otherChart.hide();
        QVERIFY(colours(2000).empty());
        m_chart->show();
        m_state->open(buildSpans(textProfile("a a\n"))); // has no states
        QVERIFY(colours(2000).empty());
    }

    void theTipOfTheLegendHasWhatHasNoRoom()
    {
        LaneLegend legend(*m_chart, m_state->profile(), m_state->appearance());
        show(buildSpans(throughAllActivities()));
        m_chart->show();
        legend.resize(10, 20);
        QVERIFY(legend.shown().empty());
        keepTextsPlain(); // as in the program
        QHelpEvent help(QEvent::ToolTip, {1, 1}, legend.mapToGlobal(QPoint(1, 1)));
        QCoreApplication::sendEvent(&legend, &help);
        QTextDocument tip; // as the tip shows it
        tip.setHtml(QToolTip::text());
        for (const char *text : {"running", "waits for a CPU", "blocked by a lock", "waiting"})
            QVERIFY2(tip.toPlainText().contains(QLatin1String(text)),
                     qPrintable(tip.toPlainText()));
        QVERIFY2(!tip.toPlainText().contains(u'<'), qPrintable(tip.toPlainText()));
        QTextCursor square = tip.find(QString(QChar(0x25a0)));
        QCOMPARE(square.charFormat().foreground().color(), QColor(lane(Activity::Running)));
        QToolTip::hideText();
    }

    // Names of threads and programs are as long as Linux keeps them, their figures beside them.
    void theGutterIsAsWideAsNamesNeed()
    {
        const auto widthWith = [&](const char *name) {
            ProfileBuilder builder;
            Thread thread;
            thread.name = builder.string(name);
            const auto index = builder.addThread(thread);
            const auto stack = textStack(builder, "work");
            builder.addSample(index, {atMs(0), stack, {}});
            builder.addSample(index, {atMs(10), stack, {}});
            m_state->open(buildSpans(builder.snapshot()));
            return m_gutter->widthIn(1280);
        };
        const int usual = widthWith("main");
        QCOMPARE(usual, 176);
        const int wide = widthWith("emberchart-demo");
        QFont bold = m_gutter->font();
        bold.setBold(true);
        const int name = QFontMetrics(bold).horizontalAdvance(QStringLiteral("emberchart-demo"));
        QVERIFY(wide > usual);
        QVERIFY(wide >= 22 + name + 40);
        QCOMPARE(widthWith("emberchart-demo-of-all-there-is"), wide);
        QCOMPARE(widthWith("WWWWWWWWWWWWWWW"), usual + 40);
    }

    void theLegendTellsWhatIsNotFoundFromWhatWaits()
    {
        LaneLegend legend(*m_chart, m_state->profile(), m_state->appearance());
        legend.resize(2000, 20);
        show(buildSpans(throughAllActivities()));
        m_chart->show();
        QCOMPARE(legend.shown().back().colour.fill, lane(Activity::Waiting));
        m_state->selection().setSearchText(QStringLiteral("work"));
        EMBER_TRY(legend.shown().size() == 6);
        QCOMPARE(legend.shown()[4].text, QStringLiteral("waiting"));
        QCOMPARE(legend.shown()[4].colour.fill, m_state->theme().mutedText.rgb());
        QCOMPARE(legend.shown()[5].text, QStringLiteral("not found or left out"));
        QCOMPARE(legend.shown()[5].colour.fill, m_state->theme().dimmed.fill);
        const int name = legend.fontMetrics().horizontalAdvance(legend.shown()[5].text);
        const QPoint swatch(2000 - name - 5 - 9, 10); // its edge is seen, as its colour is not
        QCOMPARE(legend.grab().toImage().pixel(swatch), m_state->theme().mutedText.rgb());
        m_state->selection().setSearchText({});
        EMBER_TRY(legend.shown().size() == 5);
        QCOMPARE(legend.shown().back().colour.fill, lane(Activity::Waiting));
    }

    void screenReadersAreToldOfTheLanes()
    {
        open({{"main", 2, 90}, {"b", 2, 80}});
        m_state->threads().setCollapsed(ThreadIndex(1), Collapsed::Yes);
        pictureOf(*m_gutter, {176, 900});
        QAccessibleInterface *gutter = QAccessible::queryAccessibleInterface(m_gutter.get());
        QCOMPARE(gutter->childCount(), 2);
        QCOMPARE(gutter->child(1)->text(QAccessible::Name), QStringLiteral("b, 800 ms, folded"));
        gutter->child(1)->actionInterface()->doAction(QAccessibleActionInterface::pressAction());
        QCOMPARE(counted(), QStringLiteral("b"));
        QVERIFY(gutter->child(1)->state().selected);
    }

    void theGutterIsAsWideAsItIsDraggedAndTheChartBeginsThere()
    {
        Searcher searcher(*m_state);
        TimelineView view(*m_state, searcher);
        pictureOf(view, {1280, 700});
        QCOMPARE(view.gutter().width(), 176);
        QCOMPARE(view.chart().mapTo(&view, QPoint()).x(), 176);
        pictureOf(view, {1920, 1000});
        QCOMPARE(view.gutter().width(), 210);
        QTest::mousePress(&view.gutter(), Qt::LeftButton, {}, QPoint(208, 50));
        QTest::mouseMove(&view.gutter(), QPoint(298, 50));
        QTest::mouseRelease(&view.gutter(), Qt::LeftButton, {}, QPoint(298, 50));
        QCOMPARE(m_state->appearance().gutterWidth(), 300);
        pictureOf(view, {1280, 700});
        QCOMPARE(view.chart().mapTo(&view, QPoint()).x(), 300);
        QCOMPARE(view.gutterWidth(), 300);
    }

private:
    struct Row {
        const char *name;
        int depth;
        int busy; // of 100 samples
        int deep = 100; // samples at its depth; later ones are in its two outermost calls
    };

    // Threads of one process, in this order; the first one is the main thread.
    void open(const std::vector<Row> &rows)
    {
        ProfileBuilder builder;
        builder.addProcess({});
        for (std::size_t number = 0; number < rows.size(); ++number) {
            Thread thread;
            thread.process = ProcessIndex(0);
            thread.id = builder.string(std::to_string(number));
            thread.name = builder.string(rows[number].name);
            thread.isMain = number == 0;
            const auto index = builder.addThread(thread);
            StackIndex deep = emptyStack;
            StackIndex shallow = emptyStack;
            for (int depth = 0; depth < rows[number].depth; ++depth) {
                const auto call = textStack(builder, "f" + std::to_string(depth));
                deep = builder.stack(deep, builder.snapshot()->stack(call).frame);
                shallow = depth == 1 ? deep : shallow;
            }
            for (int sample = 0; sample <= 100; ++sample) {
                const auto busy = sample < rows[number].deep ? deep : shallow;
                builder.addSample(
                    index, {atMs(10 * sample), sample < rows[number].busy ? busy : emptyStack, {}});
            }
        }
        show(buildSpans(builder.snapshot()));
        pictureOf(*m_gutter, {176, 900});
    }

    // Milliseconds of calls in samples of the first thread that are found; 0 without an answer.
    static std::int64_t timeFound(const FlameChartWidget &chart)
    {
        const auto &runs = chart.laneHits().runs();
        if (runs.empty())
            return 0;
        const auto times = runs.front().within(TimeRange::everything(), {});
        return times.at(std::size_t(Activity::Sampled)).count() / 1'000'000;
    }

    // The six threads, folded, in a group.
    void showOneOfSix(Open open)
    {
        show(buildSpans(oneOfSixDraws()));
        m_state->threads().setAllGroupsOpen(open);
        m_state->threads().setAllCollapsed(Collapsed::Yes);
    }

    QRgb pixel(std::size_t place, int ms, int y)
    {
        const QImage picture = pictureOf(*m_chart, {600, 200});
        return picture.pixel(static_cast<int>(m_chart->camera().scale.toX(atMs(ms))),
                             m_chart->chartLayout().lanes()[place].top + y);
    }

    // The bottom of a lane, every 100 ms.
    std::vector<QRgb> colours(std::size_t place)
    {
        std::vector<QRgb> colours;
        for (const int ms : {50, 150, 250, 350})
            colours.push_back(pixel(place, ms, 13));
        return colours;
    }

    QRgb topOf(std::size_t place, int ms) { return pixel(place, ms, 0); }

    QRgb lane(Activity activity) const { return laneColour(m_state->theme(), activity).fill; }

    QString folded() const
    {
        QStringList names;
        for (const ThreadIndex thread : m_state->threads().all()) {
            if (m_state->threads().isCollapsed(thread))
                names << nameOf(thread);
        }
        return names.join(u' ');
    }

    QString counted() const
    {
        QStringList names;
        for (const ThreadIndex thread : m_state->threads().shown())
            names << nameOf(thread);
        return names.join(u' ');
    }

    QPoint gutterRow(std::size_t place, int x) const
    {
        const Lane &lane = m_chart->chartLayout().lanes()[place];
        return {x, lane.top - m_chart->camera().scrollY + 6};
    }

    void click(std::size_t place, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::mouseClick(m_gutter.get(), Qt::LeftButton, modifiers, gutterRow(place, 80));
    }

    void toggleByTriangle(std::size_t place)
    {
        QTest::mouseClick(m_gutter.get(), Qt::LeftButton, {}, gutterRow(place, 11));
    }

    std::unique_ptr<ThreadGutter> m_gutter;
};

EMBER_TEST(TstLanes)
#include "tst_lanes.moc"
