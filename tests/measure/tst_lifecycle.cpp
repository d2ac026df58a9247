// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/lifecycle/lifecycle.h"
#include "capture/lifecycle/profilerswitch.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <deque>
#include <optional>
#include <vector>

using namespace ember::capture;
using namespace std::chrono_literals;

namespace {

constexpr Draw lowDraw(100'000'000); // below a rate of 0.5
constexpr Draw highDraw(900'000'000); // above it
constexpr Pid program{7};

ProfilerSetup setupOf(ProfileLifecycle lifecycle, double sessionRate,
                      std::optional<double> tracesRate = {})
{
    ProfilerSetup setup;
    setup.lifecycle = lifecycle;
    setup.sessionRate = sessionRate;
    setup.tracesRate = tracesRate;
    return setup;
}

// A lifecycle with a clock and draws of its own.
class Launch {
public:
    explicit Launch(const LifecycleOptions &given = {}, Draw session = lowDraw,
                    std::optional<AppStartDraw> earlier = {})
        : m_lifecycle(given, session, earlier, [this] { return nextDraw(); })
    {
        m_lifecycle.launched(m_now);
    }

    // The draws to come; lowDraw after them.
    void willDraw(Draw draw) { m_draws.push_back(draw); }

    void call(const ProfilerCall &call, Pid sender = program)
    {
        m_lifecycle.take(sender, call, m_now);
    }

    void begin(std::uint64_t span, std::optional<double> tracesRate = {})
    {
        call(TransactionBegan{span, tracesRate, {}});
    }

    void end(std::uint64_t span) { call(TransactionEnded{span}); }

    void pass(std::chrono::nanoseconds time)
    {
        m_now += time;
        m_lifecycle.elapse(m_now);
    }

    void processEnds() { m_lifecycle.processEnded(program, m_now); }
    void askStart() { m_lifecycle.startAsked(m_now); }
    void askStop() { m_lifecycle.stopAsked(m_now); }
    void finish() { m_lifecycle.finished(); }

    bool isRunning() const { return m_lifecycle.isRunning(); }

    bool isFinishingChunk() const { return m_lifecycle.stopsAt().has_value(); }

    bool hasSaid(ProfilerNotice notice)
    {
        const auto newest = m_lifecycle.takeNotices();
        m_notices.insert(m_notices.end(), newest.begin(), newest.end());
        return std::ranges::count(m_notices, notice) == 1;
    }

    std::optional<AppStartDraw> forNext() { return m_lifecycle.takeForNextLaunch(); }

private:
    Draw nextDraw()
    {
        if (m_draws.empty())
            return lowDraw;
        const Draw draw = m_draws.front();
        m_draws.pop_front();
        return draw;
    }

    CaptureTime m_now = CaptureTime(1h);
    std::deque<Draw> m_draws;
    std::vector<ProfilerNotice> m_notices;
    Lifecycle m_lifecycle;
};

LifecycleOptions given(std::optional<ProfileLifecycle> lifecycle,
                       std::optional<double> sessionRate = {},
                       std::optional<double> tracesRate = {})
{
    LifecycleOptions options;
    options.lifecycle = lifecycle;
    options.sessionRate = sessionRate;
    options.tracesRate = tracesRate;
    return options;
}

LifecycleOptions appStart(std::optional<ProfileLifecycle> lifecycle = {})
{
    LifecycleOptions options;
    options.lifecycle = lifecycle;
    options.onAppStart = true;
    return options;
}

constexpr auto manual = ProfileLifecycle::Manual;
constexpr auto trace = ProfileLifecycle::Trace;

} // namespace

