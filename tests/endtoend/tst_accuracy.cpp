// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endtoend/recording.h"
#include "tests/endtoend/shares.h"
#include "tests/support/testmain.h"
#include "tests/support/threeattempts.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

class TstAccuracy : public QObject {
    Q_OBJECT

private slots:
    void sampledSharesAreThoseTheProgramMeasured_data()
    {
        QTest::addColumn<QString>("rate");
        QTest::addColumn<QString>("seconds");
        // A loaded machine takes time from threads and sampler alike; quiet ones stay below 1.5.
        QTest::addColumn<double>("tolerance");
        QTest::newRow("997 Hz, 10 s") << QStringLiteral("997") << QStringLiteral("10") << 4.0;
        QTest::newRow("101 Hz, 10 s") << QStringLiteral("101") << QStringLiteral("10") << 8.0;
    }

    void sampledSharesAreThoseTheProgramMeasured()
    {
        QFETCH(const QString, rate);
        QFETCH(const QString, seconds);
        QFETCH(const double, tolerance);
        verifyInThreeAttempts([&](QString &objection) {
            Recording recording;
            recording.start({QStringLiteral("-F"), rate}, {QStringLiteral("knownshares"), seconds});
            const auto measured = measuredShares(recording.finish().toStdString());
            const auto reading = recording.read();
            const auto sampled = sampledShares(*reading.profile);
            QCOMPARE(measured.size(), std::size_t(12));

            const auto worst = worstDifference(measured, sampled);
            const auto &statistics = reading.profile->tables().statistics;
            qInfo("accuracy.%sHz.worst %.2f points (%llu ticks, %llu missed, root reached %.4f)",
                  qPrintable(rate), worst, static_cast<unsigned long long>(statistics.ticks),
                  static_cast<unsigned long long>(statistics.missedTicks),
                  static_cast<double>(statistics.rootsReached)
                      / static_cast<double>(statistics.nativeStacks));
            QVERIFY(reading.log.findings().empty());
            if (worst >= tolerance)
                objection = QStringLiteral("%1 points").arg(worst);
        });
    }
};

EMBER_TEST(TstAccuracy)
#include "tst_accuracy.moc"
