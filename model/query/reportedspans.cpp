// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/reportedspans.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace ember::model {

namespace {

// The statuses that Sentry counts as failures: all it knows but ok, cancelled and unknown. "error"
// and "failure" are those of newer SDKs.
constexpr std::array<std::string_view, 17> failures{
    "aborted",
    "already_exists",
    "data_loss",
    "deadline_exceeded",
    "error",
    "failed_precondition",
    "failure",
    "internal_error",
    "invalid_argument",
    "not_found",
    "out_of_range",
    "permission_denied",
    "resource_exhausted",
    "unauthenticated",
    "unavailable",
    "unimplemented",
    "unknown_error",
};

// Puts spans into the rows of their lanes. Spans must be added in the order of their starts, outer
// ones first.
class LaneFiller {
public:
    explicit LaneFiller(const Profile &profile) : m_profile(profile) { }

    void add(const ReportedSpan &span);
    std::vector<SpanLane> take() &&;

private:
    // Orders unknown threads after all others: an invalid index is the largest.
    using LaneKey = std::pair<ThreadIndex, ProcessIndex>;

    struct Place {
        const SpanLane *lane;
        std::size_t row;
    };

    SpanLane &laneOf(const SpanFacts &facts);
    std::size_t firstRow(const ReportedSpan &span, const SpanFacts &facts, const SpanLane &lane);

    const Profile &m_profile;
    std::map<LaneKey, SpanLane> m_lanes;
    std::unordered_map<StringIndex, Place> m_byId;
    std::unordered_map<TransactionIndex, Place> m_byTransaction;
};

SpanLane &LaneFiller::laneOf(const SpanFacts &facts)
{
    const LaneKey key{facts.thread, facts.thread.isValid() ? ProcessIndex() : facts.process};
    auto &lane = m_lanes[key];
    lane.thread = facts.thread;
    lane.process = facts.process;
    return lane;
}

// Returns the uppermost row that a span may have: below its parent, else below its transaction.
std::size_t LaneFiller::firstRow(const ReportedSpan &span, const SpanFacts &facts,
                                 const SpanLane &lane)
{
    if (facts.parent.isValid()) {
        const auto parent = m_byId.find(facts.parent);
        if (parent != m_byId.end())
            return parent->second.lane == &lane ? parent->second.row + 1 : 0;
    }
    if (!span.span.isValid())
        return 0;
    const auto whole = m_byTransaction.find(m_profile.tables().tracingSpans[span.span].transaction);
    return whole != m_byTransaction.end() && whole->second.lane == &lane ? whole->second.row + 1
                                                                         : 0;
}

void LaneFiller::add(const ReportedSpan &span)
{
    const SpanFacts facts = factsOf(m_profile, span);
    SpanLane &lane = laneOf(facts);
    const auto isFree = [&](const std::vector<ReportedSpan> &row) {
        return row.empty() || row.back().range.end <= span.range.start;
    };
    std::size_t row = firstRow(span, facts, lane);
    while (row < lane.rows.size() && !isFree(lane.rows[row]))
        ++row;
    if (row >= mostSpanRows) {
        ++lane.crowdedOut;
        return;
    }
    if (row >= lane.rows.size())
        lane.rows.resize(row + 1);
    lane.rows[row].push_back(span);
    ++lane.spans;
    if (facts.id.isValid())
        m_byId.insert_or_assign(facts.id, Place{&lane, row});
    if (span.transaction.isValid())
        m_byTransaction.insert_or_assign(span.transaction, Place{&lane, row});
}

std::vector<SpanLane> LaneFiller::take() &&
{
    std::vector<SpanLane> lanes;
    for (auto &entry : m_lanes)
        lanes.push_back(std::move(entry.second));
    return lanes;
}

// Finds the parents of spans. Spans must be added in the order of their starts, outer ones first.
class ParentFinder {
public:
    explicit ParentFinder(const Profile &profile) : m_profile(profile) { }

    // Adds a span, whose own row is `row`. Returns the row of its parent.
    std::optional<std::size_t> add(const ReportedSpan &span, std::size_t row);

private:
    struct Open {
        std::size_t row;
        Timestamp end;
    };

    struct Known {
        std::optional<std::size_t> parent;
        std::size_t depth;
    };

    static std::optional<std::size_t> enclosing(std::vector<Open> &open, Timestamp end);

