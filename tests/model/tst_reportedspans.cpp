// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profilebuilder.h"
#include "model/query/reportedspans.h"
#include "tests/support/testmain.h"

#include <QStringList>
#include <QTest>

#include <functional>
#include <optional>
#include <string_view>

using namespace ember::model;
using namespace ember::tests;

namespace {

// A profile of reported spans, written one after the other.
class SpanScene {
public:
    ThreadIndex thread() { return m_builder.addThread({}); }

    TransactionIndex transaction(ThreadIndex thread, int start, int end, std::string_view id)
    {
        Transaction row;
        row.thread = thread;
        row.name = m_builder.string(id);
        row.spanId = row.name;
        row.start = timestampFromNs(start);
        row.end = timestampFromNs(end);
        return m_builder.addTransaction(row);
    }

    void span(ThreadIndex thread, int start, int end, std::string_view id,
              std::string_view parent = {}, TransactionIndex within = {})
    {
        TracingSpan row{
            {}, thread, m_builder.string(id), timestampFromNs(start), timestampFromNs(end)};
        row.id = row.name;
        if (!parent.empty())
            row.parent = m_builder.string(parent);
        row.transaction = within;
        m_builder.addTracingSpan(row);
    }

    ProfileBuilder &builder() { return m_builder; }
    ProfilePointer profile() { return m_builder.snapshot(); }

private:
    ProfileBuilder m_builder;
};

// Lane by lane, and row by row, the names: "a b / c | d".
QString printed(const ProfilePointer &profile)
{
    QStringList lanes;
    for (const SpanLane &lane : spanLanes(*profile)) {
        QStringList rows;
        for (const auto &row : lane.rows) {
            QStringList names;
            for (const ReportedSpan &span : row)
                names << QString::fromStdString(
                    std::string(profile->text(factsOf(*profile, span).name)));
            rows << names.join(QLatin1Char(' '));
        }
        lanes << rows.join(QStringLiteral(" / "));
    }
    return lanes.join(QStringLiteral(" | "));
}

// The tree: "root(child(inner) child)".
QString tree(const ProfilePointer &profile)
{
    const auto nodes = spanTree(*profile);
    const std::function<QString(std::optional<std::size_t>)> below =
        [&](std::optional<std::size_t> parent) {
            QStringList names;
            for (std::size_t row = 0; row < nodes.size(); ++row) {
                if (nodes[row].parent != parent)
                    continue;
                const auto name = profile->text(factsOf(*profile, nodes[row].span).name);
                const QString inner = below(row);
                names << QString::fromStdString(std::string(name))
                        + (inner.isEmpty() ? inner : QStringLiteral("(%1)").arg(inner));
            }
            return names.join(QLatin1Char(' '));
        };
    return below(std::nullopt);
}

} // namespace

class TstReportedSpans : public QObject {
    Q_OBJECT

private slots:
    // The inner span is reported first, as programs do.
    void spansWithoutIdsAreNestedByTime()
    {
        SpanScene scene;
        const auto thread = scene.thread();
        scene.span(thread, 10, 20, "inner");
        scene.span(thread, 20, 30, "next");
        scene.span(thread, 0, 40, "outer");
        QCOMPARE(printed(scene.profile()), QStringLiteral("outer / inner next"));
    }

    void ofEqualTimesTheOneReportedLastIsOutside()
    {
        SpanScene scene;
        const auto thread = scene.thread();
        scene.span(thread, 0, 10, "inner");
        scene.span(thread, 0, 10, "outer");
        scene.transaction(thread, 0, 10, "root");
        QCOMPARE(printed(scene.profile()), QStringLiteral("root / outer / inner"));
    }

    // "late" begins after "first" has ended, but is still a child of "root".
    void aChildIsBelowItsParentEvenIfThereIsRoomAbove()
    {
        SpanScene scene;
        const auto thread = scene.thread();
        const auto root = scene.transaction(thread, 0, 10, "root");
        scene.span(thread, 2, 8, "first", "root", root);
        scene.span(thread, 12, 20, "late", "first", root);
        scene.span(thread, 30, 40, "loose", {}, root);
        QCOMPARE(printed(scene.profile()), QStringLiteral("root / first loose / late"));
    }

