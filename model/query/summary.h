// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/cutstacks.h"
#include "model/query/functionstatistics.h"
#include "model/query/threadstatistics.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ember::model {

// What the samples that have values of a type have: a sum of what adds up (levels.h), the highest
// and the last level of anything else.
struct ValueFigures {
    struct Level {
        double peak = 0;
        double last = 0;
        std::optional<Timestamp> time; // of the last; nothing: no sample has a value
    };

    ValueTypeIndex type;
    std::optional<double> sum;
    Level level;
};

// The figures of `emberchart-cli summary` (DESIGN.md §6). Names and metadata are in the profile.
struct Summary {
    std::uint64_t samples = 0;
    std::uint64_t stacks = 0; // that samples have; the empty one does not count
    std::uint64_t frames = 0; // of those stacks
    Nanoseconds duration{}; // first to last sample over all threads, with the last (lastsample.h)
    Nanoseconds periodP50{}; // between two samples of a thread
    std::vector<ThreadStatistics> threads; // in table order
    std::vector<FunctionStatistics> functions; // all, by self time
    ValueTypeIndex weight; // that functions are weighed by beside time; invalid: none
    std::uint64_t weightless = 0; // samples without a value of it
    std::vector<ValueFigures> values;
    // Of what the program reported itself: how much did not get into the capture.
    std::uint64_t reportsLost = 0;
    // Share of native stacks whose outermost frame is the thread's true start; absent where nothing
    // was unwound.
    std::optional<double> rootReached;
    std::uint64_t cutStacks = 0; // native stacks whose outermost frame is not, by samples…
    std::vector<CutModule> cutModules; // …and in which modules they end
};

// `weight` as weightType() takes it.
Summary summarise(const Profile &profile, ValueTypeIndex weight = {});

// Half of the intervals between consecutive samples of a thread are shorter; 0 without intervals.
Nanoseconds medianPeriod(const Profile &profile);

} // namespace ember::model
