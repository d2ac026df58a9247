// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace ember::tests {

// Share of each thread's time in each function, in percent: by thread name and function name.
using Shares = std::map<std::pair<std::string, std::string>, double>;

// What the target knownshares measured itself, from what it printed.
Shares measuredShares(std::string_view printed);

// What the samples say: each lasts until its thread's next one.
Shares sampledShares(const model::Profile &profile);

// The greatest distance of a measured share from its sampled one, in percentage points.
double worstDifference(const Shares &measured, const Shares &sampled);

} // namespace ember::tests
