// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/comparison.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ember::model {

// Figures of one side of a comparison, over the compared range.
struct RunFigures {
    Nanoseconds length{}; // length of the compared range, without gaps and pauses
    Nanoseconds busy{}; // busy time of the selected threads; CPU time where isCpuKnown
    bool isCpuKnown = false;
    // The time in which these threads waited for a CPU; 0 if it is not among the compared times.
    Nanoseconds waitedForCpu{};
    bool isPart = false; // whether the compared range is not the whole profile
    // isWholeRun() of the compared selection: only then does a longer time mean a slower program.
    bool isWholeRun = false;
    std::size_t frames = 0; // slow and frozen ones that end in the range
    std::size_t frozen = 0;
};

// The headline of a comparison.
struct ComparisonAnswer {
    RunFigures before;
    RunFigures after;
    // Rows of Comparison::functions whose self amounts differ beyond noise, the largest difference
    // first.
    std::vector<std::size_t> beyond;
    std::size_t within = 0; // functions whose differences are within noise
    std::size_t unknown = 0; // functions for which noise is not known
    // Whether both are captures of launched programs with different names, and each spent most self
    // time in functions that the other lacks: then neither is faster than the other.
    bool areOtherPrograms = false;
};

// Returns the headline of a comparison. Linear in the samples of both selections.
ComparisonAnswer comparisonAnswer(const Comparison &comparison);

// Whether the selection's range is all the time of a launched command that exited: no signal ended
// it, and it did not run on after the recording.
bool isWholeRun(const Profile &profile, const Selection &selection);

} // namespace ember::model
