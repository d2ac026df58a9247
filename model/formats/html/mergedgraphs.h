// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace ember::model::html {

// The depth of the deepest calls that a page shows; the outermost have depth 1 here.
constexpr std::uint32_t deepestCall = 1000;

// A call of a merged graph, or `hidden` callees of one call that are too small to be kept apart,
// with all that they call.
struct GraphNode {
    std::uint32_t depth = 0; // 0: outermost
    FrameIndex frame; // invalid if `hidden` is not 0
    double total = 0;
    std::uint32_t hidden = 0;
};

// A graph in which equal calls are one node. Callers come before their callees, of these the
// largest first.
struct Graph {
    double total = 0;
    std::vector<GraphNode> nodes;
};

// The graphs of calls, summed up by one measure: of all threads, and of each thread asked for.
struct MeasuredGraphs {
    std::string name; // "time", "alloc_space"
    std::string unit; // "ns" of times
    Graph all;
    std::vector<Graph> threads;
};

struct MergedGraphs {
    std::vector<MeasuredGraphs> measures;
    std::uint64_t hidden = 0; // calls that are not kept apart, in the graphs of all threads
    std::uint64_t leftOut = 0; // graphs of threads that would exceed the limits
};

// Merges the calls of a profile: by running time first where it is known, time, and values that
// add up; by samples if there is none of these. At most about `limit` nodes in all: the smallest
// calls are hidden. Stops early, with part of the result, when the stop is requested.
MergedGraphs mergedGraphs(const Profile &profile, std::span<const ThreadIndex> threads,
                          std::size_t limit, const std::stop_token &stop);

} // namespace ember::model::html
