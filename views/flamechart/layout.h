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

// What a lane is of: a thread, or the name of a group, with which it begins.
struct LaneContent {
    model::ThreadIndex thread; // of a group its first
    bool collapsed = false;
    ThreadGroupIndex heads = {}; // invalid: it is a thread's
    ThreadGroupIndex within = {}; // the group a thread stands in; invalid: it stands alone
};

// A thread's part of the chart: a header, below it a row per depth (none when collapsed). Or a
// group's, which is only a header; collapsed are those that are closed.
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

// What is where vertically, from the top of the uppermost lane. Pure; cheap enough to make anew on
// every change of the threads or their depth.
class ChartLayout {
public:
    using IsCollapsed = std::function<bool(model::ThreadIndex)>;

    ChartLayout() = default;
    ChartLayout(const model::SpanTable &spans, const std::vector<LaneContent> &contents,
                ChartMetrics metrics = {});
    // Of threads that each stand alone.
    ChartLayout(const model::SpanTable &spans, const std::vector<model::ThreadIndex> &threads,
                const IsCollapsed &isCollapsed, ChartMetrics metrics = {});

    const std::vector<Lane> &lanes() const { return m_lanes; }
    const ChartMetrics &metrics() const { return m_metrics; }
    int height() const { return m_height; }

    // Where the header is painted: it stays at the window's top while its rows scroll by below it.
    int headerTop(const Lane &lane, int scrollY) const;

    int rowsTop(const Lane &lane) const { return lane.top + m_metrics.headerHeight; }
    int rowTop(const Lane &lane, std::size_t depth) const;
    int bottom(const Lane &lane) const; // without the gap

    // The first lane that ends below y: where painting starts. lanes().size() if there is none.
    std::size_t firstLaneBelow(int y) const;
    // The lane whose header or rows are at y.
    const Lane *laneAt(int y) const;
    const Lane *laneOf(model::ThreadIndex thread) const;
    const Lane *laneOf(ThreadGroupIndex group) const;
    // The row at y, which must be in the lane; none for its header.
    std::optional<std::size_t> depthAt(const Lane &lane, int y) const;

private:
    ChartMetrics m_metrics;
    std::vector<Lane> m_lanes;
    int m_height = 0;
};

// How deep a thread's lane is: its boxes, and the stack of its last sample, which opens none.
std::size_t laneDepth(const model::SpanTable &spans, model::ThreadIndex thread);

} // namespace ember::views
