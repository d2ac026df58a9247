// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"

#include <optional>
#include <string_view>

// How a command line spells what a log may take and what is kept of it.
namespace ember::capture {

// "500MB", "2GiB", "1.5G", "4096": B, kB, MB and GB are powers of 1000, KiB, MiB and GiB of 1024.
std::optional<std::uint64_t> parseSize(std::string_view text);

// "90s", "10min", "1.5h".
std::optional<std::chrono::nanoseconds> parseTime(std::string_view text);

// A time from 1 s or a size from 1 MB on.
std::optional<RingLimit> parseRing(std::string_view text);

// All processors of this machine, in percent of one.
double mostCpuPercent();

// Adds "frozen-frame", "cpu>PERCENT", "signal:USR1" or "signal:USR2". A percentage that the CPU use
// can come to: above 0, up to mostCpuPercent().
bool addTrigger(std::string_view text, KeepTriggers &triggers);

} // namespace ember::capture
