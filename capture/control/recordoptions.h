// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/tickplacement.h"
#include "capture/unwind/unwinder.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ember::capture {

enum class FollowChildren : std::uint8_t { No, Yes };
enum class AtEnd : std::uint8_t { LeaveRunning, Kill };
// Whether the log brings the names of its addresses; see naming/.
enum class NamesInLog : std::uint8_t { No, Yes };

// What the target may report by capture/api/emberchart.h; WithFrames: and what it presents, which
// libemberchart-frames.so sees.
enum class Measurements : std::uint8_t { Off, On, WithFrames };

// A variable of the target's environment: set, or taken away where there is no value.
struct EnvironmentChange {
    std::string name;
    std::optional<std::string> value;
};

// The command and what surrounds it. Everything not said here is inherited as in a bare run.
struct LaunchOptions {
    std::vector<std::string> command; // program and arguments; empty only where nothing is launched
    std::string directory; // empty: the recorder's
    std::vector<EnvironmentChange> environment; // applied in order
    std::string standardInput; // a file's path; empty: inherited
    // Where the target's standard output and error go, as files "stdout" and "stderr" that the
    // recorder follows; empty: inherited, or unlinked temporary files if the log goes to stdout.
    std::string outputDirectory;
};

// How much of a capture its log keeps: the newest part, so long or of so many bytes; 0 is the
// other.
struct RingLimit {
    static constexpr std::chrono::nanoseconds shortest = std::chrono::seconds(1);
    static constexpr std::uint64_t smallest = 1'000'000;

    std::chrono::nanoseconds duration{};
    std::uint64_t bytes = 0;
};

// When the newest part of a ring is copied into a log of its own, besides when somebody asks.
struct KeepTriggers {
    bool onFrozenFrame = false;
    std::optional<double> cpuAbove; // percent of one core, of all threads, over a second
    std::optional<int> signal; // to the recorder
};

constexpr int slowestRate = 1;
constexpr int fastestRate = 4000;
constexpr int defaultRate = 101;

struct RecordOptions {
    LaunchOptions launch;
    std::optional<int> attachTo; // a process that runs already, by its id; nothing is launched then
    int rate = defaultRate; // ticks per second
    TickPlacement placement = TickPlacement::Even;
    std::optional<std::chrono::nanoseconds> duration; // absent: until the target ends
    UnwindMode unwind = UnwindMode::Auto;
    FollowChildren follow = FollowChildren::Yes;
    AtEnd atEnd = AtEnd::LeaveRunning;
    Measurements measurements = Measurements::Off; // the target's environment is as in a bare run
    std::string logPath; // "-": standard output
    NamesInLog names = NamesInLog::No; // Yes: only where the log goes to standard output
    std::optional<std::uint64_t> maxSize; // bytes; the capture ends when its log has them
    std::optional<RingLimit> ring;
    KeepTriggers triggers;
    std::chrono::nanoseconds keepLast = std::chrono::minutes(1); // what is kept of a ring
    int controlFd = -1; // commands pause, resume, stop, keep, a line each; -1: none
    int statusFd = -1; // see statuschannel.h; -1: none
    int progressFd = -1; // SAMPLES THREADS MISSED, a line once a second; -1: none
};

} // namespace ember::capture
