// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

#include <vector>

namespace ember::model {

// One call in time order: what `emberchart-cli calltree` prints and Sentry's backend builds.
struct CallNode {
    FrameIndex frame;
    Timestamp start;
    Nanoseconds duration{};
    std::uint64_t samples = 0;
    std::vector<std::size_t> children; // places in CallTree::nodes
};

// The calls of one thread as a forest in one vector, parents before children.
struct CallTree {
    ThreadIndex thread;
    std::vector<CallNode> nodes;
    std::vector<std::size_t> roots;
};

CallTree callTree(const SpanTable &spans, ThreadIndex thread);

} // namespace ember::model
