// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

namespace ember::capture {

// What a program, or a person, tells the profiler: the calls of capture/api/emberchart.h.

enum class ProfileLifecycle : std::uint8_t { Manual, Trace };

// A random number that a rate is compared with, in billionths. emberchart.h compares the session's
// draw with its rate in the same way.
struct Draw {
    static constexpr std::uint32_t limit = 1'000'000'000;

    std::uint32_t billionths = 0; // below `limit`

    explicit constexpr Draw(std::uint32_t number) : billionths(number) { }

    bool isBelow(double rate) const { return billionths < rate * limit; }
};

// Values of the command line, which take precedence over the program's own of the same name.
struct LifecycleOptions {
    std::optional<ProfileLifecycle> lifecycle;
    std::optional<double> sessionRate; // 0.0 to 1.0, as all rates
    std::optional<double> tracesRate;
    bool onAppStart = false;
};

// What emberchart_setup() says.
struct ProfilerSetup {
    ProfileLifecycle lifecycle = ProfileLifecycle::Manual;
    double sessionRate = 0;
    std::optional<double> tracesRate;
    std::optional<double> profilesRate;
    bool hasTracesSampler = false;
    bool hasProfilesSampler = false;
    bool onAppStart = false;
};

struct StartProfiler { };

struct StopProfiler { };

struct TransactionBegan {
    std::uint64_t span = 0; // id of the transaction's span
    std::optional<double> tracesRate; // the answers of the program's samplers, where it has any
    std::optional<double> profilesRate;
};

struct TransactionEnded {
    std::uint64_t span = 0;
};

struct AppToForeground {
    Draw draw; // the draw of the session that begins
};

struct AppToBackground { };

using ProfilerCall = std::variant<ProfilerSetup, StartProfiler, StopProfiler, TransactionBegan,
                                  TransactionEnded, AppToForeground, AppToBackground>;

} // namespace ember::capture
