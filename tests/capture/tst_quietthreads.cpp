// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"
#include "tests/capture/scriptedsampler.h"
#include "tests/support/testmain.h"
#include "tests/support/threeattempts.h"

#include <QTest>

using namespace ember::tests;
using namespace ember::capture;
using namespace std::chrono_literals;
using ember::model::ThreadState;

// Threads that have not run since the last tick: what happens to them all the same.
class TstQuietThreads : public QObject {
    Q_OBJECT

private slots:
    void aSleeperIsGivenAName();
    void aSleeperWithoutCpuIsRunnable_data();
    void aSleeperWithoutCpuIsRunnable();
    void whoSleepsForLongIsLookedAtSeldom();
    void namesGivenToSleepersAreFound();
    void asMuchWaitingIsFoundAsThereIs();
    void whoMayNotRestartCallsIsNotMadeTo();
    void aSleeperIsSampledAnewForARuntime_data();
    void aSleeperIsSampledAnewForARuntime();
    void aSleeperIsSampledAnewForAnImage();
};

namespace {

// A thread that was seen asleep at the first tick.
ScriptedSampler &fallAsleep(ScriptedSampler &setting)
{
    setting.backend.thread(leader).returnedToCall = true;
    setting.tick(start);
    return setting;
}

class EmptyRuntime : public ScriptRuntime {
public:
    explicit EmptyRuntime(bool needsThreadPointer) : m_needsThreadPointer(needsThreadPointer) { }

    std::string_view platform() const override { return "ruby"; }

    std::string title() const override { return "Ruby"; }

    ScriptPlacing placing() const override { return ScriptPlacing::ByEntry; }

    bool isScriptCode(std::uint64_t /*pc*/) const override { return false; }

    bool needsThreadPointer() const override { return m_needsThreadPointer; }

    std::unique_ptr<ScriptCopier> makeCopier() const override
    {
        return std::make_unique<EmptyCopier>();
    }

    std::unique_ptr<ScriptDecoder> makeDecoder() const override { return nullptr; }

private:
    class EmptyCopier : public ScriptCopier {
        void copy(const StoppedThread & /*thread*/, StopReader & /*reader*/,
                  std::vector<std::byte> & /*to*/) override
        {
        }

        void discardLast() override { }

        void startOver() override { }

        void forget(pid_t /*thread*/) override { }
    };

    const bool m_needsThreadPointer;
};

} // namespace

void TstQuietThreads::aSleeperIsGivenAName()
{
    ScriptedSampler setting;
    fallAsleep(setting).backend.thread(leader).traits.name = "worker";
    for (int number = 1; number < 10; ++number)
        setting.tick(start + number * 10ms);
    QCOMPARE(setting.backend.suspensions(leader), 0);
    setting.queue.close();
    const auto changes = only<ThreadChanged>(setting.queue.take(0ms));
    QCOMPARE(changes.size(), std::size_t(1));
    QCOMPARE(changes[0].name, std::string("worker"));
}

void TstQuietThreads::aSleeperWithoutCpuIsRunnable_data()
{
    QTest::addColumn<bool>("isWoken");
    QTest::addColumn<int>("runnable"); // threads of the machine
    QTest::addColumn<ThreadState>("state");
    QTest::newRow("woken") << true << 3 << ThreadState::Runnable;
    QTest::newRow("asleep") << false << 3 << ThreadState::Blocked;
    QTest::newRow("not looked at, there being CPUs") << true << 2 << ThreadState::Blocked;
}

void TstQuietThreads::aSleeperWithoutCpuIsRunnable()
{
    QFETCH(const bool, isWoken);
    QFETCH(const int, runnable);
    QFETCH(const ThreadState, state);
    ScriptedSampler setting;
    fallAsleep(setting).backend.runnable = static_cast<std::size_t>(runnable);
    setting.backend.thread(leader).returnedToCall = !isWoken;
    setting.backend.thread(leader).state.blocked = !isWoken;
    setting.tick(start + 10ms);
    QCOMPARE(setting.backend.suspensions(leader), 0);
    const auto ticks = setting.ticks();
    QCOMPARE(ticks.at(1).reused.size(), std::size_t(1));
    QVERIFY(ticks.at(1).reused[0].state == state);
}

