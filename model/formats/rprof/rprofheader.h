// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <optional>
#include <string>
#include <string_view>

namespace ember::model::rprof {

// "memory profiling: GC profiling: line profiling: sample.interval=20000": the first line of a
// segment (RPROFILE.md §1).
struct Header {
    bool hasMemory = false; // samples begin with four numbers
    bool hasCollections = false;
    bool hasLines = false;
    std::string other; // words that are none of these
    Nanoseconds interval{};
};

// What a header says of the interval, number or not; nullopt: the line is no header.
std::optional<std::string_view> intervalText(std::string_view line);

// nullopt: the line is none, or its interval is no whole number of microseconds from 1 to a day's.
std::optional<Header> parseHeader(std::string_view line);

} // namespace ember::model::rprof
