// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/rprof/rprofheader.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ember::model::rprof {

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

} // namespace ember::model::rprof
