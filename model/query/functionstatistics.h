// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/callweights.h"

#include <string>
#include <vector>

namespace ember::model {

// The sums of one function over the selected threads. Functions are told apart by name, module and
// file.
struct FunctionStatistics {
    FrameIndex frame; // an example, for its names
    std::string name;
    std::string module;
    std::string file;
    Nanoseconds self{}; // time as the leaf
    Nanoseconds total{}; // time anywhere in the stack, once per stack
    std::uint64_t selfSamples = 0;
    std::uint64_t totalSamples = 0;
    double selfValue = 0; // value in the type of weightType(), as the leaf
    double totalValue = 0;
    // Times without idle waits; 0 unless summarise() has computed them.
    Nanoseconds busySelf{};
    Nanoseconds busyTotal{};
};

// The identity of a frame's function as a text: name, module and file.
std::string functionIdentity(const Profile &profile, FrameIndex frame);

// All functions with samples, largest self value or else self time first; equal ones by name. If
// samples have no time, the time is their value if its unit is one of time. Linear in call paths.
std::vector<FunctionStatistics> functionStatistics(const CallWeights &calls);

// Returns the functions of a selection for a single question, weighed by weightType(). Linear in
// samples and stacks; use a CallWeigher for more than one.
std::vector<FunctionStatistics> functionStatistics(const Profile &profile, const Selection &asked);

} // namespace ember::model
