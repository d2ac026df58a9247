// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/session.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <cstdint>
#include <limits>
#include <random>
#include <utility>

using namespace ember::model;
using namespace ember::model::sentry;

namespace {

ChunkSample sampleAt(std::int64_t ns, ChunkStackIndex stack, StringIndex thread)
{
    return {0, timestampFromNs(ns), stack, thread};
}

bool isSame(const ChunkSample &a, const ChunkSample &b)
{
    return a.time == b.time && a.stack == b.stack && a.thread == b.thread;
}

} // namespace

class TstPackedSamples : public QObject {
    Q_OBJECT

    static void compareUnpacked(const ChunkSamples &samples)
    {
        auto given = samples;
        const auto again = PackedSamples(std::move(given)).unpacked();
        QCOMPARE(given.capacity(), std::size_t(0)); // NOLINT(bugprone-use-after-move)
        QCOMPARE(again.size(), samples.size());
        for (std::size_t row = 0; row < samples.size(); ++row)
            QVERIFY2(isSame(again[row], samples[row]), qPrintable(QString::number(row)));
    }

private slots:
    void nothingComesBackAsNothing()
    {
        compareUnpacked({});
        QVERIFY(PackedSamples().unpacked().empty());
    }

    void theFarthestNumbersComeBack()
    {
        using Limits = std::numeric_limits<std::int64_t>;
        const ChunkStackIndex farStack(0xfffffffe);
        const auto most = Limits::max() / 1000 * 1000; // in whole microseconds
        compareUnpacked({sampleAt(most, farStack, {}), sampleAt(-most, {}, StringIndex(7))});
        compareUnpacked(
            {sampleAt(Limits::max(), farStack, StringIndex(0)), sampleAt(Limits::min(), {}, {}),
             sampleAt(0, ChunkStackIndex(0), StringIndex(0xfffffffe)),
             sampleAt(-1, {}, StringIndex(1)), sampleAt(Limits::max(), ChunkStackIndex(63), {})});
    }

    void anySamplesComeBack()
    {
        std::mt19937_64 random(20261122);
        ChunkSamples samples;
        for (int row = 0; row < 10'000; ++row) {
            const auto digits = random() % 64; // so that all lengths come
            samples.push_back(sampleAt(static_cast<std::int64_t>(random() >> digits),
                                       ChunkStackIndex(std::size_t(random() >> 32 >> digits % 32)),
                                       StringIndex(std::size_t(random() >> 32 >> digits % 32))));
        }
        compareUnpacked(samples);
    }
};

EMBER_TEST(TstPackedSamples)
#include "tst_packedsamples.moc"
