// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/callweights.h"

#include <string>
#include <vector>

namespace ember::model {

// One function over all chosen threads. Functions are told apart by name, module and file.
struct FunctionStatistics {
    FrameIndex frame; // an example, for its names
    std::string name;
    std::string module;
    std::string file;
    Nanoseconds self{}; // as the leaf
    Nanoseconds total{}; // anywhere in the stack, once per stack
    std::uint64_t selfSamples = 0;
    std::uint64_t totalSamples = 0;
    double selfValue = 0; // of weightType()
    double totalValue = 0;
};

// What tells functions apart, as one text.
std::string functionIdentity(const Profile &profile, FrameIndex frame);

// All functions with samples, largest self value or else self time first; equal ones by name. Where
// samples have no time, it is their value if that is of a unit of time. Linear in call paths.
std::vector<FunctionStatistics> functionStatistics(const CallWeights &calls);

// Of one question alone: weighed by weightType(), linear in samples and stacks. Whoever asks more
// than once has a CallWeigher.
std::vector<FunctionStatistics> functionStatistics(const Profile &profile, const Selection &asked);

} // namespace ember::model
