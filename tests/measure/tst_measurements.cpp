// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/summary.h"
#include "tests/capture/recorderrun.h"
#include "tests/measure/reportedseries.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <vector>

using namespace ember::tests;
using namespace ember::model;

// What a program reports by capture/api/emberchart.h, as the capture has it.
class TstMeasurements : public QObject {
    Q_OBJECT

private slots:
    void nothingIsThereUnlessAskedFor();
    void valuesBecomeSeriesOfTheirProcess();
    void framesAreJudgedByTheRefreshRate();
    void theLastFramesBeforeTheEndAreInTheirSeries();
    void spansBelongToTheThreadThatSaidThem();
    void whatIsTooMuchIsCounted();
    void whatIsWrongIsRefusedAndCounted();
    void childrenReportForThemselves();
    void aProcessThatIsNotRecordedIsRefused();
    void noForeignDescriptorIsWrittenTo();
    void noSocketOfTheProgramIsWrittenTo();
    void theProgramOutlivesTheCapture();
};

static RecorderRun report(const QStringList &what, const QStringList &options = {})
{
    return record(QStringList(QStringLiteral("--measurements")) + options,
                  QStringList(QStringLiteral("reporter")) + what);
}

void TstMeasurements::nothingIsThereUnlessAskedFor()
{
    const auto run = record({}, {QStringLiteral("reporter"), QStringLiteral("values")});
    QCOMPARE(run.status, 0);
    QCOMPARE(run.output, QByteArray("0\n"));
    QVERIFY(run.profile);
    QVERIFY(!seriesOf(*run.profile, ProcessIndex(0)).contains("cache|byte"));
}

void TstMeasurements::valuesBecomeSeriesOfTheirProcess()
{
    const auto run = report({QStringLiteral("values")});
    QCOMPARE(run.status, 0);
    QCOMPARE(run.output, QByteArray("1\n"));
    QVERIFY(run.profile);
    auto series = seriesOf(*run.profile, ProcessIndex(0));
    QCOMPARE(series["queue_length|"], (std::vector<double>{3, 5}));
    QCOMPARE(series["cache|byte"], std::vector<double>{1e6});
    const auto range = *run.profile->process(ProcessIndex(0)).start;
    for (const Measurement &measurement : run.profile->tables().measurements) {
        measurement.values.forEach([&](std::size_t, const MeasurementValue &value) {
            QVERIFY(value.time >= range);
            QVERIFY(value.time <= *run.profile->process(ProcessIndex(0)).end);
        });
    }
    QCOMPARE(lostReports(*run.profile, {}), std::uint64_t(0));
    QCOMPARE(lostReports(*run.profile, "refused"), std::uint64_t(0));
}

void TstMeasurements::framesAreJudgedByTheRefreshRate()
{
    const auto run = report({QStringLiteral("frames")});
    QVERIFY(run.profile);
    auto series = seriesOf(*run.profile, ProcessIndex(0));
    QCOMPARE(series["slow_frame_renders|nanosecond"], (std::vector<double>{20e6, 9e6}));
    QCOMPARE(series["frozen_frame_renders|nanosecond"], std::vector<double>{710e6});
    QCOMPARE(series["screen_frame_rates|hertz"], std::vector<double>{120});
}

void TstMeasurements::theLastFramesBeforeTheEndAreInTheirSeries()
{
    const auto run = report({QStringLiteral("slow"), QStringLiteral("60")});
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    std::vector<std::size_t> counts;
    for (const Measurement &series : run.profile->tables().measurements) {
        if (run.profile->text(series.name) == "slow_frame_renders")
            counts.push_back(series.values.size());
    }
    QCOMPARE(counts, std::vector<std::size_t>{60});
}

void TstMeasurements::spansBelongToTheThreadThatSaidThem()
{
    const auto run = report({QStringLiteral("spans")});
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const auto &profile = *run.profile;
    std::map<std::uint32_t, std::vector<TracingSpan>> byThread;
    profile.tables().tracingSpans.forEach([&](std::size_t, const TracingSpan &span) {
        QVERIFY(span.thread.isValid());
        byThread[span.thread.raw()].push_back(span);
    });
    QCOMPARE(byThread.size(), std::size_t(21));
    for (const auto &[row, spans] : byThread) {
        const auto &thread = profile.thread(ThreadIndex(std::size_t(row)));
        QCOMPARE(spans.size(), std::size_t(2));
        QCOMPARE(profile.text(spans[0].name), std::string_view("inner"));
        QCOMPARE(profile.text(spans[1].name), std::string_view("outer"));
        QVERIFY(spans[1].start <= spans[0].start && spans[0].end <= spans[1].end);
        QVERIFY(spans[0].end - spans[0].start >= std::chrono::milliseconds(1));
        QVERIFY(*thread.end >= spans[1].end);
    }
}

