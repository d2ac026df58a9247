// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/lifecycle/profilercalls.h"
#include "capture/sampling/recordevents.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace ember::capture {

// Parses and checks messages that a program sends through capture/api/emberchart.h.

// CLOCK_MONOTONIC, the clock of the header.
using SteadyTime = std::chrono::steady_clock::time_point;

struct AppValue {
    std::string name;
    std::string unit;
    double value = 0; // finite
};

// Ids of a span within its trace, as numbers; 0: none.
struct SpanIds {
    std::array<std::uint64_t, 2> trace{};
    std::uint64_t span = 0;
    std::uint64_t parent = 0;
    std::uint64_t transaction = 0;
};

struct AppSpan {
    std::string name;
    std::string op;
    SpanIds ids;
    std::string_view status; // Sentry's word; "": not said
};

// A transaction that has ended.
struct AppTransaction : AppSpan { };

struct AppFrame { };

struct AppRefreshRate {
    double hertz = 0; // 1 to 10 000
};

enum class FrameSource : std::uint8_t { Program, Shim };

struct AppMessage {
    std::variant<AppValue, AppSpan, AppTransaction, AppFrame, AppRefreshRate, ProfilerCall> content;
    SteadyTime begin; // start of a span; time a frame was requested; else equal to `end`
    SteadyTime end; // end of a span; time a frame was presented; time of a value
    Tid thread{}; // as the program sees it: inside a PID namespace it differs from ours
    FrameSource source = FrameSource::Program;
    std::uint32_t dropped = 0; // messages lost before this one
};

// Parses one packet as received. Absent: it is no message of this version of the header, or it is
// invalid (a value or a plain span without a name, a value that is not finite, an end before its
// begin, a rate out of its range, a transaction or child span without an id).
std::optional<AppMessage> parseAppMessage(std::span<const std::byte> packet);

} // namespace ember::capture
