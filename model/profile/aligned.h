// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ember::model {

class ProfileBuilder;

// Key of a source's attribute in an aligned profile: the start of the recorded profile, in
// nanoseconds of its own clock.
constexpr std::string_view startAttribute = "aligned.start_ns";

// The most recordings, and samples in all, that are combined: samples are copied.
constexpr std::size_t mostRecordingsTogether = 100;
constexpr std::size_t mostSamplesTogether = 20'000'000;

// Combines profiles that have time into one: processes, threads and sources are appended, nothing
// is added up. All start at time 0 (TimeOrigin::ProfileStart), so recordings of different days lie
// above each other. The result is for display only: absolute times are lost. `files` has the files'
// names by profile, for sources without a uri; it may be shorter.
ProfilePointer alignedAtStarts(std::span<const ProfilePointer> profiles,
                               std::span<const std::string> files = {});

// Combines profiles that have a rangeOnClock() into one as alignedAtStarts() does, but with times
// that count from 1970: what was recorded at the same moment lies above each other.
ProfilePointer onOneClock(std::span<const ProfilePointer> profiles,
                          std::span<const std::string> files = {});

// Adds a profile to a builder whose times count from 1970, as onOneClock() does. An exception
// leaves a part of the profile in the builder. The profile must have a rangeOnClock().
void addOnOneClock(ProfileBuilder &builder, const Profile &profile);

// Returns the moment that the times of a profile count from, since 1970; nullopt if it is not
// known.
std::optional<Nanoseconds> zeroOnClock(const Profile &profile);

// Returns Profile::timeRange() in times that count from 1970; nullopt without a zeroOnClock().
std::optional<TimeRange> rangeOnClock(const Profile &profile);

} // namespace ember::model
