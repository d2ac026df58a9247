// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "model/spans/spantable.h"
#include "views/boxes/boxcounts.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ember::views {

// Returns how many calls of the same function are on the way from the root to the path, itself
// included, by a walk to the root.
std::uint32_t recursionOf(const model::SpanTable &spans, model::PathIndex path);

// Returns how many nodes on the way from the root to the node are of its function, itself included.
std::uint32_t recursionOf(const model::MergedTree &tree, model::MergedIndex node);

// Figures of calls that colours show, as of one snapshot, so that every box only looks them up.
// Immutable: for any thread.
class CallFigures {
public:
    // How many calls of the same function are on the way from the root to the path, itself
    // included: 1 is no recursion. At most 255. For paths of later snapshots it is found by a walk
    // to the root.
    std::uint32_t recursion(const model::SpanTable &spans, model::PathIndex path) const;

    // How many calls of the frame's function all threads have; 0 if not known.
    std::uint64_t calls(model::FrameIndex frame) const
    {
        return frame.row() < m_calls.size() ? m_calls[frame.row()] : 0;
    }

private:
    friend class GrowingCallFigures;

    std::vector<std::uint8_t> m_levels; // by path
    std::vector<std::uint64_t> m_calls; // by frame
};

using CallFiguresPointer = std::shared_ptr<const CallFigures>;

// Computes the figures, snapshot by snapshot of one profile, and reads only what is new in each.
// Any thread, but not concurrently.
class GrowingCallFigures {
public:
    // Returns figures with the recursion of all paths, in O(new paths) plus a copy of a byte for
    // each path.
    CallFiguresPointer withRecursion(const model::SpanTable &spans);
    // Returns figures with the calls of all frames, in O(new boxes) plus O(frames).
    CallFiguresPointer withCalls(const model::SpanTablePointer &spans);

private:
    // A call on the way from the root to the path visited last.
    struct Open {
        model::PathIndex path;
        std::size_t function;
    };

    void findLevels(const model::SpanTable &spans);
    void goTo(const model::SpanTable &spans, model::PathIndex path);
    std::uint32_t enter(const model::SpanTable &spans, model::PathIndex path);

    std::vector<std::uint8_t> m_levels; // by path
    std::vector<Open> m_way;
    std::vector<model::PathIndex> m_ahead; // working memory of goTo()
    std::vector<std::uint32_t> m_openCalls; // calls on the way, by function
    std::unique_ptr<BoxCounts> m_counts;
};

} // namespace ember::views
