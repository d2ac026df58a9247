// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testmain.h"
#include "views/flamechart/pixelsamples.h"

#include <QTest>

#include <functional>
#include <random>

using namespace ember::model;
using namespace ember::views;

namespace {

template<typename Compare>
std::uint32_t countOf(const ThreadSamples &samples, Timestamp time, Compare compare)
{
    std::uint32_t count = 0;
    samples.times.forEach(
        [&](std::size_t, Timestamp sample) { count += compare(sample, time) ? 1U : 0U; });
    return count;
}

} // namespace

class TstPixelSamples : public QObject {
    Q_OBJECT

private slots:
    // Of regular samplers, of such that pause, and of samples of one time.
    void columnsKnowTheirSamples()
    {
        std::mt19937 random(11);
        for (int round = 0; round < 200; ++round) {
            ThreadSamples samples;
            std::int64_t time = 0;
            for (auto left = random() % 3000; left-- > 0;) {
                const bool isRegular = round % 4 != 0 && random() % 50 != 0;
                time +=
                    isRegular ? 1000 : std::int64_t(random() % 3) * std::int64_t(random() % 9000);
                samples.times.append(timestampFromNs(time));
            }
            const auto start = std::int64_t(random() % std::uint32_t(time + 2)) - 1000;
            const auto length =
                std::int64_t(random() % std::uint32_t(2 * time + 2)) / (1 + round % 20);
            const TimeScale scale({timestampFromNs(start), timestampFromNs(start + length)}, 300);
            ColumnTimes times;
            times.assign(scale, 20, 256);
            PixelSamples columns;
            columns.assign(samples, times);
            QCOMPARE(columns.columns(), 256);
            for (int x = 0; x < 256; ++x) {
                QCOMPARE(columns.beforeEdge(x),
                         countOf(samples, scale.toTime(20 + x), std::less<>()));
                QCOMPARE(columns.upToEdge(x),
                         countOf(samples, scale.toTime(20 + x), std::less_equal<>()));
                QCOMPARE(columns.upToCentre(x),
                         countOf(samples, scale.toTime(20.5 + x), std::less_equal<>()));
            }
        }
    }

    void theLastSampleEndsWithWhatItLasts()
    {
        ThreadSamples samples;
        for (const int time : {0, 10, 20})
            samples.times.append(timestampFromNs(time));
        const TimeScale scale({timestampFromNs(0), timestampFromNs(40)}, 40);
        ColumnTimes times;
        times.assign(scale, 0, 40);
        PixelSamples columns;
        columns.assign(samples, times, Nanoseconds(10));
        samples.times.append(timestampFromNs(30));
        PixelSamples withEnd;
        withEnd.assign(samples, times);
        for (int x = 0; x < 40; ++x) {
            QCOMPARE(columns.beforeEdge(x), withEnd.beforeEdge(x));
            QCOMPARE(columns.upToEdge(x), withEnd.upToEdge(x));
            QCOMPARE(columns.upToCentre(x), withEnd.upToCentre(x));
        }
    }
};

EMBER_TEST(TstPixelSamples)
#include "tst_pixelsamples.moc"
