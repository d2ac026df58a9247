// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/patience.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"
#include "tests/views/picture.h"
#include "views/details/propertiespanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/search/searcher.h"
#include "views/state/gaps.h"
#include "views/state/theme.h"
#include "views/timeline/timelineview.h"
#include "views/tracks/curve.h"
#include "views/tracks/measurementtracks.h"
#include "views/tracks/series.h"
#include "views/tracks/track.h"
#include "views/tracks/trackspanel.h"
#include "views/widgets/guttercell.h"

#include <qcustomplot.h>
#include <QLocale>
#include <QPushButton>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <tuple>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

class TstTracks : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void aFrameLastsUntilItsTimestamp()
    {
        Measurement series;
        series.values.append({timestampFromNs(900), 300});
        series.values.append({timestampFromNs(500), 100});
        series.values.append({timestampFromNs(700), std::numeric_limits<double>::quiet_NaN()});
        const auto spans = frameSpans(series);
        QVERIFY((spans
                 == std::vector<TimeRange>{{timestampFromNs(400), timestampFromNs(500)},
                                           {timestampFromNs(600), timestampFromNs(900)}}));
    }

    // A line through all values, looked at nanosecond by nanosecond.
    void aCurveCoversWhatItsLineCovers()
    {
        std::mt19937 random(9);
        Measurement series;
        std::int64_t time = 100;
        std::vector<double> line(100, std::numeric_limits<double>::quiet_NaN());
        double last = 0;
        Curve curve;
        for (int number = 0; number < 3'000; ++number) {
            const double value = double(random() % 1000);
            series.values.append({timestampFromNs(time), value});
            const auto length = double(time + 1 - std::int64_t(line.size()));
            for (double step = 1; number > 0 && step <= length; ++step)
                line.push_back(last + (value - last) * step / length);
            if (number == 0)
                line.push_back(value);
            last = value;
            time += 1 + std::int64_t(random() % 9);
            if (number % 700 == 0)
                curve.update(series); // as it grows
        }
        curve.update(series);
        QCOMPARE(curve.size(), 3'000U);
        for (const auto &[start, end, columns] :
             {std::tuple(0, 16'000, 40), {5'000, 5'400, 100}, {90, 130, 10}, {7'000, 7'010, 10}}) {
            const TimeScale scale({timestampFromNs(start), timestampFromNs(end)}, columns);
            std::vector<std::optional<Curve::Extent>> shown;
            curve.envelope(scale, columns, shown);
            for (int x = 0; x < columns; ++x) {
                std::optional<Curve::Extent> expected;
                for (auto at = toNs(scale.toTime(x)); at <= toNs(scale.toTime(x + 1)); ++at) {
                    if (at >= std::int64_t(line.size()) || std::isnan(line[std::size_t(at)]))
                        continue;
                    const double value = line[std::size_t(at)];
                    expected = expected.value_or(Curve::Extent{value, value});
                    expected->include({value, value});
                }
                const auto &column = shown[std::size_t(x)];
                if (!expected || !column) // the line's very ends may touch a column's edge
                    continue;
                QVERIFY(std::abs(column->low - expected->low) < 1e-6);
                QVERIFY(std::abs(column->high - expected->high) < 1e-6);
            }
        }
    }

    void lateValuesAreSortedIn()
    {
        Measurement series;
        Curve curve;
        for (const int time : {10, 20, 40})
            series.values.append({timestampFromNs(time), double(time)});
        curve.update(series);
        series.values.append({timestampFromNs(30), 3});
        series.values.append({timestampFromNs(31), std::numeric_limits<double>::quiet_NaN()});
        curve.update(series);
        QCOMPARE(curve.size(), 4U);
        QCOMPARE(curve.valueAt(timestampFromNs(35))->value, 3.0);
    }

    void aValueHoldsUntilTheNext()
    {
        Measurement series;
        series.values.append({timestampFromNs(10), 1});
        series.values.append({timestampFromNs(20), 2});
        Curve curve;
        curve.update(series);
        QVERIFY(!curve.valueAt(timestampFromNs(9)));
        QCOMPARE(curve.valueAt(timestampFromNs(19))->value, 1.0);
        QCOMPARE(curve.valueAt(timestampFromNs(20))->value, 2.0);
    }

    void aLastValueHoldsAsFarAsIsSaid()
    {
        Measurement series;
        series.values.append({timestampFromNs(10), 1});
        series.values.append({timestampFromNs(20), 2});
        Curve curve;
        curve.update(series);
        const TimeScale scale({timestampFromNs(0), timestampFromNs(100)}, 10);
        std::vector<std::optional<Curve::Extent>> shown;
        curve.envelope(scale, 10, shown);
        QVERIFY(!shown[5]);
        curve.holdUntil(timestampFromNs(60));
        curve.envelope(scale, 10, shown);
        QVERIFY((shown[5] == Curve::Extent{2, 2}));
        QVERIFY(!shown[0] && !shown[8]);
    }

    void everySeriesGetsATrack()
    {
        ViewState state;
        TracksPanel panel(state);
        QCOMPARE(panel.trackCount(), 0U);
        state.open(buildSpans(syntheticProfile({.measurements = true, .events = true})));
        QCOMPARE(panel.trackCount(), 4U); // slow and frozen frames share one
        QVERIFY(panel.minimumSizeHint().height() < 30); // a low track is given no more than it asks
        state.open(nullptr);
        QCOMPARE(panel.trackCount(), 0U);
    }

    // The memory of R's heap, which Rprof() writes beside the stacks.
    void levelsOfSamplesAreCurves()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto type = [&](const char *name, const char *unit, ValueKind kind) {
            return builder.addValueType({builder.string(name), builder.string(unit), kind});
        };
        const std::array types{type("small_v", "cells", ValueKind::Gauge),
                               type("alloc_size", "bytes", ValueKind::Sum),
                               type("nodes", "bytes", ValueKind::Gauge)};
        for (int number = 0; number < 10; ++number) {
            builder.addSample(thread, {timestampFromNs(number * 1'000'000LL), emptyStack, {}});
            for (const auto value : types)
                builder.addSampleValue(thread, value, 1000.0 * number);
        }
        ViewState state;
        TracksPanel panel(state);
        state.open(buildSpans(builder.snapshot()));
        QCOMPARE(panel.trackCount(), 2U); // sums are none
        const auto tracks = panel.findChildren<Track *>();
        QCOMPARE(tracks[0]->accessibleName(), QStringLiteral("Small vectors"));
        QCOMPARE(tracks[1]->accessibleName(), QStringLiteral("Heap nodes"));
        state.selection().setCursor(timestampFromNs(5'500'000));
        EMBER_TRY(tracks[0]->value() == measurementText(8 * 5000, "byte")); // R's cells
        EMBER_TRY(tracks[1]->value() == measurementText(5000, "byte"));
    }

    void numbersHaveThreeDigits()
    {
        QCOMPARE(measurementText(0.2156, "percent"), QStringLiteral("0.216 %"));
        QCOMPARE(measurementText(9.611e-05, "percent"), QStringLiteral("< 0.001 %"));
        QCOMPARE(measurementText(0, "percent"), QStringLiteral("0 %"));
        QCOMPARE(measurementText(99.94, "percent"), QStringLiteral("99.9 %"));
        QCOMPARE(measurementText(199.6, "percent"), QStringLiteral("200 %"));
        QCOMPARE(measurementText(-0.0001, "hertz"), QStringLiteral("> -0.001 Hz"));
        QCOMPARE(measurementText(123'456, ""), QLocale().toString(123'456));
    }

    void allLevelsCanBeReached()
    {
        ProfileBuilder builder;
        const auto type = builder.addValueType(
            {builder.string("nodes"), builder.string("bytes"), ValueKind::Gauge});
        for (int number = 0; number < 14; ++number) {
            const auto thread = builder.addThread({});
            for (int row = 0; row < 3; ++row) {
                builder.addSample(thread, {timestampFromNs(row * 1'000'000LL), emptyStack, {}});
                builder.addSampleValue(thread, type, row);
            }
        }
        ViewState state;
        TracksPanel panel(state);
        state.open(buildSpans(builder.snapshot()));
        QCOMPARE(panel.trackCount(), 12U);
        auto *more = panel.findChild<QPushButton *>(QStringLiteral("moreLevels"));
        QVERIFY(more->isVisibleTo(&panel));
        QVERIFY(more->text().startsWith(u'2'));
        more->click();
        QCOMPARE(panel.trackCount(), 14U);
        QVERIFY(!more->isVisibleTo(&panel));
    }

    void tracksLeaveTheChartTheRoomOfALowWindow()
    {
        ViewState state;
        Searcher searcher(state);
        TimelineView view(state, searcher);
        state.open(buildSpans(syntheticProfile({.measurements = true, .events = true})));
        const auto *tracks = view.findChild<TracksPanel *>();
        pictureOf(view, {400, 200});
        QCOMPARE_GE(view.chart().height(), 100);
        QVERIFY(tracks->isVisible() && tracks->height() > 0);
        const int low = tracks->height();
        pictureOf(view, {400, 800});
        QCOMPARE_GT(tracks->height(), 3 * low);
    }

    void tracksWithoutRoomAreOpenedByALine()
    {
        ViewState state;
        Searcher searcher(state);
        TimelineView view(state, searcher);
        state.open(buildSpans(syntheticProfile({.measurements = true, .events = true})));
        const auto *tracks = view.findChild<TracksPanel *>();
        auto *rest = view.findChild<GutterCell *>(QStringLiteral("restOfTracks"));
        pictureOf(view, {400, 300});
        QCOMPARE(tracks->height(), 2 * Track::rowHeight); // one track, and the line
        QVERIFY(rest->isVisible());
        QVERIFY(rest->name().startsWith(u'3'));
        QTest::mouseClick(rest, Qt::LeftButton);
        pictureOf(view, {400, 300});
        QCOMPARE(tracks->height(), 5 * Track::rowHeight);
        state.open(buildSpans(syntheticProfile({.measurements = true, .events = true})));
        QVERIFY(!tracks->isOpen()); // of another profile it was not asked for
        pictureOf(view, {400, 300});
        QCOMPARE(tracks->height(), 2 * Track::rowHeight);
        QTest::mouseClick(rest, Qt::LeftButton);
        QVERIFY(tracks->isOpen());
        QTest::mouseClick(rest, Qt::LeftButton);
        pictureOf(view, {400, 300});
        QCOMPARE(tracks->height(), 2 * Track::rowHeight);
        pictureOf(view, {400, 800});
        QVERIFY(rest->isHidden());
    }

    void inALowWindowSlowAndFrozenFramesAreSeen()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        for (const int time : {0, 1'000'000'000})
            builder.addSample(thread, {timestampFromNs(time), emptyStack, {}});
        builder.addEvent({timestampFromNs(500), CaptureEventKind::MissedTicks, 3, {}});
        for (const auto name : {slowFrameSeries, frozenFrameSeries}) {
            Measurement measurement;
            measurement.name = builder.string(std::string(name));
            const auto series = builder.addMeasurement(measurement);
            builder.addMeasurementValue(series, {timestampFromNs(900'000'000), 800'000'000});
        }
        ViewState state;
        Searcher searcher(state);
        TimelineView view(state, searcher);
        state.open(buildSpans(builder.snapshot()));
        pictureOf(view, {400, 212}); // as a low window leaves it
        const auto tracks = view.findChildren<Track *>();
        QCOMPARE(tracks.size(), 2); // slow and frozen ones share a track
        const auto *panel = view.findChild<TracksPanel *>();
        int seen = 0;
        for (const Track *track : tracks) {
            const int end = track->mapTo(panel, QPoint(0, track->height())).y();
            if (end <= panel->height()) {
                seen += track->accessibleName() == QLatin1String("Frames") ? 1 : 0;
            }
        }
        QCOMPARE(seen, 1);
        QCOMPARE(tracks.front()->value(), QStringLiteral("1 frozen"));
    }

    void processesAreNamedByTheirPidsOnlyIfTheirNamesAreEqual()
    {
        ProfileBuilder builder;
        for (const auto &[name, pid] : {std::pair("cc1plus", 1U), {"g++", 2U}, {"g++", 3U}}) {
            Process process;
            process.name = builder.string(name);
            process.pid = pid;
            Measurement measurement;
            measurement.process = builder.addProcess(process);
            measurement.name = builder.string("cpu_usage");
            measurement.unit = builder.string("percent");
            const auto series = builder.addMeasurement(measurement);
            for (const int time : {0, 1'000})
                builder.addMeasurementValue(series, {timestampFromNs(time), 1});
        }
        ViewState state;
        TracksPanel panel(state);
        state.open(buildSpans(builder.snapshot()));
        QStringList titles;
        for (const auto *track : panel.findChildren<Track *>())
            titles << track->accessibleName();
        titles.sort();
        QCOMPARE(titles,
                 (QStringList{QStringLiteral("CPU  ·  cc1plus"), QStringLiteral("CPU  ·  g++ (2)"),
                              QStringLiteral("CPU  ·  g++ (3)")}));
    }

    // A compiler run: most processes are there for a moment.
    void ofManyProcessesThoseThatLastedHaveTracks()
    {
        ProfileBuilder builder;
        const std::array frames{builder.frame({})};
        const auto stack = builder.stackFromLeafFirst(frames);
        std::vector<ThreadIndex> threads;
        for (std::uint32_t number = 0; number < 50; ++number) {
            Process process;
            process.pid = 100 + number;
            Thread thread;
            thread.process = builder.addProcess(process);
            threads.push_back(builder.addThread(thread));
            for (const int time : {0, 1'000})
                builder.addSample(threads.back(), {timestampFromNs(time), stack, {}});
            Measurement measurement;
            measurement.process = thread.process;
            measurement.name = builder.string("cpu_usage");
            measurement.unit = builder.string("percent");
            const auto series = builder.addMeasurement(measurement);
            const int values = number == 30 ? 1'000 : number == 20 ? 100 : 1;
            for (int value = 0; value < values; ++value)
                builder.addMeasurementValue(series, {timestampFromNs(value), 1});
        }
        ViewState state;
        TracksPanel panel(state);
        state.open(buildSpans(builder.snapshot()));
        const auto titles = [&] {
            QStringList found;
            for (const auto *track : panel.findChildren<Track *>())
                found << track->accessibleName();
            return found;
        };
        QCOMPARE(titles(),
                 (QStringList{QStringLiteral("CPU  ·  130"), QStringLiteral("CPU  ·  120"),
                              QStringLiteral("CPU  ·  100"), QStringLiteral("CPU  ·  101")}));
        auto *more = panel.findChild<QPushButton *>(QStringLiteral("moreProcesses"));
        QVERIFY(more->text().contains(QLatin1String("46")));
        state.selection().select(BoxReference{threads[40], 0, BoxIndex(0)});
        QCOMPARE(titles().last(), QStringLiteral("CPU  ·  140"));
        QVERIFY(more->text().contains(QLatin1String("45")));
        more->click();
        QCOMPARE(panel.trackCount(), 17U);
        more->click();
        QCOMPARE(panel.trackCount(), 50U);
        QVERIFY(more->isHidden());
    }

    void pausesAreGaps()
    {
        const auto profile = syntheticProfile({.events = true});
        const auto gaps = Gaps(*profile, samplePeriod(*profile)).everywhere();
        QCOMPARE(gaps.size(), 1U);
        QVERIFY(gaps.front().duration() > Nanoseconds(500'000'000));
    }

    void aGapOfOneProcessIsNotOneOfTheOthers()
    {
        ProfileBuilder builder;
        const auto first = builder.addProcess({});
        const auto second = builder.addProcess({});
        const auto chunk = [&](ProcessIndex process, int start, int end) {
            Source source;
            source.process = process;
            source.samples = 1;
            source.range = {timestampFromNs(start), timestampFromNs(end)};
            builder.addSource(source);
        };
        chunk(first, 0, 100);
        chunk(first, 500, 600);
        chunk(second, 0, 300);
        chunk(second, 310, 600);
        const Gaps gaps(*builder.snapshot(), Nanoseconds(50));
        const auto range = [](int start, int end) {
            return TimeRange{timestampFromNs(start), timestampFromNs(end)};
        };
        QCOMPARE(gaps.of(first), std::vector<TimeRange>{range(100, 500)});
        QCOMPARE(gaps.of(second), std::vector<TimeRange>());
        QCOMPARE(gaps.everywhere(), std::vector<TimeRange>());
    }

    void whatRecordingCostIsATrackOfItsOwn()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        for (int sample = 0; sample < 80; ++sample)
            builder.addSample(thread,
                              {timestampFromNs(sample * 10'000'000LL), emptyStack,
                               SampleDetail{.stopNs = sample < 40 ? 2'000'000U : 0U}});
        builder.statistics().stopTotal = std::chrono::milliseconds(80);
        ViewState state;
        TracksPanel panel(state);
        panel.resize(400, 100);
        panel.show();
        state.open(buildSpans(syntheticProfile()));
        QVERIFY(!panel.findChild<StopTrack *>());
        state.open(buildSpans(builder.snapshot()));
        const auto *track = panel.findChild<StopTrack *>();
        QVERIFY(track);
        EMBER_TRY(track->value() == QLatin1String("max 20 %"));
        state.selection().setCursor(timestampFromNs(700'000'000));
        QCOMPARE(track->value(), QStringLiteral("0 %"));
    }

    void missedTicksAreCountedUnderTheCursor()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        for (const int ms : {0, 10, 20, 100})
            builder.addSample(thread, {timestampFromNs(ms * 1'000'000LL), emptyStack, {}});
        builder.statistics().rateHz = 100;
        builder.addEvent({timestampFromNs(90'000'000), CaptureEventKind::MissedTicks, 6, {}});
        ViewState state;
        TracksPanel panel(state);
        panel.show();
        state.open(buildSpans(builder.snapshot()));
        const auto *track = panel.findChild<Track *>();
        state.selection().setCursor(timestampFromNs(50'000'000));
        QCOMPARE(track->value(), QStringLiteral("6 tick(s) missed"));
        state.selection().setCursor(timestampFromNs(10'000'000));
        QCOMPARE(track->value(), QString());
    }

    // Where calls begin and end is no rate.
    void eventsAreNoRate()
    {
        QCOMPARE(std::round(sampleRate(*syntheticProfile()).value()), 101.0);
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        std::int64_t at = 0;
        for (int call = 0; call < 100; ++call) {
            for (const std::int64_t step : {1'000, 1'000, 40'000, 300'000, 5'000'000})
                builder.addSample(thread, {timestampFromNs(at += step), emptyStack, {}});
        }
        QVERIFY(!sampleRate(*builder.snapshot()));
    }

    void thePeriodIsWhatSamplesTell()
    {
        QCOMPARE(samplePeriod(*syntheticProfile()), Nanoseconds(9'900'990));
        QCOMPARE(samplePeriod(*syntheticProfile({.samplesPerThread = 1})), Nanoseconds(10'000'000));
    }

    // The samples are as perf records them: while a thread runs.
    void sleepingThreadsDoNotChangeThePeriod()
    {
        ProfileBuilder builder;
        const auto thread = builder.addThread({});
        const auto stack = textStack(builder, "f");
        std::int64_t at = 0;
        for (const std::int64_t asleep : {90, 150, 110, 70, 230, 100}) {
            builder.addSample(thread, {timestampFromNs(at), stack, {}});
            builder.addSample(thread, {timestampFromNs(at + 1'000'000), emptyStack, {}});
            at += asleep * 1'000'000;
        }
        const auto profile = builder.snapshot();
        QCOMPARE(samplePeriod(*profile), Nanoseconds(1'000'000));
        QCOMPARE(sampleRate(*profile), std::optional(1000.0));
    }

    void aProfileTellsItsProperties()
    {
        const auto groups = profileProperties(
            *syntheticProfile(), {{.code = "c", .origin = "S7", .subject = "x", .detail = "y"}});
        QStringList names;
        for (const PropertyNode &group : groups)
            names << group.name;
        QVERIFY(names.contains(QStringLiteral("Findings")));
        QVERIFY(names.contains(QStringLiteral("Processes")));
        QVERIFY(groups.front().children.front().value.contains(QStringLiteral("[S7]")));
    }
};

EMBER_TEST(TstTracks)
#include "tst_tracks.moc"
