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
    int stripHeight = 8; // above the rows of an unfolded thread
    int rowHeight = 17;
    int laneHeight = 15; // of a folded thread's lane, unless it is lowered, or a group's
    int lowestLane = 4; // least height of the lane of a folded thread in a group
    int laneGap = 4; // below a thread's last row
    int moreHeight = 4; // of the dotted line that replaces the gap if rows are left out

    friend bool operator==(const ChartMetrics &, const ChartMetrics &) = default;
};

// The content of a lane: a thread, or a group.
struct LaneContent {
    model::ThreadIndex thread; // for a group, its first thread
    bool collapsed = false;
    ThreadGroupIndex heads = {}; // the group whose lane this is; invalid: the lane is a thread's
    ThreadGroupIndex within = {}; // the thread's group; invalid: the thread is in none
    std::optional<int> mostRows = {}; // rows beyond these are left out; empty: none are
    bool isHeld = false; // otherwise a thread with only one row beyond mostRows shows it
};

// A lane's identity.
struct LaneKey {
    model::ThreadIndex thread;
    ThreadGroupIndex heads = {}; // invalid: the lane is a thread's

    friend bool operator==(const LaneKey &, const LaneKey &) = default;
};

// The part of the chart of a thread or group. For a folded ("collapsed") thread it is a strip that
// shows what the thread did; for an unfolded one a low strip and below it a row per depth. For a
// group it is only a strip; `collapsed` means that the group is closed.
struct Lane {
    model::ThreadIndex thread;
    int top = 0;
    int rows = 0;
    bool collapsed = false;
    ThreadGroupIndex heads = {};
    ThreadGroupIndex within = {};
    int strip = 0; // height of the strip
    int more = 0; // rows that are left out; if there are any, a dotted line follows the others

    bool isGroup() const { return heads.isValid(); }
    LaneKey key() const { return {thread, heads}; }

    friend bool operator==(const Lane &, const Lane &) = default;
};

// Vertical positions of lanes and rows, from the top of the uppermost lane. Immutable; cheap enough
// to be made anew on every change of the threads or their depth.
class ChartLayout {
public:
    using IsCollapsed = std::function<bool(model::ThreadIndex)>;

    ChartLayout() = default;
    // Lanes of folded threads in groups are made lower, at most down to lowestLane, until all lanes
    // fit into the height `room`.
    ChartLayout(const model::SpanTable &spans, const std::vector<LaneContent> &contents,
                ChartMetrics metrics = {}, std::optional<int> room = {});
    // Lays out threads that are in no groups.
    ChartLayout(const model::SpanTable &spans, const std::vector<model::ThreadIndex> &threads,
                const IsCollapsed &isCollapsed, ChartMetrics metrics = {});

    const std::vector<Lane> &lanes() const { return m_lanes; }
    const ChartMetrics &metrics() const { return m_metrics; }
    int height() const { return m_height; }

    static int rowsTop(const Lane &lane) { return lane.top + lane.strip; }
    int rowTop(const Lane &lane, std::size_t depth) const;
    int rowsBottom(const Lane &lane) const;
    int bottom(const Lane &lane) const; // without the gap

    // The first lane that ends below y, where painting starts; lanes().size() if there is none.
    std::size_t firstLaneBelow(int y) const;
    // The lane whose strip or rows are at y; null in gaps and below all lanes.
    const Lane *laneAt(int y) const;
    const Lane *laneOf(model::ThreadIndex thread) const;
    const Lane *laneOf(ThreadGroupIndex group) const;
    const Lane *laneOf(const LaneKey &key) const
    {
        return key.heads.isValid() ? laneOf(key.heads) : laneOf(key.thread);
    }
    // The row at y, which must be in the lane; empty for the strip and the line below the rows.
    std::optional<std::size_t> depthAt(const Lane &lane, int y) const;

private:
    static bool isMember(const Lane &lane);
    int gapBelow(const Lane &lane) const;
    void lowerMembers(int height);

    ChartMetrics m_metrics;
    std::vector<Lane> m_lanes;
    int m_height = 0;
};

// Returns the number of rows of a thread's lane: the depth of its boxes or, if larger, of the stack
// of its last sample, which has no boxes.
std::size_t laneDepth(const model::SpanTable &spans, model::ThreadIndex thread);

} // namespace ember::views
