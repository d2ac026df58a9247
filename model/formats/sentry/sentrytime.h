// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ember::model::sentry {

enum class UtcOffset : std::uint8_t { Zero, Any };

// A time like 2026-11-21T07:43:06.882Z as Relay reads it: a space or a small t for the T, any
// number of digits behind the point. Since the Unix epoch; clamped to about ±146 years, as
// toTimestamp() does.
std::optional<Timestamp> parseRfc3339(std::string_view text, UtcOffset offset);

// In UTC, with milliseconds, or as many digits more as the time needs.
std::string toRfc3339(Timestamp time);

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
