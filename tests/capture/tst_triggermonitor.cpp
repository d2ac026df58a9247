// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/log/ringfile.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <vector>

using namespace ember::capture;
using namespace ember::model;
using namespace std::chrono_literals;

namespace {

constexpr auto watchStart = timestampFromNs(1'700'000'000'000'000'000);

// Seconds of ticks every 100 ms, each with so much CPU time; in which of them it said something.
std::vector<int> alarms(double limit, const std::vector<Nanoseconds> &cpuPerTick)
{
    KeepTriggers triggers;
    triggers.cpuAbove = limit;
    TriggerMonitor monitor(triggers);
    std::vector<int> seconds;
    UnwoundTick tick;
    tick.time = watchStart;
    tick.samples.resize(1);
    monitor.check(tick);
    for (std::size_t second = 0; second < cpuPerTick.size(); ++second) {
        for (int part = 0; part < 10; ++part) {
            tick.time += 100ms;
            tick.samples[0].detail.cpuNs = static_cast<std::uint32_t>(cpuPerTick[second].count());
            if (monitor.check(tick))
                seconds.push_back(static_cast<int>(second));
        }
    }
    return seconds;
}

} // namespace

class TstTriggerMonitor : public QObject {
    Q_OBJECT

private slots:
    void cpuUseIsToldWhenItRisesOverTheLimit()
    {
        QCOMPARE(alarms(90, {50ms, 95ms, 95ms, 10ms, 99ms}), (std::vector<int>{1, 4}));
    }

    void theLimitItselfIsNotOverIt() { QCOMPARE(alarms(90, {90ms, 90ms}), std::vector<int>()); }

    void framesCountWhenFrozenAndAskedFor()
    {
        KeepTriggers triggers;
        const MeasuredValue slow{{}, "slow_frame_renders", "nanosecond", watchStart, 30e6};
        const MeasuredValue frozen{{}, "frozen_frame_renders", "nanosecond", watchStart, 812e6};
        QVERIFY(!TriggerMonitor(triggers).check(frozen));
        triggers.onFrozenFrame = true;
        QVERIFY(!TriggerMonitor(triggers).check(slow));
        QCOMPARE(TriggerMonitor(triggers).check(frozen).value(),
                 std::string("frozen frame of 812 ms"));
    }
};

EMBER_TEST(TstTriggerMonitor)
#include "tst_triggermonitor.moc"
