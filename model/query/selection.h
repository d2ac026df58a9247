// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"
#include "model/core/time.h"
#include "model/query/callfilter.h"

#include <cstdint>
#include <vector>

namespace ember::model {

// Marks by stack of a profile: 1 if it is meant.
using StackMarks = std::vector<std::uint8_t>;

// The samples that count: of which threads (empty: of all), in which range, by which weight, and as
// which calls.
struct Selection {
    std::vector<ThreadIndex> threads;
    TimeRange range = TimeRange::everything();
    bool runningOnly = false; // only samples whose thread was running or runnable
    // Values to add up beside time; invalid: see weightType().
    ValueTypeIndex weight = {};
    // Filters that are applied to their stacks, one after the other.
    std::vector<CallFilter> filters = {};

    friend bool operator==(const Selection &, const Selection &) = default;
};

} // namespace ember::model
