// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/index.h" // before <chrono>, which moc cannot parse as the first
#include "model/formats/sentry/sentrytime.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <bit>
#include <random>

using namespace ember::model;
using namespace ember::model::sentry;

class TstMixedClock : public QObject {
    Q_OBJECT

private slots:
    // As @sentry/profiling-node 10.63 wrote it.
    void nodesNumbersLieInTheirChunk()
    {
        const auto start = timestampFromNs(1'795'246'926'876'000'000);
        const auto time = fromMixedClock(1795246926876.0537, start);
        QVERIFY(time);
        QVERIFY(*time - start > Nanoseconds(53'000'000));
        QVERIFY(*time - start < Nanoseconds(54'000'000));
    }

    void otherNumbersAreNotOfThatClock()
    {
        const auto start = timestampFromNs(1'795'246'926'876'000'000);
        QVERIFY(!fromMixedClock(1795246926.9, start)); // seconds
        QVERIFY(!fromMixedClock(1795246926876.0 * 1000, start)); // microseconds
        QVERIFY(!fromMixedClock(1e11, Timestamp())); // years later
        QVERIFY(!fromMixedClock(-1e12, start));
    }

    void everyNumberComesBackBitForBit()
    {
        std::mt19937_64 random(20261122);
        for (int count = 0; count < 100'000; ++count) {
            const auto startNs = static_cast<std::int64_t>(1'500'000'000'000'000'000
                                                           + random() % 600'000'000'000'000'000);
            const auto start = timestampFromNs(startNs);
            const double zero = static_cast<double>(startNs) / 1e6;
            const double seconds = zero + static_cast<double>(random() % 66'000'000) / 1e6;
            const auto time = fromMixedClock(seconds, start);
            QVERIFY(time);
            QCOMPARE(std::bit_cast<std::uint64_t>(toMixedClock(*time, start)),
                     std::bit_cast<std::uint64_t>(seconds));
        }
    }
};

EMBER_TEST(TstMixedClock)
#include "tst_mixedclock.moc"
