// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/stopshares.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

constexpr std::int64_t msInNs = 1'000'000;

// A thread with a sample every 10 ms, held so many milliseconds for each.
void addThread(ProfileBuilder &builder, std::int64_t startMs,
               std::initializer_list<std::uint32_t> heldMs)
{
    const auto thread = builder.addThread({});
    for (const auto held : heldMs) {
        builder.addSample(thread,
                          {timestampFromNs(startMs * msInNs), emptyStack,
                           SampleDetail{.stopNs = held * std::uint32_t(msInNs)}});
        builder.statistics().stopTotal += Nanoseconds(held * msInNs);
        startMs += 10;
    }
}

// "5:20 15:0", middles of the pieces in milliseconds and percent.
QString shares(ProfileBuilder &builder, std::size_t pieces)
{
    QStringList texts;
    stopShares(*builder.snapshot(), pieces)
        .forEach([&](std::size_t, const MeasurementValue &value) {
            texts << QStringLiteral("%1:%2").arg(toNs(value.time) / msInNs).arg(value.value);
        });
    return texts.join(QLatin1Char(' '));
}

} // namespace

class TstStopShares : public QObject {
    Q_OBJECT

private slots:
    void sharesAreOfTheTimeOfAllThreads()
    {
        ProfileBuilder builder;
        addThread(builder, 0, {1, 3, 0, 0, 0});
        QCOMPARE(shares(builder, 2), QStringLiteral("10:20 30:0"));
        addThread(builder, 0, {0, 0, 2, 2, 0});
        QCOMPARE(shares(builder, 2), QStringLiteral("10:10 30:10"));
        QCOMPARE(shares(builder, 4), QStringLiteral("5:5 15:15 25:10 35:10"));
    }

    void piecesWithoutSamplesHaveNone()
    {
        ProfileBuilder builder;
        addThread(builder, 0, {5, 0});
        addThread(builder, 90, {5, 0});
        QCOMPARE(shares(builder, 5), QStringLiteral("10:50 90:50"));
    }

    void whereNobodyWasHeldThereIsNothingToTell()
    {
        ProfileBuilder builder;
        addThread(builder, 0, {0, 0, 0});
        QCOMPARE(shares(builder, 5), QString());
        QCOMPARE(stopShares(*textProfile("a\n"), 5).size(), 0U);
    }
};

EMBER_TEST(TstStopShares)
#include "tst_stopshares.moc"
