// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <optional>

namespace ember::model::sentry {

// Node's measurement clock: 1000 times the start plus the seconds since then (SENTRY.md §7).
// `start` is the time of the file's first sample.

// Sample clocks count seconds; above this a measurement's clock cannot be one.
constexpr double mixedClockLimit = 1e11;

// The time that is meant; nullopt: `seconds` is none of that clock.
std::optional<Timestamp> fromMixedClock(double seconds, Timestamp start);

// The number that fromMixedClock() made `time` of, bit for bit: its neighbours are microseconds
// away.
double toMixedClock(Timestamp time, Timestamp start);

} // namespace ember::model::sentry
