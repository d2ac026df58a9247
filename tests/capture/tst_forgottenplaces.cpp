// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/sampler.h"
#include "tests/capture/scriptedbackend.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::capture;
using namespace ember::tests;
using namespace std::chrono_literals;
using ember::model::timestampFromNs;

// Threads sleep at more places than can be remembered.
class TstForgottenPlaces : public QObject {
    Q_OBJECT

private slots:
    void aForgottenPlaceCostsASuspension();
    void aForgottenPlaceThatNeedsNothingStaysUntouched();
};

namespace {

constexpr int forgottenLeader = 100;
const CaptureTime forgottenStart{1s};

// A thread that sleeps, and was sampled so.
struct Sleeper {
    Sleeper() : sampler(backend, queue, ClockAnchor(CaptureTime(0s), timestampFromNs(0)))
    {
        auto &thread = backend.thread(forgottenLeader);
        thread.state.blocked = true;
        thread.state.registers.sp = 0x7000;
        thread.state.registers.pc = 0x4000;
        thread.returnedToCall = true;
        sampler.handle(ImageReplaced{Pid(forgottenLeader)}, forgottenStart);
        for (const auto &event : queue.take(0ms)) {
            if (const auto *process = std::get_if<ProcessStarted>(&event))
                places = process->places;
        }
        sampler.tick(forgottenStart);
    }

    void learnOfOthers(BlockedPlaces::Need need)
    {
        Registers other;
        for (other.sp = 0x10000; other.sp < 0x10000 + 0x10 * 20'000; other.sp += 0x10)
            places->learn(other, need);
    }

    Registers place() { return backend.thread(forgottenLeader).state.registers; }

    ScriptedBackend backend;
    BatchQueue queue;
    Sampler sampler;
    std::shared_ptr<BlockedPlaces> places;
};

} // namespace

// Its samples are held back until a stop tells its registers: without one they would all be lost.
void TstForgottenPlaces::aForgottenPlaceCostsASuspension()
{
    Sleeper sleeper;
    QCOMPARE(sleeper.backend.suspensions(forgottenLeader), 0);
    sleeper.places->learn(sleeper.place(), BlockedPlaces::Need::Registers);
    sleeper.learnOfOthers(BlockedPlaces::Need::Registers);
    QVERIFY(sleeper.places->needAt(sleeper.place()) == BlockedPlaces::Need::Unknown);
    sleeper.sampler.tick(forgottenStart + 10ms);
    QCOMPARE(sleeper.backend.suspensions(forgottenLeader), 1);
}

void TstForgottenPlaces::aForgottenPlaceThatNeedsNothingStaysUntouched()
{
    Sleeper sleeper;
    sleeper.places->learn(sleeper.place(), BlockedPlaces::Need::Nothing);
    sleeper.learnOfOthers(BlockedPlaces::Need::Nothing);
    QVERIFY(sleeper.places->needAt(sleeper.place()) == BlockedPlaces::Need::Unknown);
    sleeper.sampler.tick(forgottenStart + 10ms);
    QCOMPARE(sleeper.backend.suspensions(forgottenLeader), 0);
}

EMBER_TEST(TstForgottenPlaces)
#include "tst_forgottenplaces.moc"