void TstQuietThreads::whoSleepsForLongIsLookedAtSeldom()
{
    ScriptedSampler setting;
    fallAsleep(setting).backend.runnable = 3;
    const auto looksOf = [&setting](int first, int last) {
        const int before = setting.backend.placeChecks();
        for (int number = first; number < last; ++number)
            setting.tick(start + number * 10ms);
        return setting.backend.placeChecks() - before;
    };
    QCOMPARE(looksOf(1, 60), 59);
    looksOf(60, 100);
    QCOMPARE(looksOf(100, 260), 10);
}

void TstQuietThreads::namesGivenToSleepersAreFound()
{
    const auto run = record({}, words("namedlater"));
    QVERIFY2(run.status == 0, qPrintable(describe(run)));
    QVERIFY(run.profile);
    for (int number = 0; number < 8; ++number)
        QVERIFY(threadNamed(*run.profile, "worker-" + std::to_string(number)).isValid());
}

// As the thread itself says, at least: where the recorder wakes on its CPU it takes the one of the
// thread it waits for, and may find it at the same place of its course at each tick.
void TstQuietThreads::asMuchWaitingIsFoundAsThereIs()
{
    verifyInThreeAttempts([](QString &objection) {
        const auto run = record({}, words("starved 6000"));
        QVERIFY2(run.status == 0, qPrintable(describe(run)));
        QVERIFY(run.profile);
        const double truth = run.output.trimmed().toDouble() / 1000;
        QVERIFY(truth > 0.3);
        const auto thread = threadNamed(*run.profile, "hungry");
        QVERIFY(run.profile->samples(thread).size() >= 100);
        const double found = shareIn(*run.profile, thread, ThreadState::Runnable);
        if (found <= truth - 0.15)
            objection = QStringLiteral("%1 found, %2 told").arg(found).arg(truth);
    });
}

void TstQuietThreads::whoMayNotRestartCallsIsNotMadeTo()
{
    const auto run = record({}, words("filteredcalls"));
    QVERIFY2(run.status == 7, qPrintable(describe(run)));
}

void TstQuietThreads::aSleeperIsSampledAnewForARuntime_data()
{
    QTest::addColumn<bool>("needsThreadPointer");
    QTest::newRow("as it sleeps") << false;
    QTest::newRow("stopped once") << true;
}

// Its sample of before lacks the functions of scripts, and would stand for as long as it sleeps.
void TstQuietThreads::aSleeperIsSampledAnewForARuntime()
{
    QFETCH(const bool, needsThreadPointer);
    ScriptedSampler setting;
    setting.backend.thread(leader).state.threadPointer = 0x7f00;
    fallAsleep(setting).tick(start + 10ms);
    setting.runtimes->add(std::make_shared<EmptyRuntime>(needsThreadPointer), 0);
    for (int number = 2; number < 6; ++number)
        setting.tick(start + number * 10ms);
    QCOMPARE(setting.backend.suspensions(leader), needsThreadPointer ? 1 : 0);
    setting.sampler.tick(start + 1s); // completes the one before
    const auto ticks = setting.ticks();
    QCOMPARE(ticks.at(1).reused.size(), std::size_t(1));
    QCOMPARE(ticks.at(2).samples.size(), std::size_t(1));
    for (std::size_t number = 3; number < 6; ++number)
        QCOMPARE(ticks.at(number).reused.size(), std::size_t(1));
}

void TstQuietThreads::aSleeperIsSampledAnewForAnImage()
{
    ScriptedSampler setting;
    fallAsleep(setting).tick(start + 10ms);
    setting.demand->noteImage();
    setting.tick(start + 20ms);
    setting.tick(start + 30ms);
    setting.sampler.tick(start + 1s); // completes the one before
    QCOMPARE(setting.backend.suspensions(leader), 0);
    const auto ticks = setting.ticks();
    QCOMPARE(ticks.at(1).reused.size(), std::size_t(1));
    QCOMPARE(ticks.at(2).samples.size(), std::size_t(1));
    QCOMPARE(ticks.at(3).reused.size(), std::size_t(1));
}

EMBER_TEST(TstQuietThreads)
#include "tst_quietthreads.moc"
