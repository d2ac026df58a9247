// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/api/emberchart.h"
#include "capture/measure/measurestage.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <map>
#include <string>
#include <unistd.h>
#include <vector>

using namespace ember::capture;
using namespace std::chrono_literals;
using ember::model::Result;
using ember::model::Timestamp;

namespace {

// What the stage wrote: the times of each series' values.
class SeenValues : public RecordSink {
public:
    Result<void> on(const SinkEvent &event) override
    {
        if (const auto *value = std::get_if<MeasuredValue>(&event))
            times[std::string(value->name)].push_back(value->time);
        return {};
    }

    Result<SinkRoom> flush() override { return SinkRoom::Left; }
    Result<void> finish(Timestamp, CaptureEnd, const std::string &) override { return {}; }

    std::map<std::string, std::vector<Timestamp>> times;
};

// How long the machine was suspended since the test began.
std::chrono::nanoseconds suspended{};

ClockPair clocksBehindSuspension()
{
    auto clocks = ClockPair::now();
    clocks.capture += suspended;
    return clocks;
}

} // namespace

// The clock that programs report by stands still while the machine is suspended, that of the
// capture does not.
class TstMeasureStage : public QObject {
    Q_OBJECT

private slots:
    void aSuspendedMachineLeavesAGap();
};

void TstMeasureStage::aSuspendedMachineLeavesAGap()
{
    suspended = 0ns;
    auto receiver = MeasureReceiver::open();
    QVERIFY(receiver);
    qputenv("EMBERCHART_SOCKET", QByteArray::fromStdString((*receiver)->name()));
    SeenValues seen;
    const ClockAnchor anchor;
    MeasureStage stage(receiver->get(), anchor, seen, &clocksBehindSuspension);
    ProcessStarted self;
    self.process = ProcessSerial(0);
    self.pid = Pid(getpid());
    QVERIFY(stage.after(self));
    const auto report = [&](const char *name) {
        emberchart_measure(name, "", 1);
        while (!seen.times.contains(name)) // it waits a while for the events of its moment
            QVERIFY(stage.receive());
    };
    report("before");
    suspended = 20us; // what it takes to read two clocks is no suspension
    report("after no time");
    suspended = 1h;
    const auto resumed = anchor.toTimestamp(CaptureClock::now() + 1h);
    report("after");
    const auto now = anchor.toTimestamp(CaptureClock::now() + 1h);
    QVERIFY(stage.finish());
    QVERIFY(seen.times["before"].at(0) <= seen.times["after no time"].at(0));
    QVERIFY(seen.times["after no time"].at(0) < resumed - 1h + 1s);
    QVERIFY(seen.times["after"].at(0) >= resumed);
    QVERIFY(seen.times["after"].at(0) <= now);
    QCOMPARE(seen.times.size(), std::size_t(3)); // each once
}

EMBER_TEST(TstMeasureStage)
#include "tst_measurestage.moc"
