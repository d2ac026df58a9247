// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/functionstatistics.h"
#include "model/spans/spanbuilder.h"
#include "tests/support/testmain.h"
#include "tests/support/textprofile.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

constexpr std::int64_t day = 86'400'000'000'000;
// Beyond 2^53, where doubles have no odd numbers.
constexpr std::int64_t start = 1'790'000'000'123'456'789;
constexpr std::int64_t tick = 9'900'991;
constexpr int denseSamples = 300'000;

// A day of one call. Within it a short one at either end, and calls at every other tick for the
// most part of an hour at noon.
ThreadIndex addDay(ProfileBuilder &builder, int dense)
{
    const auto thread = builder.addThread({});
    const auto whole = textStack(builder, "day");
    const auto frameOf = [&](std::string_view name) {
        return builder.tables().stacks[textStack(builder, name)].frame;
    };
    const auto early = builder.stack(whole, frameOf("early"));
    const auto noon = builder.stack(whole, frameOf("noon"));
    const auto late = builder.stack(whole, frameOf("late"));
    const auto add = [&](std::int64_t elapsed, StackIndex stack) {
        builder.addSample(thread, {timestampFromNs(start + elapsed), stack, {}});
    };
    add(0, early);
    add(1, whole);
    for (int row = 0; row < dense; ++row)
        add(day / 2 + row * tick, row % 2 == 0 ? noon : whole);
    add(day - 3, late);
    add(day, whole);
    return thread;
}

QString printed(const ThreadSpans &spans, const Box &box)
{
    return QStringLiteral("%1+%2")
        .arg(toNs(spans.start(box)) - start)
        .arg(spans.duration(box).count());
}

} // namespace

// Times a day apart, and sums of many of them, are exact to the nanosecond.
class TstLongProfile : public QObject {
    Q_OBJECT

private slots:
    void boxesOfADayAreExactAtBothEnds()
    {
        ProfileBuilder builder;
        const auto thread = addDay(builder, denseSamples);
        const auto table = buildSpans(builder.snapshot());
        const auto &spans = table->thread(thread);
        QCOMPARE(spans.depth(), std::size_t(2));
        QCOMPARE(spans.rows[0].boxes.size(), std::size_t(1));
        const Box &root = spans.rows[0].boxes[BoxIndex(0)];
        QCOMPARE(printed(spans, root), QStringLiteral("0+%1").arg(day));
        QCOMPARE(toNs(spans.end(root)), start + day);
        QCOMPARE(spans.rows[0].boxes.samples(BoxIndex(0)), std::uint64_t(denseSamples + 3));

        const auto &calls = spans.rows[1].boxes;
        QCOMPARE(calls.size(), std::size_t(denseSamples / 2 + 2));
        QCOMPARE(printed(spans, calls[BoxIndex(0)]), QStringLiteral("0+1"));
        QCOMPARE(printed(spans, calls.back()), QStringLiteral("%1+3").arg(day - 3));
        for (std::size_t row = 1; row + 1 < calls.size(); ++row) {
            const Box &box = calls[BoxIndex(row)];
            QCOMPARE(toNs(spans.start(box)), start + day / 2 + std::int64_t(row - 1) * 2 * tick);
            QCOMPARE(spans.duration(box).count(), tick);
        }
    }

    void coarserLevelsReachOverADay()
    {
        ProfileBuilder builder;
        const auto thread = addDay(builder, denseSamples);
        const auto table = buildSpans(builder.snapshot());
        const auto &spans = table->thread(thread);
        QCOMPARE(spans.busy.total().count(), day);
        const auto before = [&](std::int64_t elapsed) {
            return spans.busy.before(*spans.samples, timestampFromNs(start + elapsed)).count();
        };
        for (const std::int64_t elapsed :
             {std::int64_t(0), std::int64_t(1), day / 2, day / 2 + 17 * tick, day - 3, day})
            QCOMPARE(before(elapsed), elapsed);
        QCOMPARE(spans.outline.size(), std::size_t(denseSamples + 3));
        QCOMPARE(spans.outline.sharedUntil(SampleIndex(0), SampleIndex(denseSamples + 2)),
                 std::size_t(1));
        const auto last = spans.outline.firstDeeper(denseSamples + 2, denseSamples + 3, 1);
        QVERIFY(last.has_value());
        QCOMPARE(spans.firstEndingAfter(1, timestampFromNs(start + day - 3)).row(),
                 spans.rows[1].boxes.size() - 1);
        QCOMPARE(spans.firstEndingAfter(1, timestampFromNs(start + day)).row(),
                 spans.rows[1].boxes.size());
    }

    void sumsOverThreadsAreExact()
    {
        constexpr int threads = 1'000;
        ProfileBuilder builder;
        for (int thread = 0; thread < threads; ++thread)
            addDay(builder, 0);
        const auto profile = builder.snapshot();
        QCOMPARE(profile->timeRange().duration().count(), day);
        for (const auto &row : functionStatistics(*profile, {})) {
            const auto each = row.name == "day" ? day : row.name == "late" ? 3 : 1;
            QCOMPARE(row.total.count(), threads * std::int64_t(each));
        }
    }
};

EMBER_TEST(TstLongProfile)
#include "tst_longprofile.moc"
