// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/stoptimes.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

#include <vector>

using namespace ember::model;
using namespace ember::tests;

namespace {

constexpr std::int64_t stopNsPerMs = 1'000'000;

// A thread with a sample every 10 ms, held so many milliseconds for each.
void addThread(ProfileBuilder &builder, std::int64_t startMs,
               std::initializer_list<std::uint32_t> heldMs)
{
    const auto thread = builder.addThread({});
    for (const auto held : heldMs) {
        builder.addSample(thread,
                          {timestampFromNs(startMs * stopNsPerMs), emptyStack,
                           SampleDetail{.stopNs = held * std::uint32_t(stopNsPerMs)}});
        builder.statistics().stopTotal += Nanoseconds(held * stopNsPerMs);
        startMs += 10;
    }
}

// "5:20 15:0", middles of the pieces in milliseconds and percent.
QString shares(ProfileBuilder &builder, StopShares &of)
{
    QStringList texts;
    of.read(*builder.snapshot()).forEach([&](std::size_t, const MeasurementValue &value) {
        texts << QStringLiteral("%1:%2").arg(toNs(value.time) / stopNsPerMs).arg(value.value);
    });
    return texts.join(QLatin1Char(' '));
}

QString shares(ProfileBuilder &builder, std::int64_t finestMs, std::size_t most = 100)
{
    StopShares once(Nanoseconds(finestMs * stopNsPerMs), most);
    return shares(builder, once);
}

} // namespace

class TstStopShares : public QObject {
    Q_OBJECT

private slots:
    void sharesAreOfTheTimeOfAllThreads()
    {
        ProfileBuilder builder;
        addThread(builder, 0, {1, 3, 0, 0, 0});
        QCOMPARE(shares(builder, 20), QStringLiteral("10:20 30:0"));
        addThread(builder, 0, {0, 0, 2, 2, 0});
        QCOMPARE(shares(builder, 20), QStringLiteral("10:10 30:10"));
        QCOMPARE(shares(builder, 10), QStringLiteral("5:5 15:15 25:10 35:10"));
    }

    void piecesWithoutSamplesHaveNone()
    {
        ProfileBuilder builder;
        addThread(builder, 0, {5, 0});
        addThread(builder, 90, {5, 0});
        QCOMPARE(shares(builder, 20), QStringLiteral("10:50 90:50"));
    }

    void piecesGrowWithTheTimeThereIs()
    {
        ProfileBuilder builder;
        addThread(builder, 0, {1, 3, 0, 0, 0, 0, 2, 2, 0});
        QCOMPARE(shares(builder, 10, 5), QStringLiteral("10:20 30:0 50:0 70:20"));
        QCOMPARE(shares(builder, 10, 4), QStringLiteral("20:10 60:10"));
    }

    // Samples one by one, a thread that comes later, one that had begun before the others, and
    // samples that come late.
    void aGrowingProfileHasThoseItHasAtOnce()
    {
        ProfileBuilder builder;
        StopShares growing(Nanoseconds(10 * stopNsPerMs), 16);
        std::vector<ThreadIndex> threads;
        for (std::uint32_t sample = 0; sample < 500; ++sample) {
            if (sample % 100 == 0)
                threads.push_back(builder.addThread({}));
            std::int64_t ms = 10 * std::int64_t(sample);
            if (sample == 300)
                ms = -40;
            if (sample == 401)
                ms = 2000;
            const auto thread = threads[sample % threads.size()];
            builder.addSample(thread,
                              {timestampFromNs(ms * stopNsPerMs), emptyStack,
                               SampleDetail{.stopNs = sample % 7 * std::uint32_t(stopNsPerMs)}});
            builder.statistics().stopTotal += Nanoseconds(1);
            if (sample == 0)
                continue; // no time has passed
            const QString grown = shares(builder, growing);
            QCOMPARE(grown, shares(builder, 10, 16));
            QVERIFY(!grown.isEmpty());
        }
    }

    void whereNobodyWasHeldThereIsNothingToTell()
    {
        ProfileBuilder builder;
        addThread(builder, 0, {0, 0, 0});
        QCOMPARE(shares(builder, 10), QString());
        StopShares none(Nanoseconds(stopNsPerMs), 5);
        QCOMPARE(none.read(*textProfile("a\n")).size(), 0U);
    }
};

EMBER_TEST(TstStopShares)
#include "tst_stopshares.moc"
