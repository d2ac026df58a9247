// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ember::model::sentry {

enum class UtcOffset : std::uint8_t { Zero, Any };

// Parses a time like 2026-11-21T07:43:06.882Z as Relay does: a space or a small t may stand for the
// T, and the fraction may have any number of digits. Returns the time since the Unix epoch, clamped
// to about ±146 years as by toTimestamp().
std::optional<Timestamp> parseRfc3339(std::string_view text, UtcOffset offset);

// Formats a time in UTC, with milliseconds, or more digits if the time needs them.
std::string toRfc3339(Timestamp time);

// Node's measurement clock: 1000 times the start plus the seconds since then (SENTRY.md §7).
// `start` is the time of the file's first sample.

// The largest clock of samples, in seconds; measurements with larger times are on the mixed clock.
constexpr double mixedClockLimit = 1e11;

// The time that `seconds` on the mixed clock means; nullopt if it is not on that clock.
std::optional<Timestamp> fromMixedClock(double seconds, Timestamp start);

// Returns the double that fromMixedClock() converts to `time`, bit for bit as it was read: at this
// size neighbouring doubles are some 200 µs apart.
double toMixedClock(Timestamp time, Timestamp start);

} // namespace ember::model::sentry
