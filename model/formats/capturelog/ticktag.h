// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <cstdint>

// The tag of a tick's entry: FORMAT.md, "Ticks".
namespace ember::model::capturelog::ticktag {

constexpr unsigned kindMask = 0x03;
constexpr unsigned taken = 0;
constexpr unsigned credited = 1;
constexpr unsigned absent = 2;
constexpr unsigned hasStack = 0x04;
constexpr unsigned stateMask = 0x18;
constexpr unsigned stateShift = 3;
constexpr unsigned hasCpu = 0x20;
constexpr unsigned hasStop = 0x40;
constexpr unsigned hasOwed = 0x80;

} // namespace ember::model::capturelog::ticktag

namespace ember::model::capturelog {

// What times are kept in.
constexpr Nanoseconds cpuStep{1000};
constexpr Nanoseconds stopStep{100};

// Owed samples reach back at most this far.
constexpr std::uint32_t maxOwedTicks = 4096;

} // namespace ember::model::capturelog
