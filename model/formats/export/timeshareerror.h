// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>

namespace ember::model {

// What the number below is called where it is said.
constexpr const char *timeShareErrorText =
    "percent of the time, which the numbers of samples give to other stacks";

// How much of the time, in percent, is of other stacks than as much of the samples: what is wrong
// where only their numbers are written. Samples that are an interval apart have next to none; of
// traces of calls, which have a sample wherever a call begins or ends, it may be nearly all. 0 of
// profiles without time, and where it is too little to matter.
std::uint64_t timeShareErrorPercent(const Profile &profile);

} // namespace ember::model