// When the profiler runs, by the rules of SPEC.md that the names of the claims begin with.
class TstLifecycle : public QObject {
    Q_OBJECT

private slots:
    void l1TheModeIsManualUnlessChosen();
    void l2ManualIgnoresTransactions();
    void l3TraceWithoutTracingWarnsOnceAndNeverSamples();
    void l3TraceWithoutAConnectionWarns();
    void l4TraceFinishesTheRunningChunk();
    void l4AChunkThatEndsWithTheTransactionIsTheLast();
    void l5TransactionsAreDrawnByRateOrSampler();
    void l6TheSessionIsDrawnFirst();
    void l7EachTransactionIsDrawn();
    void l8OverlapExtends();
    void l9TheRateOfAProgramIsZeroOfALaunchOne();
    void l9ASessionIsDecidedOnce();
    void l9TheCommandLineGoesFirst();
    void l10EachLaunchIsDrawn();
    void l11TheForegroundBeginsASession();
    void l11ARunningTraceKeepsItsSession();
    void l11TheBackgroundStopsAtOnce();
    void l12ProfilesOfTransactionsIgnoreTheSession();
    void l15AppStartIsOffUnlessAsked();
    void l16TheDrawIsThatOfTheLaunchBefore();
    void l16EachLaunchDrawsForTheNext();
    void l17ManualAppStartEndsByStop();
    void l18TraceAppStartEndsWithTheFirstTransaction();
    void l19StartIsForSampledManualSessions();
    void l21AStoppedProfilerStartsAgain();
    void l22PeopleAreToldWhatDoesNothing();
    void anEndedProcessEndsItsTransactions();
    void lostEndsEndAllOfTheirProcess();
    void strangeCallsDoNothing();
    void endlessTransactionsAreBounded();
    void anEmptyCaptureSaysWhy();
};

void TstLifecycle::l1TheModeIsManualUnlessChosen()
{
    Launch launch;
    launch.begin(1, 1.0);
    QVERIFY(!launch.isRunning());
    launch.call(StartProfiler());
    QVERIFY(launch.isRunning());
    Launch traced(given(trace, {}, 1.0));
    traced.begin(1);
    QVERIFY(traced.isRunning());
}

void TstLifecycle::l2ManualIgnoresTransactions()
{
    Launch launch;
    launch.call(setupOf(manual, 1, 1.0));
    launch.begin(1);
    QVERIFY(!launch.isRunning());
    launch.call(StartProfiler());
    launch.end(1);
    QVERIFY(launch.isRunning());
    launch.call(StopProfiler());
    QVERIFY(!launch.isRunning());
}

void TstLifecycle::l3TraceWithoutTracingWarnsOnceAndNeverSamples()
{
    Launch launch;
    launch.call(setupOf(trace, 1));
    for (std::uint64_t span = 1; span < 10; ++span)
        launch.begin(span);
    QVERIFY(!launch.isRunning());
    QVERIFY(launch.hasSaid(ProfilerNotice::TracingOff));
    Launch early;
    early.call(setupOf(trace, 1));
    QVERIFY(early.hasSaid(ProfilerNotice::TracingOff));
    Launch unset(given(trace)); // by the command line alone
    unset.begin(1);
    QVERIFY(!unset.isRunning());
    QVERIFY(unset.hasSaid(ProfilerNotice::TracingOff));
}

void TstLifecycle::l3TraceWithoutAConnectionWarns()
{
    Launch launch(given(trace, {}, 1.0));
    launch.finish();
    QVERIFY(launch.hasSaid(ProfilerNotice::TracingOff));
    Launch connected(given(trace, {}, 1.0));
    connected.begin(1);
    connected.finish();
    QVERIFY(!connected.hasSaid(ProfilerNotice::TracingOff));
}

void TstLifecycle::l4TraceFinishesTheRunningChunk()
{
    Launch launch(given(trace, {}, 1.0));
    QVERIFY(!launch.isRunning());
    launch.begin(1);
    launch.pass(61s);
    launch.end(1);
    launch.pass(58s);
    QVERIFY(launch.isRunning());
    launch.pass(1s);
    QVERIFY(!launch.isRunning());
}

void TstLifecycle::l4AChunkThatEndsWithTheTransactionIsTheLast()
{
    Launch launch(given(trace, {}, 1.0));
    launch.begin(1);
    launch.pass(60s);
    launch.end(1);
    launch.pass(0s);
    QVERIFY(!launch.isRunning());
}

void TstLifecycle::l5TransactionsAreDrawnByRateOrSampler()
{
    Launch launch;
    launch.call(setupOf(trace, 1, 0.5));
    launch.willDraw(highDraw);
    launch.begin(1);
    QVERIFY(!launch.isRunning());
    launch.willDraw(highDraw);
    launch.begin(2, 1.0); // the sampler's answer goes before the rate
    QVERIFY(launch.isRunning());
    Launch never;
    never.call(setupOf(trace, 1, 1.0));
    never.begin(1, 0.0);
    QVERIFY(!never.isRunning());
}

