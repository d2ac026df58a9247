// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace ember::model {

// Sentry's debug_id of an ELF file: the first 16 bytes of its build-id as a GUID, whose first three
// fields are stored little-endian and so come out byte-swapped; shorter build-ids are filled with
// zeros (SENTRY.md §6.1). `buildIdHex` in either case; "" if it is empty or not hex.
std::string debugIdFromBuildId(std::string_view buildIdHex);

// A debug_id in one spelling, for comparisons: 32 lower-case hex digits without dashes, and the age
// after them unless it is zero. "" if it is no debug_id.
std::string normalisedDebugId(std::string_view debugId);

// Whether Relay can read a debug_id: a UUID, or one followed by an age of 1–8 hex digits (after a
// dash if the UUID has dashes; further digits are cut off, so that a 40-digit build-id passes).
bool isDebugId(std::string_view text);

} // namespace ember::model