    const Profile &m_profile;
    std::unordered_map<StringIndex, std::size_t> m_byId;
    std::unordered_map<TransactionIndex, std::size_t> m_byTransaction;
    std::map<std::pair<ThreadIndex, ProcessIndex>, std::vector<Open>> m_open;
    std::vector<Known> m_known; // by row
};

// Returns the row of the innermost open span that ends at `end` or later. Drops those that end
// before: the span that ends then is further in than they are, for spans that start later.
std::optional<std::size_t> ParentFinder::enclosing(std::vector<Open> &open, Timestamp end)
{
    while (!open.empty() && open.back().end < end)
        open.pop_back();
    return open.empty() ? std::nullopt : std::optional(open.back().row);
}

std::optional<std::size_t> ParentFinder::add(const ReportedSpan &span, std::size_t row)
{
    const SpanFacts facts = factsOf(m_profile, span);
    auto &open = m_open[{facts.thread, facts.thread.isValid() ? ProcessIndex() : facts.process}];
    auto parent = enclosing(open, span.range.end);
    open.push_back({row, span.range.end});
    if (span.span.isValid()) {
        const auto whole = m_profile.tables().tracingSpans[span.span].transaction;
        if (const auto found = m_byTransaction.find(whole); found != m_byTransaction.end())
            parent = found->second;
    }
    if (const auto found = m_byId.find(facts.parent);
        facts.parent.isValid() && found != m_byId.end())
        parent = found->second;
    if (facts.id.isValid())
        m_byId.insert_or_assign(facts.id, row);
    if (span.transaction.isValid())
        m_byTransaction.insert_or_assign(span.transaction, row);
    if (parent && m_known[*parent].depth + 1 >= mostSpanRows)
        parent = m_known[*parent].parent;
    m_known.push_back({parent, parent ? m_known[*parent].depth + 1 : 0});
    return parent;
}

TimeRange forward(Timestamp start, Timestamp end)
{
    return {start, std::max(start, end)};
}

// Returns the ids of the spans that are not provisional, and so replace provisional ones; empty if
// there are no provisional ones.
std::unordered_set<StringIndex> settledIds(const Profile &profile)
{
    bool isAnyProvisional = false;
    std::unordered_set<StringIndex> ids;
    profile.tables().tracingSpans.forEach([&](std::size_t, const TracingSpan &span) {
        isAnyProvisional |= span.isProvisional;
        if (!span.isProvisional && span.id.isValid())
            ids.insert(span.id);
    });
    if (!isAnyProvisional)
        ids.clear();
    return ids;
}

// Returns all spans by start; of those that start together the longer one first, then transactions,
// then what was reported last: programs report the inner span before the outer one.
std::vector<ReportedSpan> inOrder(const Profile &profile)
{
    std::vector<ReportedSpan> spans;
    spans.reserve(profile.tables().transactions.size() + profile.tables().tracingSpans.size());
    profile.tables().transactions.forEach([&](std::size_t row, const Transaction &transaction) {
        spans.push_back({forward(transaction.start, transaction.end), TransactionIndex(row), {}});
    });
    const auto settled = settledIds(profile);
    profile.tables().tracingSpans.forEach([&](std::size_t row, const TracingSpan &span) {
        if (!span.isProvisional || !settled.contains(span.id))
            spans.push_back({forward(span.start, span.end), {}, TracingSpanIndex(row)});
    });
    std::ranges::sort(spans, [](const ReportedSpan &a, const ReportedSpan &b) {
        return std::tuple(a.range.start, b.range.end, a.transaction, b.span)
            < std::tuple(b.range.start, a.range.end, b.transaction, a.span);
    });
    return spans;
}

} // namespace

SpanFacts factsOf(const Profile &profile, const ReportedSpan &span)
{
    const auto &tables = profile.tables();
    if (span.transaction.isValid()) {
        const Transaction &own = tables.transactions[span.transaction];
        return {own.process, own.thread,  own.name,   own.op,
                own.status,  own.traceId, own.spanId, own.parent};
    }
    const TracingSpan &own = tables.tracingSpans[span.span];
    const StringIndex trace =
        own.transaction.isValid() ? tables.transactions[own.transaction].traceId : StringIndex();
    return {own.process, own.thread, own.name, own.op, own.status, trace, own.id, own.parent};
}

bool hasFailed(const Profile &profile, const ReportedSpan &span)
{
    const StringIndex status = factsOf(profile, span).status;
    return status.isValid() && std::ranges::binary_search(failures, profile.text(status));
}

std::vector<SpanLane> spanLanes(const Profile &profile)
{
    LaneFiller filler(profile);
    for (const ReportedSpan &span : inOrder(profile))
        filler.add(span);
    return std::move(filler).take();
}

std::vector<SpanNode> spanTree(const Profile &profile)
{
    ParentFinder parents(profile);
    std::vector<SpanNode> nodes;
    for (const ReportedSpan &span : inOrder(profile))
        nodes.push_back({span, parents.add(span, nodes.size())});
    return nodes;
}

} // namespace ember::model