void TstMeasurements::whatIsTooMuchIsCounted()
{
    const auto run = report({QStringLiteral("flood"), QStringLiteral("200000")});
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const auto calls = run.output.split('\n').value(1).toULongLong();
    QVERIFY(calls >= 200'000);
    const auto arrived = seriesOf(*run.profile, ProcessIndex(0))["flood|"];
    QVERIFY(!arrived.empty());
    QVERIFY(std::ranges::is_sorted(arrived));
    QCOMPARE(arrived.size() + lostReports(*run.profile, {}), calls);
    QCOMPARE(summarise(*run.profile).reportsLost, lostReports(*run.profile, {}));
    const QByteArray said =
        QByteArray::number(qulonglong(lostReports(*run.profile, {}))) + " messages came faster";
    QVERIFY2(lostReports(*run.profile, {}) == 0 || run.errors.contains(said),
             run.errors.constData());
}

void TstMeasurements::whatIsWrongIsRefusedAndCounted()
{
    const auto run = report({QStringLiteral("wrong")});
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const auto series = seriesOf(*run.profile, ProcessIndex(0));
    QVERIFY(series.contains("right|"));
    QVERIFY(!series.contains("value|") && !series.contains("in the future|"));
    QVERIFY(run.profile->tables().tracingSpans.isEmpty());
    QCOMPARE(lostReports(*run.profile, "refused"), std::uint64_t(7));
    QVERIFY2(run.errors.contains("7 were refused"), run.errors.constData());
}

void TstMeasurements::childrenReportForThemselves()
{
    const auto run = report({QStringLiteral("child")});
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    QCOMPARE(run.profile->tables().processes.size(), std::size_t(3));
    QVERIFY(seriesOf(*run.profile, ProcessIndex(0)).contains("parent|"));
    QVERIFY(seriesOf(*run.profile, ProcessIndex(1)).contains("forked|"));
    QVERIFY(seriesOf(*run.profile, ProcessIndex(2)).contains("cache|byte")); // behind exec
}

void TstMeasurements::aProcessThatIsNotRecordedIsRefused()
{
    const auto run = report({QStringLiteral("child")}, {QStringLiteral("--no-follow")});
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const auto series = seriesOf(*run.profile, ProcessIndex(0));
    QVERIFY(series.contains("parent|"));
    QVERIFY(!series.contains("forked|") && !series.contains("cache|byte"));
    QCOMPARE(lostReports(*run.profile, "refused"), std::uint64_t(4));
}

void TstMeasurements::noForeignDescriptorIsWrittenTo()
{
    const auto run = report({QStringLiteral("closes")});
    QCOMPARE(run.status, 0);
    QCOMPARE(run.output, QByteArray("1\n0 0\n"));
    QVERIFY(run.profile);
    QVERIFY(seriesOf(*run.profile, ProcessIndex(0)).contains("before|"));
}

// With few descriptors ours cannot get out of the way.
void TstMeasurements::noSocketOfTheProgramIsWrittenTo()
{
    const auto run = record({QStringLiteral("--measurements")},
                            {QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                             QStringLiteral("ulimit -n 64; exec \"$0\" reuses"),
                             targetProgram(QStringLiteral("reporter"))});
    QCOMPARE(run.status, 0);
    QCOMPARE(run.output, QByteArray("1\n1 0 0\n"));
    QVERIFY(run.profile);
}

void TstMeasurements::theProgramOutlivesTheCapture()
{
    const auto run =
        report({QStringLiteral("outlives")}, {QStringLiteral("-d"), QStringLiteral("2")});
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    QVERIFY(!seriesOf(*run.profile, ProcessIndex(0))["alive|"].empty());
}

EMBER_TEST(TstMeasurements)
#include "tst_measurements.moc"
