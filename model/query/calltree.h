// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

#include <vector>

namespace ember::model {

// One call in time order: what `emberchart-cli calltree` prints and Sentry's backend builds.
struct CallNode {
    FrameIndex frame; // frame of the call's first sample, whose line the backend shows
    Timestamp start;
    Nanoseconds duration{};
    std::uint64_t samples = 0;
    std::uint32_t depth = 0; // 0: a root
    double value = 0; // sum of the samples' values; 0 but in an untimedCallTree()
};

// The calls of one thread as a forest: a call, then the calls it made, in time order. The children
// of a node are the nodes one deeper that follow it, up to the next node that is not deeper.
struct CallTree {
    ThreadIndex thread;
    std::vector<CallNode> nodes;
};

// Returns the calls of one thread. Samples without time give the untimedCallTree() with `weight`.
CallTree callTree(const SpanTable &spans, ThreadIndex thread, ValueTypeIndex weight = {});

// The calls of one thread, with those of equal call paths merged, largest first: the call tree of
// samples without time. Weighed by `type` (see weightType()), else by samples; a node's duration is
// its value if the unit is one of time. Linear in samples and call paths.
CallTree untimedCallTree(const SpanTable &spans, ThreadIndex thread, ValueTypeIndex type = {});

} // namespace ember::model
