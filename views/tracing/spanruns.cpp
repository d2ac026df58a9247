// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracing/spanruns.h"

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;

namespace {

using Row = std::vector<ReportedSpan>;

// Walks through a row and puts together what is narrow.
class RunFinder {
public:
    RunFinder(const Row &row, const TimeScale &scale) : m_row(row), m_scale(scale) { }

    std::vector<SpanRun> find();

private:
    int columnOf(Timestamp time) const
    {
        return static_cast<int>(std::floor(std::clamp(m_scale.toX(time), 0.0, m_scale.width())));
    }
    bool isWide(const ReportedSpan &span) const
    {
        return m_scale.toX(span.range.end) - m_scale.toX(span.range.start) >= ownRun;
    }
    SpanRun runOf(Row::const_iterator span) const;
    void extend(SpanRun &run, Row::const_iterator &next) const;

    const Row &m_row;
    const TimeScale &m_scale;
};

SpanRun RunFinder::runOf(Row::const_iterator span) const
{
    const int left = columnOf(span->range.start);
    return {left, std::max(columnOf(span->range.end), left + 1),
            static_cast<std::size_t>(span - m_row.begin()), 1};
}

// Adds the narrow spans that follow without a visible gap.
void RunFinder::extend(SpanRun &run, Row::const_iterator &next) const
{
    while (next != m_row.end()) {
        const Timestamp near = m_scale.toTime(run.right + 1);
        auto stop = std::partition_point(next, m_row.end(), [near](const ReportedSpan &span) {
            return span.range.start < near;
        });
        // Spans of a row do not overlap, so only the last of them can be wide.
        const bool endsAtWide = stop != next && isWide(*(stop - 1));
        if (endsAtWide)
            --stop;
        if (stop == next)
            return;
        run.count += static_cast<std::size_t>(stop - next);
        run.right = std::max(run.right, columnOf((stop - 1)->range.end));
        next = stop;
        if (endsAtWide)
            return;
    }
}

std::vector<SpanRun> RunFinder::find()
{
    std::vector<SpanRun> runs;
    const TimeRange range = m_scale.range();
    auto next = std::ranges::partition_point(
        m_row, [&](const ReportedSpan &span) { return span.range.end < range.start; });
    while (next != m_row.end() && next->range.start < range.end) {
        SpanRun &run = runs.emplace_back(runOf(next));
        const bool isOwn = isWide(*next);
        ++next;
        if (!isOwn)
            extend(run, next);
    }
    return runs;
}

} // namespace

std::vector<SpanRun> spanRuns(const std::vector<ReportedSpan> &row, const TimeScale &scale)
{
    if (scale.range().isEmpty() || scale.width() < 1)
        return {};
    return RunFinder(row, scale).find();
}

} // namespace ember::views
