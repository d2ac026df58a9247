// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"
#include "model/query/rangestatistics.h"
#include "model/spans/spantable.h"

#include <cstdint>
#include <vector>

namespace ember::model {

// A call in the boxes of a thread, and how long it was.
struct LongCall {
    ThreadIndex thread;
    std::size_t depth = 0;
    BoxIndex box;
    Nanoseconds duration{};

    friend bool operator==(const LongCall &, const LongCall &) = default;
};

// The calls that lasted from `from` to, not with, `below`.
struct DurationBucket {
    Nanoseconds from{};
    Nanoseconds below{};
    std::uint64_t calls = 0;
};

// One function in a selection: what it took there, as all views of sums say, and its calls, which
// are the boxes of a chart.
struct FunctionCalls {
    FrameIndex frame; // that was asked about
    Weight total; // once per stack
    Weight self;
    Weight whole; // of all functions
    std::uint64_t calls = 0; // that reach into the range
    std::uint64_t nested = 0; // of these, within another call of the function
    std::uint64_t cut = 0; // of these, that began before the range or went on behind it
    // Of whole calls, also where the range cuts them. The median and the 95th percentile are
    // durations of calls: the least that half of them, or 95 of 100, do not exceed.
    Nanoseconds shortest{};
    Nanoseconds median{};
    Nanoseconds mean{};
    Nanoseconds percentile95{};
    Nanoseconds longest{};
    // 1, 2, 5, 10 … nanoseconds wide steps, from the shortest to the longest, also empty ones.
    std::vector<DurationBucket> histogram;
    std::vector<LongCall> longestCalls; // the longest first, equal ones in time order
};

// `calls` are those of the selection, of the profile that `spans` is of; `through` marks the stacks
// that lead through the function there (CallWeigher::stacksThrough). A call counts if one of its
// samples in the range does. Linear in the boxes of the function's depths, and the samples of its
// boxes where something is filtered.
FunctionCalls functionCalls(const SpanTable &spans, const CallWeights &calls,
                            const Selection &selection, FrameIndex frame,
                            const StackMarks &through);

} // namespace ember::model
