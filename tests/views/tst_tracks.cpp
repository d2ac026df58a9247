// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/spanbuilder.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "views/details/propertytree.h"
#include "views/gaps.h"
#include "views/theme.h"
#include "views/tracks/series.h"
#include "views/tracks/trackspanel.h"

#include <QSet>
#include <QTest>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;
using namespace ember::views;

class TstTracks : public QObject {
    Q_OBJECT

private slots:
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

    void decimationKeepsExtremesAndNeighbours()
    {
        std::vector<MeasurementValue> values;
        for (int number = 0; number < 10'000; ++number)
            values.push_back({timestampFromNs(number), number == 5005 ? 1e6 : number % 7 - 3.0});
        const TimeScale scale({timestampFromNs(5000), timestampFromNs(6000)}, 10);
        const auto shown = decimate(values, scale);
        QVERIFY(shown.size() <= 42);
        QCOMPARE(toNs(shown.front().time), 4999);
        QCOMPARE(toNs(shown.back().time), 6000);
        double highest = 0;
        double lowest = 0;
        for (const auto &value : shown) {
            highest = std::max(highest, value.value);
            lowest = std::min(lowest, value.value);
        }
        QCOMPARE(highest, 1e6);
        QCOMPARE(lowest, -3.0);
    }

    void aValueHoldsUntilTheNext()
    {
        const std::vector<MeasurementValue> values{{timestampFromNs(10), 1},
                                                   {timestampFromNs(20), 2}};
        QVERIFY(!valueAt(values, timestampFromNs(9)));
        QCOMPARE(valueAt(values, timestampFromNs(19))->value, 1.0);
        QCOMPARE(valueAt(values, timestampFromNs(20))->value, 2.0);
    }

    void everySeriesGetsATrack()
    {
        ViewState state;
        TracksPanel panel(state);
        QCOMPARE(panel.trackCount(), 0U);
        state.open(buildSpans(syntheticProfile({.measurements = true, .events = true})));
        QCOMPARE(panel.trackCount(), 5U);
        state.open(nullptr);
        QCOMPARE(panel.trackCount(), 0U);
    }

    void pausesAreGaps()
    {
        const auto profile = syntheticProfile({.events = true});
        const auto gaps = Gaps(*profile, samplePeriod(*profile)).everywhere();
        QCOMPARE(gaps.size(), 1U);
        QVERIFY(gaps.front().duration() > Nanoseconds(500'000'000));
    }

    void thePeriodIsWhatSamplesTell()
    {
        QCOMPARE(samplePeriod(*syntheticProfile()), Nanoseconds(9'900'990));
        QCOMPARE(samplePeriod(*syntheticProfile({.samplesPerThread = 1})), Nanoseconds(10'000'000));
    }

    void textOnBoxesHasContrast()
    {
        for (const Shade shade : {Shade::Light, Shade::Dark}) {
            for (const auto &tones : theme(shade).wheel) {
                for (const BoxColour &colour : tones)
                    QVERIFY2(contrast(colour.fill, colour.text) >= 4.5,
                             qPrintable(QString::number(contrast(colour.fill, colour.text))));
            }
            QVERIFY(contrast(theme(shade).text.rgb(), theme(shade).background.rgb()) >= 7);
            QVERIFY(contrast(theme(shade).mutedText.rgb(), theme(shade).surface.rgb()) >= 4.5);
        }
    }

    void coloursAreTheSameInEveryRun()
    {
        const auto colour = theme(Shade::Light).forFunction("libc.so.6", "memcpy").fill;
        QCOMPARE(QString::number(colour, 16), QString::number(expectedMemcpy, 16));
        QVERIFY(theme(Shade::Light).forFunction("libc.so.6", "malloc").fill
                != theme(Shade::Light).forFunction("libz.so.1", "inflate").fill);
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

private:
    static constexpr QRgb expectedMemcpy = 0xfffec8a5;
};

EMBER_TEST(TstTracks)
#include "tst_tracks.moc"
