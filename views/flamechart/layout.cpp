// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/layout.h"

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

std::vector<LaneContent> alone(const std::vector<ThreadIndex> &threads,
                               const ChartLayout::IsCollapsed &isCollapsed)
{
    std::vector<LaneContent> contents;
    contents.reserve(threads.size());
    for (const ThreadIndex thread : threads)
        contents.push_back({thread, isCollapsed(thread)});
    return contents;
}

} // namespace

std::size_t laneDepth(const SpanTable &spans, ThreadIndex thread)
{
    const auto &stacks = spans.profile()->samples(thread).stacks;
    const std::size_t last = stacks.isEmpty() ? 0 : spans.profile()->stack(stacks.back()).depth;
    return std::max(spans.thread(thread).depth(), last);
}

ChartLayout::ChartLayout(const SpanTable &spans, const std::vector<LaneContent> &contents,
                         ChartMetrics metrics, std::optional<int> room)
    : m_metrics(metrics)
{
    m_lanes.reserve(contents.size());
    int members = 0; // folded threads in groups
    for (const LaneContent &content : contents) {
        const bool isLow = content.collapsed || content.heads.isValid();
        const int depth = isLow ? 0 : static_cast<int>(laneDepth(spans, content.thread));
        // A dotted line in place of a single row would save nothing.
        const int spare = content.isHeld ? 0 : 1;
        const bool isCut = content.mostRows && depth > *content.mostRows + spare;
        const int rows = isCut ? *content.mostRows : depth;
        const int strip = rows > 0 ? metrics.stripHeight : metrics.laneHeight;
        m_lanes.push_back({content.thread, m_height, rows, content.collapsed, content.heads,
                           content.within, strip, depth - rows});
        members += isMember(m_lanes.back()) ? 1 : 0;
        m_height = bottom(m_lanes.back()) + gapBelow(m_lanes.back());
    }
    if (room && m_height > *room && members > 0) {
        const int others = m_height - members * metrics.laneHeight;
        lowerMembers(
            std::clamp((*room - others) / members, metrics.lowestLane, metrics.laneHeight));
    }
}

// Whether the lane is that of a folded thread in a group.
bool ChartLayout::isMember(const Lane &lane)
{
    return lane.within.isValid() && lane.rows == 0;
}

int ChartLayout::gapBelow(const Lane &lane) const
{
    return lane.rows > 0 && lane.more == 0 ? m_metrics.laneGap : 0;
}

void ChartLayout::lowerMembers(int height)
{
    m_height = 0;
    for (Lane &lane : m_lanes) {
        lane.top = m_height;
        if (isMember(lane))
            lane.strip = height;
        m_height = bottom(lane) + gapBelow(lane);
    }
}

ChartLayout::ChartLayout(const SpanTable &spans, const std::vector<ThreadIndex> &threads,
                         const IsCollapsed &isCollapsed, ChartMetrics metrics)
    : ChartLayout(spans, alone(threads, isCollapsed), metrics)
{
}

int ChartLayout::rowTop(const Lane &lane, std::size_t depth) const
{
    return rowsTop(lane) + static_cast<int>(depth) * m_metrics.rowHeight;
}

int ChartLayout::rowsBottom(const Lane &lane) const
{
    return rowsTop(lane) + lane.rows * m_metrics.rowHeight;
}

int ChartLayout::bottom(const Lane &lane) const
{
    return rowsBottom(lane) + (lane.more > 0 ? m_metrics.moreHeight : 0);
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
    const auto found = std::ranges::find_if(
        m_lanes, [thread](const Lane &lane) { return lane.thread == thread && !lane.isGroup(); });
    return found == m_lanes.end() ? nullptr : &*found;
}

const Lane *ChartLayout::laneOf(ThreadGroupIndex group) const
{
    const auto found = std::ranges::find(m_lanes, group, &Lane::heads);
    return found == m_lanes.end() ? nullptr : &*found;
}

std::optional<std::size_t> ChartLayout::depthAt(const Lane &lane, int y) const
{
    if (y < rowsTop(lane) || y >= rowsBottom(lane))
        return std::nullopt;
    return static_cast<std::size_t>((y - rowsTop(lane)) / m_metrics.rowHeight);
}

} // namespace ember::views
