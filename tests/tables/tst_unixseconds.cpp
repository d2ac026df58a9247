// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/importer.h"
#include "model/tables/tablevalues.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <bit>
#include <limits>
#include <random>

using namespace ember::model::tables;

class TstUnixSeconds : public QObject {
    Q_OBJECT

private slots:
    void anyTimeOfThisCenturyComesBackBitForBit()
    {
        std::mt19937_64 random(1);
        for (int i = 0; i < 200'000; ++i) {
            const auto ns = std::int64_t(1'000'000'000'000'000'000ULL
                                         + random() % 2'000'000'000'000'000'000ULL);
            const double seconds = secondsOf(ns);
            QCOMPARE(seconds, QByteArray::number(ns).insert(10, '.').toDouble());
            const double again = secondsOf(nanosecondsOf(seconds));
            QCOMPARE(std::bit_cast<std::uint64_t>(again), std::bit_cast<std::uint64_t>(seconds));
        }
    }

    void smallAndNegativeTimesAreExact()
    {
        QCOMPARE(secondsOf(0), 0.0);
        QCOMPARE(secondsOf(1), 1e-9);
        QCOMPARE(secondsOf(-1'500'000'000), -1.5);
        QCOMPARE(nanosecondsOf(-1.5), std::int64_t(-1'500'000'000));
        QCOMPARE(nanosecondsOf(0.1), std::int64_t(100'000'000));
    }

    void whatIsNoTimeIsClamped()
    {
        QCOMPARE(nanosecondsOf(std::numeric_limits<double>::quiet_NaN()), std::int64_t(0));
        QVERIFY(nanosecondsOf(std::numeric_limits<double>::infinity()) > 0);
        QVERIFY(nanosecondsOf(-1e300) < 0);
    }
};

EMBER_TEST(TstUnixSeconds)
#include "tst_unixseconds.moc"
