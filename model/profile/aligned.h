// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <span>
#include <string_view>

namespace ember::model {

// Key of a source's attribute in an aligned profile: the start of the recorded profile, in
// nanoseconds of its own clock.
constexpr std::string_view startAttribute = "aligned.start_ns";

// Combines profiles that have time into one: processes, threads and sources are appended, nothing
// is added up. All start at time 0 (TimeOrigin::ProfileStart), so recordings of different days lie
// above each other. The result is for display only: absolute times are lost.
ProfilePointer alignedAtStarts(std::span<const ProfilePointer> profiles);

// Combines profiles whose times count from 1970 into one in the same way, but keeps their times:
// what was recorded at the same moment lies above each other.
ProfilePointer onOneClock(std::span<const ProfilePointer> profiles);

} // namespace ember::model
