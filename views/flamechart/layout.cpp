// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/layout.h"

#include <algorithm>

namespace ember::views {

using namespace model;

std::size_t laneDepth(const SpanTable &spans, ThreadIndex thread)
{
    const auto &stacks = spans.profile()->samples(thread).stacks;
    const std::size_t last = stacks.isEmpty() ? 0 : spans.profile()->stack(stacks.back()).depth;
    return std::max(spans.thread(thread).depth(), last);
}

ChartLayout::ChartLayout(const SpanTable &spans, const std::vector<ThreadIndex> &threads,
                         const IsCollapsed &isCollapsed, ChartMetrics metrics)
    : m_metrics(metrics)
{
    m_lanes.reserve(threads.size());
    for (const ThreadIndex thread : threads) {
        const bool collapsed = isCollapsed(thread);
        const int rows = collapsed ? 0 : static_cast<int>(laneDepth(spans, thread));
        m_lanes.push_back({thread, m_height, rows, collapsed});
        m_height = bottom(m_lanes.back()) + (collapsed ? 1 : metrics.laneGap);
    }
}

int ChartLayout::headerTop(const Lane &lane, int scrollY) const
{
    const int lowest = bottom(lane) - m_metrics.headerHeight;
    return std::max(lane.top, std::min(scrollY, lowest));
}

int ChartLayout::rowTop(const Lane &lane, std::size_t depth) const
{
    return rowsTop(lane) + static_cast<int>(depth) * m_metrics.rowHeight;
}

int ChartLayout::bottom(const Lane &lane) const
{
    return rowsTop(lane) + lane.rows * m_metrics.rowHeight;
}

std::size_t ChartLayout::firstLaneBelow(int y) const
{
    const auto found =
        std::ranges::partition_point(m_lanes, [&](const Lane &lane) { return bottom(lane) <= y; });
    return static_cast<std::size_t>(found - m_lanes.begin());
}

const Lane *ChartLayout::laneAt(int y) const
{
    const auto place = firstLaneBelow(y);
    return place < m_lanes.size() && m_lanes[place].top <= y ? &m_lanes[place] : nullptr;
}

const Lane *ChartLayout::laneOf(ThreadIndex thread) const
{
    const auto found = std::ranges::find(m_lanes, thread, &Lane::thread);
    return found == m_lanes.end() ? nullptr : &*found;
}

std::optional<std::size_t> ChartLayout::depthAt(const Lane &lane, int y) const
{
    if (y < rowsTop(lane) || y >= bottom(lane))
        return std::nullopt;
    return static_cast<std::size_t>((y - rowsTop(lane)) / m_metrics.rowHeight);
}

} // namespace ember::views