void TstLifecycle::l6TheSessionIsDrawnFirst()
{
    Launch launch({}, highDraw);
    launch.call(setupOf(trace, 0.5, 1.0));
    launch.begin(1);
    QVERIFY(!launch.isRunning());
    QVERIFY(!launch.hasSaid(ProfilerNotice::TracingOff));
    launch.call(AppToForeground{lowDraw}); // no sampled transaction keeps the session
    launch.begin(2);
    QVERIFY(launch.isRunning());
}

void TstLifecycle::l7EachTransactionIsDrawn()
{
    Launch launch(given(trace, {}, 0.5));
    launch.willDraw(highDraw);
    launch.willDraw(lowDraw);
    launch.begin(1);
    QVERIFY(!launch.isRunning());
    launch.begin(2);
    QVERIFY(launch.isRunning());
    launch.end(2);
    QVERIFY(launch.isFinishingChunk()); // the first one is active, but not sampled
}

void TstLifecycle::l8OverlapExtends()
{
    Launch launch(given(trace, {}, 1.0));
    launch.begin(1);
    launch.pass(50s);
    launch.begin(2);
    launch.end(1);
    QVERIFY(!launch.isFinishingChunk());
    launch.pass(50s);
    QVERIFY(launch.isRunning());
    launch.end(2);
    QVERIFY(launch.isFinishingChunk());
    launch.begin(3); // within the last chunk
    QVERIFY(!launch.isFinishingChunk());
}

void TstLifecycle::l9TheRateOfAProgramIsZeroOfALaunchOne()
{
    Launch launch({}, Draw(Draw::limit - 1));
    launch.call(StartProfiler());
    QVERIFY(launch.isRunning());
    launch.call(ProfilerSetup());
    QVERIFY(!launch.isRunning());
}

void TstLifecycle::l9ASessionIsDecidedOnce()
{
    Launch launch({}, lowDraw);
    launch.call(setupOf(manual, 0.5));
    launch.call(setupOf(manual, 0));
    launch.call(StartProfiler());
    QVERIFY(launch.isRunning());
    Launch unsampled({}, highDraw);
    unsampled.call(setupOf(manual, 0.5));
    for (int times = 0; times < 100; ++times)
        unsampled.call(StartProfiler());
    QVERIFY(!unsampled.isRunning());
}

void TstLifecycle::l9TheCommandLineGoesFirst()
{
    Launch launch(given(manual, 0.5), lowDraw);
    launch.call(setupOf(trace, 0));
    launch.call(StartProfiler());
    QVERIFY(launch.isRunning());
    Launch unsampled(given({}, 0.5), highDraw);
    unsampled.call(setupOf(manual, 1));
    unsampled.call(StartProfiler());
    QVERIFY(!unsampled.isRunning());
}

void TstLifecycle::l10EachLaunchIsDrawn()
{
    const ProfilerSwitch first({}, "/nonexistent/program");
    const ProfilerSwitch second({}, "/nonexistent/program");
    QVERIFY(first.sessionVariable() != second.sessionVariable()); // equal once in 10^9
}

void TstLifecycle::l11TheForegroundBeginsASession()
{
    Launch launch({}, lowDraw);
    launch.call(setupOf(manual, 0.5));
    launch.call(StartProfiler());
    launch.call(AppToForeground{highDraw});
    QVERIFY(!launch.isRunning());
    launch.call(StartProfiler());
    QVERIFY(!launch.isRunning());
    launch.call(AppToForeground{lowDraw});
    launch.call(StartProfiler());
    QVERIFY(launch.isRunning());
}

void TstLifecycle::l11ARunningTraceKeepsItsSession()
{
    Launch launch({}, lowDraw);
    launch.call(setupOf(trace, 0.5, 1.0));
    launch.begin(1);
    launch.call(AppToBackground());
    QVERIFY(launch.isRunning());
    launch.call(AppToForeground{highDraw});
    launch.begin(2);
    launch.end(1);
    QVERIFY(launch.isRunning() && !launch.isFinishingChunk());
    launch.end(2);
    launch.pass(60s);
    QVERIFY(!launch.isRunning());
    launch.begin(3); // of the new session
    QVERIFY(!launch.isRunning());
    Launch sameChunk(given(trace, {}, 1.0));
    sameChunk.begin(1);
    sameChunk.pass(50s);
    sameChunk.call(AppToBackground());
    sameChunk.end(1);
    sameChunk.pass(10s);
    QVERIFY(!sameChunk.isRunning());
}

void TstLifecycle::l11TheBackgroundStopsAtOnce()
{
    Launch launch(given(trace, {}, 1.0));
    launch.begin(1);
    launch.end(1);
    QVERIFY(launch.isRunning());
    launch.call(AppToBackground());
    QVERIFY(!launch.isRunning());
}

