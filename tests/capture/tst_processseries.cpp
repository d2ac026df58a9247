// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/threadstatistics.h"
#include "tests/capture/recorderrun.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <vector>

using namespace ember::tests;
using namespace ember::model;

// What the system says that threads and processes did: states, calls, and series of each process.
class TstProcessSeries : public QObject {
    Q_OBJECT

private slots:
    void aThreadThatSleepsIsBlockedInThatCall();
    void aThreadThatComputesIsBlockedInNone();
    void cpuUsageAddsUpToTheCpuTime();
    void memoryIsWhatTheProcessHolds();
    void waitsAreVoluntarySwitches();
    void ratesOfManyThreadsAreTheSumOfAll_data();
    void ratesOfManyThreadsAreTheSumOfAll();
    void ourOwnStopsAreNotCounted();
};

namespace {

ThreadStates statesOf(const Profile &profile, std::string_view thread)
{
    const auto index = threadNamed(profile, thread);
    if (!index.isValid())
        return {};
    const auto &samples = profile.samples(index);
    return threadStates(samples, SampleIndex(0), SampleIndex(samples.size()));
}

std::vector<MeasurementValue> valuesOf(const Profile &profile, std::string_view name,
                                       std::string_view unit)
{
    std::vector<MeasurementValue> values;
    for (const Measurement &series : profile.tables().measurements) {
        if (profile.text(series.name) == name && profile.text(series.unit) == unit)
            series.values.forEach(
                [&](std::size_t, const MeasurementValue &value) { values.push_back(value); });
    }
    return values;
}

// A rate times how long it held, added up.
double total(const std::vector<MeasurementValue> &values)
{
    double sum = 0;
    for (std::size_t i = 1; i < values.size(); ++i) {
        const std::chrono::duration<double> passed = values[i].time - values[i - 1].time;
        sum += values[i].value * passed.count();
    }
    return sum;
}

QByteArray text(double number)
{
    return QByteArray::number(number);
}

} // namespace

void TstProcessSeries::aThreadThatSleepsIsBlockedInThatCall()
{
    const auto run = record({}, words("/bin/sleep 1"));
    QVERIFY(run.profile);
    const auto states = statesOf(*run.profile, "sleep");
    QVERIFY(states.blocked >= 20);
    QVERIFY(!states.blockedIn.empty());
    QCOMPARE(systemCallText(states.blockedIn.front().call), std::string("clock_nanosleep"));
    QVERIFY(states.blockedIn.front().samples >= 20);
}

void TstProcessSeries::aThreadThatComputesIsBlockedInNone()
{
    const auto run = record({}, words("busythreads 1 500"));
    QVERIFY(run.profile);
    const auto states = statesOf(*run.profile, "busy-0");
    QVERIFY(states.running >= 10);
    QVERIFY(states.blocked <= states.known() / 4);
    // The one that waits for it does so in a futex.
    const auto waiting = statesOf(*run.profile, "busythreads");
    QVERIFY(!waiting.blockedIn.empty());
    QCOMPARE(systemCallText(waiting.blockedIn.front().call), std::string("futex"));
}

void TstProcessSeries::cpuUsageAddsUpToTheCpuTime()
{
    const auto run = record({}, words("busythreads 2 2000"));
    QVERIFY(run.profile);
    const double seconds = total(valuesOf(*run.profile, "cpu_usage", "percent")) / 100;
    // What was used before the first reading and after the last is in none.
    QVERIFY2(seconds > 2.0 && seconds < 4.2, text(seconds).constData());
}

void TstProcessSeries::memoryIsWhatTheProcessHolds()
{
    const auto run = record({}, words("misbehaver memory 64"));
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const auto values = valuesOf(*run.profile, "memory_footprint", "byte");
    QVERIFY(!values.empty());
    const auto most = std::ranges::max(values, {}, &MeasurementValue::value).value / (1 << 20U);
    QVERIFY2(most >= 60 && most < 90, text(most).constData());
}

void TstProcessSeries::waitsAreVoluntarySwitches()
{
    const auto run = record({}, words("misbehaver switches 2000"));
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const auto switches = total(valuesOf(*run.profile, "voluntary_context_switches", "hertz"));
    QVERIFY2(switches > 1000 && switches < 2500, text(switches).constData());
}

void TstProcessSeries::ratesOfManyThreadsAreTheSumOfAll_data()
{
    QTest::addColumn<int>("threads");
    // As many as a look asks, a few more, and many more.
    for (const int threads : {16, 40, 200})
        QTest::addRow("%d", threads) << threads;
}

void TstProcessSeries::ratesOfManyThreadsAreTheSumOfAll()
{
    QFETCH(const int, threads);
    const auto run = record(
        {}, {QStringLiteral("misbehaver"), QStringLiteral("naps"), QString::number(threads)});
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const double napsPerSecond = run.output.trimmed().toDouble();
    QVERIFY2(napsPerSecond > 0, run.output.constData());
    const auto values = valuesOf(*run.profile, "voluntary_context_switches", "hertz");
    QVERIFY2(values.size() >= 2, text(double(values.size())).constData());
    const std::chrono::duration<double> seconds = values.back().time - values.front().time;
    const double rate = total(values) / seconds.count();
    const QByteArray found = text(rate) + " switches and " + text(napsPerSecond) + " naps a second";
    QVERIFY2(rate > napsPerSecond * 0.6 && rate < napsPerSecond * 1.5, found.constData());
}

void TstProcessSeries::ourOwnStopsAreNotCounted()
{
    const auto run =
        record({QStringLiteral("-F"), QStringLiteral("997")}, words("busythreads 1 1000"));
    QVERIFY(run.profile);
    const auto switches = total(valuesOf(*run.profile, "voluntary_context_switches", "hertz"));
    const auto stops = double(run.profile->tables().statistics.suspensions);
    const QByteArray found = text(switches) + " switches, " + text(stops) + " stops";
    QVERIFY2(switches < stops / 4, found.constData());
    QVERIFY(!valuesOf(*run.profile, "involuntary_context_switches", "hertz").empty());
}

EMBER_TEST(TstProcessSeries)
#include "tst_processseries.moc"
