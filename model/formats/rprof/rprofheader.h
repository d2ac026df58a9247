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

// nullopt: the line is none.
std::optional<Header> parseHeader(std::string_view line);

} // namespace ember::model::rprof
