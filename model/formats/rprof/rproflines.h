// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/profile/profile.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

// "n#line ": the number of a file and a line in it.
struct LinePlace {
    std::uint32_t file = 0;
    std::uint32_t line = 0;
};

struct LineFrame {
    std::string_view name;
    std::optional<LinePlace> place;
};

// A line of samples, taken apart. Views into it.
struct SampleLine {
    // Small and large vectors in cells of 8 bytes, nodes in bytes, duplications.
    std::optional<std::array<std::uint64_t, 4>> memory;
    std::vector<LineFrame> frames; // leaf first
    // What is behind the last whole frame; "" if all was read. It ends inside a name if it starts
    // with a quote, maybe behind a place.
    std::string_view rest;
    bool endsInName = false;
};

// Every frame ends in a blank, and names may hold anything but `" "` (RPROFILE.md §1).
SampleLine parseSample(std::string_view line, const Header &header);

// Whether a name without line ends, in quotes, is read as it is.
bool isReadable(std::string_view name);

struct ValueTypeName {
    std::string_view type;
    std::string_view unit;
    ValueKind kind;
};

// The four numbers of memory profiling, as they stand in a line, and what is derived from them.
constexpr std::array<ValueTypeName, 4> memoryTypes{{{"small_v", "cells", ValueKind::Gauge},
                                                    {"big_v", "cells", ValueKind::Gauge},
                                                    {"nodes", "bytes", ValueKind::Gauge},
                                                    {"dup_count", "count", ValueKind::Sum}}};
constexpr std::array<ValueTypeName, 2> derivedTypes{
    {{"alloc_size", "bytes", ValueKind::Sum}, {"dealloc_size", "bytes", ValueKind::Sum}}};
constexpr ValueTypeName countType{"samples", "count", ValueKind::Sum};

} // namespace ember::model::rprof
