// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ember::model::html {

// A call, or `hidden` calls that follow each other and are too short to be kept apart.
struct LaneBox {
    Nanoseconds start{}; // since the start of the profile
    Nanoseconds end{};
    Nanoseconds self{}; // without its callees; of hidden calls: how long they took in all
    FrameIndex frame; // invalid if `hidden` is not 0
    std::uint32_t hidden = 0;
};

struct StateStretch {
    enum class State : std::int8_t { None = -1, Unknown, Running, Runnable, Blocked, Mixed };

    Nanoseconds length{};
    State state = State::None; // None: no samples
};

// The calls of a thread in the order of time, and what it did.
struct Lane {
    ThreadIndex thread;
    std::vector<std::vector<LaneBox>> rows; // by depth, at most deepestCall
    std::vector<StateStretch> states; // from the start of the profile; empty: not known
};

struct ChartLanes {
    std::vector<Lane> lanes; // of the threads that were asked for, in that order
    std::uint64_t hidden = 0; // calls that are not kept apart
    std::uint64_t tooDeep = 0; // calls beyond deepestCall, which are left out
    std::uint64_t withoutTime = 0; // calls that took no time, which are left out
    std::uint64_t leftOut = 0; // threads without rows, as they would exceed the limit
};

// The boxes of the threads, at most about `limit`: the shortest ones are hidden.
ChartLanes chartLanes(const SpanTable &spans, std::span<const ThreadIndex> threads,
                      std::size_t limit);

} // namespace ember::model::html
