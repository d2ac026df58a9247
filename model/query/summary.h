// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/functionstatistics.h"
#include "model/query/idlewaits.h"
#include "model/query/namelesstime.h"
#include "model/query/threadstatistics.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ember::model {

// Figures of the values of one type. `sum` is absent for values that do not add up (addsUp()):
// their figures are `level`.
struct ValueFigures {
    struct Level {
        double peak = 0;
        double last = 0;
        std::optional<Timestamp> time; // of the last value; absent: no sample has a value
    };

    ValueTypeIndex type;
    std::optional<double> sum;
    Level level;
};

// The figures of `emberchart-cli summary` (DESIGN.md §6). Names and metadata are in the profile.
struct Summary {
    std::uint64_t samples = 0;
    std::uint64_t stacks = 0; // different stacks of samples, without the empty one
    std::uint64_t frames = 0; // different frames of these stacks
    Nanoseconds duration{}; // from the first sample to the end of the last one, over all threads
    Nanoseconds periodP50{}; // median time between two samples of a thread: medianPeriod()
    std::vector<ThreadStatistics> threads; // in table order
    std::vector<FunctionStatistics> functions; // all functions, by self time
    IdleShare idle; // how much of the selected time is idle
    ValueTypeIndex weight; // weighs functions beside time; invalid: none
    std::uint64_t weightless = 0; // samples without a value of the type `weight`
    std::vector<ValueFigures> values;
    // Number of reports of the program that did not get into the capture.
    std::uint64_t reportsLost = 0;
    // Share of native stacks whose outermost frame is the thread's true start; absent if nothing
    // was unwound.
    std::optional<double> rootReached;
    std::uint64_t cutStacks = 0; // samples whose native stacks end before the thread's start
    std::vector<CutModule> cutModules; // the modules in which those stacks end
    NamelessTime nameless;
};

// Computes the summary with the functions and idle time of a selection; if this names no threads,
// second records (model/query/secondrecords.h) do not count. All other figures are those of the
// whole profile, which may be an excerpt of the selection's range: the empty stacks with which an
// excerpt ends threads do not count as samples. `selection.weight` as for weightType().
Summary summarise(const Profile &profile, const Selection &selection = {});

// The median of the intervals between consecutive samples of a thread; 0 without intervals.
Nanoseconds medianPeriod(const Profile &profile);

} // namespace ember::model
