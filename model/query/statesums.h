// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"

#include <memory>
#include <vector>

namespace ember::model {

// Time by what threads did in it.
struct StateTimes {
    Nanoseconds running{};
    Nanoseconds runnable{}; // waiting for a CPU
    Nanoseconds blocked{};

    void add(const StateTimes &other)
    {
        running += other.running;
        runnable += other.runnable;
        blocked += other.blocked;
    }
};

// The time of the calls of CallWeights by state. Immutable.
struct StateSums {
    std::vector<StateTimes> own; // by path
    std::vector<StateTimes> total; // by path, with all calls below

    // The sums of functions themselves, by identity.
    std::vector<StateTimes> ofFunctions(const CallWeights &calls) const;
};

using StateSumsPointer = std::shared_ptr<const StateSums>;

// Adds up the samples of the weights once more. Null if the profile has no states or the weights
// are an estimate. Linear in samples and call paths.
StateSumsPointer stateSums(const CallWeights &calls);

} // namespace ember::model
