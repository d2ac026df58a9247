// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"
#include "model/core/time.h"

#include <vector>

namespace ember::model {

// Whose samples count, when, and by what. Empty `threads` means all.
struct Selection {
    std::vector<ThreadIndex> threads;
    TimeRange range = TimeRange::everything();
    bool runningOnly = false; // only samples whose thread was running or runnable
    // Values to add up beside time; invalid: see weightType().
    ValueTypeIndex weight = {};

    friend bool operator==(const Selection &, const Selection &) = default;
};

} // namespace ember::model
