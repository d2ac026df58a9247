// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "model/core/result.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ember::capture {

// Parsers for the sizes, times and triggers of --max-size, --ring, --keep-last and --trigger.

// "500MB", "2GiB", "1.5G", "4096": B, kB, MB and GB are powers of 1000, KiB, MiB and GiB of 1024.
std::optional<std::uint64_t> parseSize(std::string_view text);

// "90s", "10min", "1.5h".
std::optional<std::chrono::nanoseconds> parseTime(std::string_view text);

// A time of at least 1 s, or a size of at least 1 MB.
std::optional<RingLimit> parseRing(std::string_view text);

// 100 percent times the number of this machine's CPUs.
double maxCpuPercent();

// Parses "frozen-frame", "cpu>PERCENT", "signal:USR1" or "signal:USR2" into `triggers`. False if it
// is none of these, or if the percentage is not above 0 and at most maxCpuPercent().
bool addTrigger(std::string_view text, KeepTriggers &triggers);

// The recorder's command line, without the program's name. Error: InvalidArgument with the argument
// as subject.
model::Result<RecordOptions> parseCommandLine(std::span<const std::string> arguments);

std::string_view usage();

} // namespace ember::capture
