// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

namespace ember::model {

using Nanoseconds = std::chrono::duration<std::int64_t, std::nano>;

// The time axis of a profile: nanoseconds since the Unix epoch for captures and Sentry V2 chunks,
// since the profile's own start for formats without absolute time (see TimeOrigin).
struct ProfileClock {
    using duration = Nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<ProfileClock, duration>;
    static constexpr bool is_steady = false;
};

using Timestamp = ProfileClock::time_point;

constexpr Timestamp timestampFromNs(std::int64_t nanoseconds)
{
    return Timestamp(Nanoseconds(nanoseconds));
}

constexpr std::int64_t toNs(Timestamp time)
{
    return time.time_since_epoch().count();
}

// A half-open range of time: a sample at `end` is outside. The default range is empty.
struct TimeRange {
    Timestamp start;
    Timestamp end;

    constexpr Nanoseconds duration() const { return end - start; }

    constexpr bool isEmpty() const { return end <= start; }

    constexpr bool contains(Timestamp time) const { return start <= time && time < end; }

    friend constexpr bool operator==(const TimeRange &, const TimeRange &) = default;

    // The range of all times that readers accept, 146 years either side of 1970: a longer one would
    // have a duration that Nanoseconds cannot hold.
    static constexpr TimeRange everything()
    {
        constexpr auto farthest = std::numeric_limits<std::int64_t>::max() / 2;
        return {timestampFromNs(-farthest), timestampFromNs(farthest + 1)};
    }
};

// Returns the shortest range that contains both.
constexpr TimeRange united(TimeRange a, TimeRange b)
{
    return {std::min(a.start, b.start), std::max(a.end, b.end)};
}

} // namespace ember::model
