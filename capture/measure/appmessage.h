// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>

// What a program says through capture/api/emberchart.h, checked.
namespace ember::capture {

using SteadyTime = std::chrono::steady_clock::time_point; // CLOCK_MONOTONIC, as the header's

struct AppValue {
    std::string name;
    std::string unit;
    double value = 0; // finite
};

struct AppSpan {
    std::string name;
};

struct AppFrame { };

struct AppRefreshRate {
    double hertz = 0; // 1 to 10 000
};

enum class FrameSource : std::uint8_t { Program, Shim };

struct AppMessage {
    std::variant<AppValue, AppSpan, AppFrame, AppRefreshRate> content;
    SteadyTime begin; // of a span; when a frame was wanted; else the same as `end`
    SteadyTime end; // of a span; when a frame was presented; when a value was right
    Tid thread{}; // as the program numbers its threads: in a PID namespace, not as we do
    FrameSource source = FrameSource::Program;
    std::uint32_t dropped = 0; // messages that were lost before this one
};

// One packet as it came. Absent: no packet of ours, or of another version, or what it says makes no
// sense (a name that is empty, a value that is not finite, an end before its begin).
std::optional<AppMessage> parseAppMessage(std::span<const std::byte> packet);

} // namespace ember::capture
