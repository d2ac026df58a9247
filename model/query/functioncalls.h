// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"
#include "model/query/rangestatistics.h"
#include "model/spans/spantable.h"

#include <cstdint>
#include <vector>

namespace ember::model {

// A call of a thread, which is a box, and its duration.
struct LongCall {
    ThreadIndex thread;
    std::size_t depth = 0;
    BoxIndex box;
    Nanoseconds duration{};

    friend bool operator==(const LongCall &, const LongCall &) = default;
};

// The number of calls with a duration in [from, below).
struct DurationBucket {
    Nanoseconds from{};
    Nanoseconds below{};
    std::uint64_t calls = 0;
};

// One function in a selection: its weight there, as in all views of sums, and its calls, which are
// the boxes of a chart.
struct FunctionCalls {
    FrameIndex frame; // the frame that functionCalls() was asked about
    Weight total; // of the function, once per stack
    Weight self;
    Weight whole; // weight of all functions
    std::uint64_t calls = 0; // the function's calls that reach into the range
    std::uint64_t nested = 0; // those of `calls` that lie within another call of the function
    std::uint64_t cut = 0; // those of `calls` that begin before the range or end after it
    // Durations of whole calls, even if the range cuts them. The median and the 95th percentile are
    // durations of calls: the least that half of them, or 95 of 100, do not exceed.
    Nanoseconds shortest{};
    Nanoseconds median{};
    Nanoseconds mean{};
    Nanoseconds percentile95{};
    Nanoseconds longest{};
    // Buckets with limits at 1, 2, 5, 10 … nanoseconds, from the shortest call to the longest; some
    // may be empty.
    std::vector<DurationBucket> histogram;
    std::vector<LongCall> longestCalls; // at most 100, longest first; then in time order
};

// The calls of the frame's function. `calls` are the weights of the selection in the profile of
// `spans`; `through` marks the stacks with a call of the function (CallWeigher::stacksThrough()). A
// call counts if one of its samples in the range counts. Linear in the boxes of the function's
// depths, and in the samples of its boxes if anything is filtered.
FunctionCalls functionCalls(const SpanTable &spans, const CallWeights &calls,
                            const Selection &selection, FrameIndex frame,
                            const StackMarks &through);

} // namespace ember::model
