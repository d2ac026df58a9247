// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

#include <vector>

namespace ember::model {

// One call in time order: what `emberchart-cli calltree` prints and Sentry's backend builds.
struct CallNode {
    FrameIndex frame; // of the call's first sample: the backend shows that one's line
    Timestamp start;
    Nanoseconds duration{};
    std::uint64_t samples = 0;
    std::uint32_t depth = 0; // 0: a root
    double value = 0; // of untimedCallTree()
};

// The calls of one thread as a forest: a call, then the calls it made, in time order. The children
// of a node are the nodes one deeper that follow it, up to the next node that is not deeper.
struct CallTree {
    ThreadIndex thread;
    std::vector<CallNode> nodes;
};

// Of a profile whose samples have no time, calls are merged: see untimedCallTree(), which is what
// `weight` is for.
CallTree callTree(const SpanTable &spans, ThreadIndex thread, ValueTypeIndex weight = {});

// The calls of one thread with equal call paths as one, largest first: what remains of a call tree
// where samples have no time. Weighed by `type` (see weightType), else by samples; a node's
// duration is its value where that is of a unit of time. Linear in samples and call paths.
CallTree untimedCallTree(const SpanTable &spans, ThreadIndex thread, ValueTypeIndex type = {});

} // namespace ember::model