    void crossingSpansAreInDifferentRows()
    {
        SpanScene scene;
        const auto thread = scene.thread();
        scene.span(thread, 0, 20, "a");
        scene.span(thread, 10, 30, "b");
        scene.span(thread, 20, 40, "c");
        QCOMPARE(printed(scene.profile()), QStringLiteral("a c / b"));
    }

    void aChildOnAnotherThreadStartsItsOwnLane()
    {
        SpanScene scene;
        const auto first = scene.thread();
        const auto second = scene.thread();
        scene.transaction(second, 0, 100, "root");
        scene.span(first, 10, 20, "child", "root");
        scene.span({}, 10, 20, "lost");
        QCOMPARE(printed(scene.profile()), QStringLiteral("child | root | lost"));
    }

    void timesThatRunBackwardsAreEmptyRanges()
    {
        SpanScene scene;
        scene.span(scene.thread(), 30, 10, "back");
        const auto lanes = spanLanes(*scene.profile());
        QCOMPARE(lanes.size(), 1U);
        QCOMPARE(lanes[0].rows[0][0].range, (TimeRange{timestampFromNs(30), timestampFromNs(30)}));
    }

    void aCrowdIsCountedBeyondTheMostRows()
    {
        SpanScene scene;
        const auto thread = scene.thread();
        for (int number = 0; number < 1'000; ++number)
            scene.span(thread, number, 10'000, "request");
        const auto lanes = spanLanes(*scene.profile());
        QCOMPARE(lanes.size(), 1U);
        QCOMPARE(lanes[0].rows.size(), mostSpanRows);
        QCOMPARE(lanes[0].spans, mostSpanRows);
        QCOMPARE(lanes[0].crowdedOut, 1'000 - mostSpanRows);
    }

    void aTreeFollowsParentsThenTransactionsThenTime()
    {
        SpanScene scene;
        const auto first = scene.thread();
        const auto second = scene.thread();
        const auto root = scene.transaction(first, 0, 100, "root");
        scene.span(first, 10, 50, "outer", "root", root);
        scene.span(first, 20, 40, "inner");
        scene.span(second, 20, 40, "elsewhere", "outer");
        scene.span(second, 60, 70, "part", {}, root);
        scene.span(second, 60, 200, "own");
        QCOMPARE(tree(scene.profile()), QStringLiteral("root(outer(elsewhere inner) part) own"));
    }

    void aTreeIsNeverDeeperThanRowsAre()
    {
        SpanScene scene;
        const auto thread = scene.thread();
        for (int number = 0; number < 1'000; ++number)
            scene.span(thread, number, 10'000 - number, "request");
        const auto nodes = spanTree(*scene.profile());
        QCOMPARE(nodes.size(), 1'000U);
        std::size_t depth = 0;
        for (auto row = std::optional<std::size_t>(999); nodes[*row].parent; ++depth)
            row = nodes[*row].parent;
        QCOMPARE(depth, mostSpanRows - 1);
    }

    // A parent that is its own child, or one that starts later, must not loop or lose the span.
    void parentsThatMakeNoSenseAreLeftOut()
    {
        SpanScene scene;
        const auto thread = scene.thread();
        scene.span(thread, 0, 10, "self", "self");
        scene.span(thread, 20, 30, "early", "later");
        scene.span(thread, 40, 50, "later", "early");
        QCOMPARE(printed(scene.profile()), QStringLiteral("self early / later"));
    }

    void failuresAreThoseThatSentryCounts()
    {
        SpanScene scene;
        const auto thread = scene.thread();
        TracingSpan row{{}, thread, {}, timestampFromNs(0), timestampFromNs(1)};
        for (const auto status : {"internal_error", "ok", "cancelled", "unknown", "whatever"}) {
            row.status = scene.builder().string(status);
            scene.builder().addTracingSpan(row);
        }
        row.status = {};
        scene.builder().addTracingSpan(row);
        const auto profile = scene.profile();
        std::vector<bool> failed;
        for (std::size_t span = 0; span < profile->tables().tracingSpans.size(); ++span)
            failed.push_back(hasFailed(*profile, {{}, {}, TracingSpanIndex(span)}));
        QCOMPARE(failed, (std::vector<bool>{true, false, false, false, false, false}));
    }
};

EMBER_TEST(TstReportedSpans)
#include "tst_reportedspans.moc"
