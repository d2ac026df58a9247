// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/endtoend/recording.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <cmath>
#include <map>

using namespace ember::model;
using namespace ember::tests;

namespace {

// Share of each thread's time in each function, in percent: by thread name and function name.
using Shares = std::map<std::pair<QByteArray, QByteArray>, double>;

Shares normalised(Shares nanoseconds)
{
    std::map<QByteArray, double> totals;
    for (const auto &[key, time] : nanoseconds)
        totals[key.first] += time;
    for (auto &[key, time] : nanoseconds)
        time *= 100 / totals[key.first];
    return nanoseconds;
}

// What the target measured itself.
Shares measuredShares(const QByteArray &printed)
{
    Shares shares;
    for (const auto &line : printed.split('\n')) {
        const auto words = line.split(' ');
        if (words.size() == 4 && words[0] == "share")
            shares[{words[1], words[2]}] = words[3].toDouble();
    }
    return normalised(shares);
}

QByteArray functionInStack(const Profile &profile, StackIndex stack, std::string_view prefix)
{
    for (; stack != emptyStack; stack = profile.stack(stack).parent) {
        const auto name = frameName(profile, profile.stack(stack).frame);
        if (name.starts_with(prefix))
            return QByteArray::fromStdString(name);
    }
    return {};
}

// What the samples say: each lasts until its thread's next one.
Shares sampledShares(const Profile &profile)
{
    Shares shares;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto name = profile.text(profile.thread(ThreadIndex(row)).name);
        if (!name.starts_with("known-"))
            continue;
        const auto &samples = profile.samples(ThreadIndex(row));
        for (std::size_t i = 0; i + 1 < samples.size(); ++i) {
            const auto function = functionInStack(profile, samples.stacks[SampleIndex(i)], "share");
            const auto time = samples.times[SampleIndex(i + 1)] - samples.times[SampleIndex(i)];
            if (!function.isEmpty())
                shares[{QByteArray(name.data(), qsizetype(name.size())), function}] +=
                    static_cast<double>(time.count());
        }
    }
    return normalised(shares);
}

} // namespace

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
        Recording recording;
        recording.start({QStringLiteral("-F"), rate}, {QStringLiteral("knownshares"), seconds});
        const auto measured = measuredShares(recording.finish());
        const auto reading = recording.read();
        const auto sampled = sampledShares(*reading.profile);
        QCOMPARE(measured.size(), std::size_t(12));

        double worst = 0;
        for (const auto &[key, share] : measured) {
            const auto found = sampled.find(key);
            const auto seen = found == sampled.end() ? 0 : found->second;
            worst = std::max(worst, std::abs(seen - share));
            qInfo("%s %-10s %6.2f %% measured, %6.2f %% sampled", key.first.constData(),
                  key.second.constData(), share, seen);
        }
        const auto &statistics = reading.profile->tables().statistics;
        qInfo("accuracy.%sHz.worst %.2f points (%llu ticks, %llu missed, root reached %.4f)",
              qPrintable(rate), worst, static_cast<unsigned long long>(statistics.ticks),
              static_cast<unsigned long long>(statistics.missedTicks),
              static_cast<double>(statistics.rootsReached)
                  / static_cast<double>(statistics.nativeStacks));
        QCOMPARE_LT(worst, tolerance);
        QVERIFY(reading.log.findings().empty());
    }
};

EMBER_TEST(TstAccuracy)
#include "tst_accuracy.moc"