void TstLifecycle::l12ProfilesOfTransactionsIgnoreTheSession()
{
    auto setup = setupOf(manual, 0, 1.0);
    setup.profilesRate = 0.5;
    Launch launch({}, highDraw);
    launch.call(setup);
    QVERIFY(launch.hasSaid(ProfilerNotice::SessionRateIgnored));
    launch.willDraw(lowDraw); // the transaction's
    launch.willDraw(highDraw); // its profile's
    launch.begin(1);
    QVERIFY(!launch.isRunning());
    launch.begin(2);
    QVERIFY(launch.isRunning());
    launch.end(2);
    QVERIFY(!launch.isRunning()); // there are no chunks to finish
    launch.call(TransactionBegan{3, 0.0, 1.0});
    QVERIFY(!launch.isRunning());
    launch.call(TransactionBegan{4, {}, 0.0}); // the sampler's answer
    QVERIFY(!launch.isRunning());
}

void TstLifecycle::l15AppStartIsOffUnlessAsked()
{
    const AppStartDraw earlier{lowDraw, 1, manual, false};
    QVERIFY(!Launch({}, lowDraw, earlier).isRunning());
    QVERIFY(Launch(appStart(), lowDraw, earlier).isRunning());
    const AppStartDraw byProgram{lowDraw, 1, manual, true};
    QVERIFY(Launch({}, lowDraw, byProgram).isRunning());
}

void TstLifecycle::l16TheDrawIsThatOfTheLaunchBefore()
{
    Launch first(appStart());
    QVERIFY(!first.isRunning());
    QVERIFY(first.hasSaid(ProfilerNotice::NoEarlierDraw));
    const AppStartDraw unsampled{highDraw, 0.5, manual, false};
    QVERIFY(!Launch(appStart(), highDraw, unsampled).isRunning());
    const AppStartDraw sampled{lowDraw, 0.5, manual, false};
    QVERIFY(Launch(appStart(), lowDraw, sampled).isRunning());
}

void TstLifecycle::l16EachLaunchDrawsForTheNext()
{
    QVERIFY(!Launch().forNext());
    Launch launch(appStart());
    QCOMPARE(launch.forNext()->rate, 1.0);
    launch.willDraw(highDraw);
    auto setup = setupOf(trace, 0.5);
    setup.onAppStart = true;
    launch.call(setup);
    const auto next = launch.forNext();
    QVERIFY(next && !next->isSampled() && next->byProgram);
    QCOMPARE(next->rate, 0.5);
    QCOMPARE(next->lifecycle, trace);
    QVERIFY(!launch.forNext());
    // A program that does not ask any more is not started again.
    Launch changed({}, lowDraw, AppStartDraw{lowDraw, 1, manual, true});
    changed.call(setupOf(manual, 1));
    QVERIFY(!changed.forNext()->byProgram);
}

void TstLifecycle::l17ManualAppStartEndsByStop()
{
    Launch launch(appStart(), lowDraw, AppStartDraw{lowDraw, 1, manual, false});
    launch.call(setupOf(manual, 1, 1.0));
    launch.begin(1);
    launch.end(1);
    launch.pass(1h);
    QVERIFY(launch.isRunning());
    launch.call(StopProfiler());
    QVERIFY(!launch.isRunning());
}

void TstLifecycle::l18TraceAppStartEndsWithTheFirstTransaction()
{
    Launch launch(appStart(trace), lowDraw, AppStartDraw{lowDraw, 1, trace, false});
    QVERIFY(launch.isRunning());
    launch.call(setupOf(trace, 1, 0.5));
    launch.willDraw(highDraw);
    launch.begin(1);
    launch.pass(90s);
    QVERIFY(launch.isRunning() && !launch.isFinishingChunk());
    launch.call(StopProfiler());
    QVERIFY(!launch.isFinishingChunk());
    launch.end(1);
    QVERIFY(launch.isFinishingChunk());
    launch.pass(30s);
    QVERIFY(!launch.isRunning());
    // The lifecycle is the one that the program had.
    Launch byProgram({}, lowDraw, AppStartDraw{lowDraw, 1, trace, true});
    QVERIFY(byProgram.isRunning());
    byProgram.begin(1, 1.0);
    byProgram.end(1);
    QVERIFY(byProgram.isFinishingChunk());
}

