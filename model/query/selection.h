// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"
#include "model/core/time.h"
#include "model/query/callfilter.h"

#include <cstdint>
#include <vector>

namespace ember::model {

// By stack of a profile: 1 for those that are meant.
using StackMarks = std::vector<std::uint8_t>;

// Whose samples count, when, by what, and as which calls. Empty `threads` means all.
struct Selection {
    std::vector<ThreadIndex> threads;
    TimeRange range = TimeRange::everything();
    bool runningOnly = false; // only samples whose thread was running or runnable
    // Values to add up beside time; invalid: see weightType().
    ValueTypeIndex weight = {};
    // What becomes of their stacks, one after the other.
    std::vector<CallFilter> filters = {};

    friend bool operator==(const Selection &, const Selection &) = default;
};

} // namespace ember::model
