// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ember::model::tables {

// The double nearest to "s.nnnnnnnnn": as reading that text gives it. Dividing by 1e9 gives
// another one in 7 of 100 cases (RPROFILE.md §8).
double secondsOf(std::int64_t nanoseconds);
// The nearest nanosecond; clamped to what fits, 0 for what is no number.
std::int64_t nanosecondsOf(double seconds);

} // namespace ember::model::tables