void TstLifecycle::l19StartIsForSampledManualSessions()
{
    Launch traced(given(trace, {}, 1.0));
    traced.call(StartProfiler());
    QVERIFY(!traced.isRunning());
    Launch unsampled(given(manual, 0.0));
    unsampled.call(StartProfiler());
    QVERIFY(!unsampled.isRunning());
    Launch changed({}, lowDraw, AppStartDraw{highDraw, 0.5, trace, true}); // trace until the setup
    changed.call(StartProfiler());
    changed.call(setupOf(manual, 1));
    QVERIFY(!changed.isRunning());
}

void TstLifecycle::l21AStoppedProfilerStartsAgain()
{
    Launch launch(given(manual));
    for (int times = 0; times < 3; ++times) {
        launch.call(StartProfiler());
        QVERIFY(launch.isRunning());
        launch.call(StopProfiler());
        QVERIFY(!launch.isRunning());
    }
}

void TstLifecycle::l22PeopleAreToldWhatDoesNothing()
{
    Launch traced(given(trace, {}, 1.0));
    traced.begin(1);
    traced.askStop();
    traced.askStop();
    QVERIFY(traced.isRunning() && !traced.isFinishingChunk());
    traced.askStart();
    QVERIFY(traced.hasSaid(ProfilerNotice::StopInTrace));
    QVERIFY(traced.hasSaid(ProfilerNotice::StartInTrace));
    Launch unsampled(given(manual, 0.0));
    unsampled.askStart();
    QVERIFY(!unsampled.isRunning());
    QVERIFY(unsampled.hasSaid(ProfilerNotice::StartNotSampled));
    Launch launch(given(manual));
    launch.askStart();
    QVERIFY(launch.isRunning());
    launch.askStop();
    QVERIFY(!launch.isRunning());
}

void TstLifecycle::anEndedProcessEndsItsTransactions()
{
    Launch launch(given(trace, {}, 1.0));
    launch.begin(1);
    launch.call(TransactionBegan{1, {}, {}}, Pid(8)); // the same id of another process
    launch.processEnds();
    QVERIFY(!launch.isFinishingChunk());
    launch.call(TransactionEnded{1}, Pid(8));
    QVERIFY(launch.isFinishingChunk());
}

void TstLifecycle::lostEndsEndAllOfTheirProcess()
{
    Launch launch(given(trace, {}, 1.0));
    launch.begin(1);
    launch.begin(2);
    launch.call(TransactionBegan{1, {}, {}}, Pid(8));
    launch.end(0);
    QVERIFY(!launch.isFinishingChunk());
    launch.call(TransactionEnded{0}, Pid(8));
    QVERIFY(launch.isFinishingChunk());
}

void TstLifecycle::strangeCallsDoNothing()
{
    Launch launch(given(trace, {}, 1.0));
    launch.end(1);
    launch.begin(2);
    launch.begin(2);
    launch.end(2);
    QVERIFY(launch.isFinishingChunk());
    launch.end(2);
    launch.begin(3);
    QVERIFY(launch.isRunning() && !launch.isFinishingChunk());
}

void TstLifecycle::endlessTransactionsAreBounded()
{
    Launch launch(given(trace, {}, 1.0));
    for (std::uint64_t span = 1; span <= Lifecycle::transactionLimit + 1; ++span)
        launch.begin(span);
    for (std::uint64_t span = 1; span <= Lifecycle::transactionLimit; ++span)
        launch.end(span);
    QVERIFY(launch.isFinishingChunk()); // the one too many does not count
}

void TstLifecycle::anEmptyCaptureSaysWhy()
{
    Launch unsampled(given(manual, 0.0));
    unsampled.finish();
    QVERIFY(unsampled.hasSaid(ProfilerNotice::SessionNotSampled));
    Launch never(given(manual));
    never.finish();
    QVERIFY(never.hasSaid(ProfilerNotice::NeverStarted));
    Launch launch(given(manual));
    launch.call(StartProfiler());
    launch.pass(0s);
    launch.finish();
    QVERIFY(!launch.hasSaid(ProfilerNotice::NeverStarted));
    Launch tooLate(given(manual)); // nobody could follow it any more
    tooLate.call(StartProfiler());
    tooLate.finish();
    QVERIFY(tooLate.hasSaid(ProfilerNotice::NeverStarted));
}

EMBER_TEST(TstLifecycle)
#include "tst_lifecycle.moc"
