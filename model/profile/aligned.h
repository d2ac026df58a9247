// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <span>
#include <string_view>

namespace ember::model {

// Of a source of alignedAtStarts(): the time its profile began at, in nanoseconds of its own clock.
constexpr std::string_view startAttribute = "aligned.start_ns";

// One profile of several that have time: their processes, threads and sources behind each other,
// nothing added up. Its clock begins with each of them (TimeOrigin::ProfileStart), so recordings of
// different days lie above each other. For looking at: when something happened is lost.
ProfilePointer alignedAtStarts(std::span<const ProfilePointer> profiles);

} // namespace ember::model
