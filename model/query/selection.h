// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"
#include "model/core/time.h"
#include "model/query/callfilter.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ember::model {

class IdleWaitFinder;

// Which samples count, by what their thread did. Threads whose states are not known count as
// running.
enum class Counted : std::uint8_t {
    All,
    Busy, // all but idle waits: see idlewaits.h
    Running, // the thread was on a CPU
    Waiting, // the thread was blocked, idly or not, or waited for a CPU
};

// Marks by stack of a profile: 1 if the stack has the mark, else 0.
using StackMarks = std::vector<std::uint8_t>;

// The samples that count: of which threads (empty: of all), in which range, by which weight, and as
// which calls.
struct Selection {
    std::vector<ThreadIndex> threads;
    TimeRange range = TimeRange::everything();
    Counted counted = Counted::All;
    // Values to add up beside time; invalid: see weightType().
    ValueTypeIndex weight = {};
    // Filters that are applied to the stacks of the samples, one after the other.
    std::vector<CallFilter> filters = {};
    // Finds the idle waits for Counted::Busy; keeps them from question to question. Null: each
    // question finds them anew.
    std::shared_ptr<IdleWaitFinder> idleWaits = {};

    friend bool operator==(const Selection &, const Selection &) = default;
};

} // namespace ember::model
