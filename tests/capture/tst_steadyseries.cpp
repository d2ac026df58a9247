// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/pipeline/processmeter.h"
#include "capture/pipeline/recordsink.h" // moc cannot parse <chrono> as the first standard header
#include "tests/support/testmain.h"

#include <QTest>

#include <initializer_list>
#include <utility>
#include <vector>

using namespace ember::capture;
using namespace std::chrono_literals;

namespace {

using Written = std::vector<std::pair<int, double>>; // milliseconds, value

// What is written of one value every 100 ms.
Written written(std::initializer_list<double> values)
{
    SteadySeries series;
    Written points;
    const auto put = [&](const SteadySeries::Point &point) {
        points.emplace_back(static_cast<int>(point.time.time_since_epoch() / 1ms), point.value);
    };
    CaptureTime now(100ms);
    for (const double value : values) {
        const SteadySeries::Point point{now, value};
        if (const auto leftOut = series.add(point))
            put(*leftOut);
        if (series.isNews())
            put(point);
        now += 100ms;
    }
    if (const auto leftOut = series.takeLeftOut())
        put(*leftOut);
    return points;
}

} // namespace

class TstSteadySeries : public QObject {
    Q_OBJECT

private slots:
    void valuesThatChangeAreAllWritten()
    {
        QCOMPARE(written({1, 2, 1}), (Written{{100, 1}, {200, 2}, {300, 1}}));
    }

    void ofValuesThatRepeatTheFirstAndTheLastAreWritten()
    {
        QCOMPARE(written({1, 1, 1, 1, 2}), (Written{{100, 1}, {400, 1}, {500, 2}}));
        QCOMPARE(written({1, 1, 1}), (Written{{100, 1}, {300, 1}}));
        QCOMPARE(written({1, 1, 2, 2}), (Written{{100, 1}, {200, 1}, {300, 2}, {400, 2}}));
    }

    void silenceIsNotForEver()
    {
        SteadySeries series;
        int news = 0;
        for (CaptureTime now(0s); now <= CaptureTime(60s); now += 100ms) {
            QVERIFY(!series.add({now, 5}));
            news += series.isNews() ? 1 : 0;
        }
        QCOMPARE(news, 7);
        QVERIFY(!series.takeLeftOut());
    }
};

EMBER_TEST(TstSteadySeries)
#include "tst_steadyseries.moc"
