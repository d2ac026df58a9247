// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/samplingerror.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace ember::model;

class TstShareInterval : public QObject {
    Q_OBJECT

private slots:
    // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    void publishedIntervalsAreMet_data()
    {
        QTest::addColumn<int>("hits");
        QTest::addColumn<int>("samples");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("81 of 263") << 81 << 263 << 0.2553 << 0.3662;
        QTest::newRow("15 of 148") << 15 << 148 << 0.0624 << 0.1605;
        QTest::newRow("0 of 20") << 0 << 20 << 0.0 << 0.1611;
        QTest::newRow("1 of 29") << 1 << 29 << 0.0061 << 0.1718;
    }

    void publishedIntervalsAreMet()
    {
        QFETCH(int, hits);
        QFETCH(int, samples);
        const auto interval = shareInterval(std::uint64_t(hits), std::uint64_t(samples));
        QTEST(std::round(interval.low * 1e4) / 1e4, "low");
        QTEST(std::round(interval.high * 1e4) / 1e4, "high");
    }

    void withoutSamplesNothingIsKnown()
    {
        const auto interval = shareInterval(0, 0);
        QCOMPARE(interval.low, 0.0);
        QCOMPARE(interval.high, 1.0);
    }

    void whatIsInAllSamplesMayBeEverything()
    {
        const auto interval = shareInterval(50, 50);
        QVERIFY(interval.low > 0.9 && interval.low < 1);
        QCOMPARE(interval.high, 1.0);
    }

    void nineteenOfTwentyIntervalsHoldTheShare()
    {
        constexpr double share = 0.07;
        constexpr int runs = 2000;
        std::mt19937 random{3};
        std::binomial_distribution<std::uint64_t> draw(400, share);
        int held = 0;
        for (int run = 0; run < runs; ++run) {
            const auto interval = shareInterval(draw(random), 400);
            held += interval.low <= share && share <= interval.high ? 1 : 0;
        }
        QVERIFY2(held > runs * 93 / 100 && held < runs * 97 / 100,
                 qPrintable(QString::number(held)));
    }
};

EMBER_TEST(TstShareInterval)
#include "tst_shareinterval.moc"
