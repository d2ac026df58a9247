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

// A segment's first line: "memory profiling: GC profiling: line profiling: sample.interval=20000"
// (RPROFILE.md §1).
struct Header {
    bool hasMemory = false; // samples begin with four numbers
    bool hasCollections = false;
    bool hasLines = false;
    std::string other; // other words, unknown to R
    Nanoseconds interval{};
};

// Returns the interval of a header as text, even if it is no number; nullopt if the line is no
// header.
std::optional<std::string_view> intervalText(std::string_view line);

// Parses a header; nullopt if the line is no header, or its interval is no whole number of
// microseconds from 1 to a day.
std::optional<Header> parseHeader(std::string_view line);

// The number of a file and a line in it, written "n#line ".
struct LinePlace {
    std::uint32_t file = 0;
    std::uint32_t line = 0;
};

struct LineFrame {
    std::string_view name;
    std::optional<LinePlace> place;
};

// A parsed line of a sample. Refers to the line's text.
struct SampleLine {
    // Small and large vectors in cells of 8 bytes, nodes in bytes, duplications.
    std::optional<std::array<std::uint64_t, 4>> memory;
    std::vector<LineFrame> frames; // leaf first
    // The text after the last whole frame; "" if all was read. If endsInName, it is a cut line's
    // last name without its closing quote, perhaps with the source position before it.
    std::string_view rest;
    bool endsInName = false;
};

// Parses a sample. Every frame ends with a blank; names may contain anything but `" "` (RPROFILE.md
// §1).
SampleLine parseSample(std::string_view line, const Header &header);

// Whether a reader gets the name back unchanged when it is written in quotes. It must have no line
// ends.
bool isReadable(std::string_view name);

struct ValueTypeName {
    std::string_view type;
    std::string_view unit;
    ValueKind kind;
};

// The four numbers of memory profiling in the order of the line, and the values derived from them.
constexpr std::array<ValueTypeName, 4> memoryTypes{{{"small_v", "cells", ValueKind::Gauge},
                                                    {"big_v", "cells", ValueKind::Gauge},
                                                    {"nodes", "bytes", ValueKind::Gauge},
                                                    {"dup_count", "count", ValueKind::Sum}}};
constexpr std::array<ValueTypeName, 2> derivedTypes{
    {{"alloc_size", "bytes", ValueKind::Sum}, {"dealloc_size", "bytes", ValueKind::Sum}}};
constexpr ValueTypeName countType{"samples", "count", ValueKind::Sum};

} // namespace ember::model::rprof
