// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/boxes/boxreference.h"
#include "views/state/threadgroups.h"

#include <functional>
#include <optional>
#include <vector>

namespace ember::views {

// Sizes in logical pixels.
struct ChartMetrics {
    int headerHeight = 24;
    int rowHeight = 18;
    int laneGap = 8; // below a lane's last row

    friend bool operator==(const ChartMetrics &, const ChartMetrics &) = default;
};

// The content of a lane: a thread, or the header of a group.
struct LaneContent {
    model::ThreadIndex thread; // for a group, its first thread
    bool collapsed = false;
    ThreadGroupIndex heads = {}; // the group whose header this is; invalid: the lane is a thread's
    ThreadGroupIndex within = {}; // the thread's group; invalid: the thread is in none
};

// A thread's part of the chart: a header and below it a row per depth (none if collapsed). Or a
// group's, which is only a header; it is collapsed if the group is closed.
struct Lane {
    model::ThreadIndex thread;
    int top = 0;
    int rows = 0;
    bool collapsed = false;
    ThreadGroupIndex heads = {};
    ThreadGroupIndex within = {};

    bool isGroup() const { return heads.isValid(); }

    friend bool operator==(const Lane &, const Lane &) = default;
};

// Vertical positions of lanes and rows, from the top of the uppermost lane. Immutable; cheap enough
// to be made anew on every change of the threads or their depth.
class ChartLayout {
public:
    using IsCollapsed = std::function<bool(model::ThreadIndex)>;

    ChartLayout() = default;
    ChartLayout(const model::SpanTable &spans, const std::vector<LaneContent> &contents,
                ChartMetrics metrics = {});
    // Lays out threads that are in no groups.
    ChartLayout(const model::SpanTable &spans, const std::vector<model::ThreadIndex> &threads,
                const IsCollapsed &isCollapsed, ChartMetrics metrics = {});

    const std::vector<Lane> &lanes() const { return m_lanes; }
    const ChartMetrics &metrics() const { return m_metrics; }
    int height() const { return m_height; }

    // The top of the header: it stays at the window's top while the lane's rows scroll by below it.
    int headerTop(const Lane &lane, int scrollY) const;

    int rowsTop(const Lane &lane) const { return lane.top + m_metrics.headerHeight; }
    int rowTop(const Lane &lane, std::size_t depth) const;
    int bottom(const Lane &lane) const; // without the gap

    // The first lane that ends below y, where painting starts; lanes().size() if there is none.
    std::size_t firstLaneBelow(int y) const;
    // The lane whose header or rows are at y.
    const Lane *laneAt(int y) const;
    const Lane *laneOf(model::ThreadIndex thread) const;
    const Lane *laneOf(ThreadGroupIndex group) const;
    // The row at y, which must be in the lane; empty for the header.
    std::optional<std::size_t> depthAt(const Lane &lane, int y) const;

private:
    ChartMetrics m_metrics;
    std::vector<Lane> m_lanes;
    int m_height = 0;
};

// The number of rows of a thread's lane: those of its boxes, and of the stack of its last sample,
// which has no boxes.
std::size_t laneDepth(const model::SpanTable &spans, model::ThreadIndex thread);

} // namespace ember::views
