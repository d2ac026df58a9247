// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/lifecycle/profilercalls.h"
#include "capture/sampling/tickclock.h"
#include "capture/unwind/unwinder.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ember::capture {

enum class FollowChildren : std::uint8_t { No, Yes };
enum class AtEnd : std::uint8_t { LeaveRunning, Kill };
// Whether symbol names are added to the log while it is recorded; see capture/naming.
enum class NamesInLog : std::uint8_t { No, Yes };

// Whether the target may report measurements by capture/api/emberchart.h. WithFrames:
// libemberchart-frames.so also reports the frames that the target presents.
enum class Measurements : std::uint8_t { Off, On, WithFrames };

// Whether runtimes are asked to write the names of the code that they compile: capture/jitmaps.
enum class NameJit : std::uint8_t { No, Yes };

// One change of the target's environment: sets the variable, or removes it if there is no value.
struct EnvironmentChange {
    std::string name;
    std::optional<std::string> value;
};

// The command to launch and its surroundings. Everything that is not set is inherited from the
// recorder.
struct LaunchOptions {
    std::vector<std::string> command; // program and arguments; empty only where nothing is launched
    std::string directory; // empty: the recorder's
    std::vector<EnvironmentChange> environment; // applied in order
    std::string standardInput; // a file's path; empty: inherited
    std::string release; // of the application, for Sentry; empty: found when chunks are written
    std::string deployment; // Sentry's environment of the application; empty: production
    // Folder for the target's standard output and error, written to files "stdout" and "stderr"
    // that the recorder reads as they grow. Empty: inherited, or unlinked temporary files if the
    // log goes to standard output.
    std::string outputDirectory;
};

// The size of a ring: the newest part of the capture that the log keeps, as a duration or in bytes;
// the other one is 0.
struct RingLimit {
    static constexpr std::chrono::nanoseconds shortest = std::chrono::seconds(1);
    static constexpr std::uint64_t smallest = 1'000'000;

    std::chrono::nanoseconds duration{};
    std::uint64_t bytes = 0;
};

// Conditions under which the newest part of a ring is copied into a log of its own, besides an
// explicit request.
struct KeepTriggers {
    bool onFrozenFrame = false;
    std::optional<double> cpuAbove; // percent of one core, all threads together, over a second
    std::optional<int> signal; // number of a signal; the condition is that the recorder gets it
};

constexpr int slowestRate = 1;
constexpr int fastestRate = 4000;
constexpr int defaultRate = 101;

struct RecordOptions {
    LaunchOptions launch;
    std::optional<int> attachTo; // pid of a running process; nothing is launched then
    int rate = defaultRate; // ticks per second
    TickPlacement placement = TickPlacement::Even;
    std::optional<std::chrono::nanoseconds> duration; // absent: until the target ends
    UnwindMode unwind = UnwindMode::Auto;
    FollowChildren follow = FollowChildren::Yes;
    AtEnd atEnd = AtEnd::LeaveRunning;
    Measurements measurements = Measurements::Off; // Off sets no variables
    NameJit nameJit = NameJit::No; // Yes changes the environment of what is launched
    std::optional<LifecycleOptions> lifecycle; // absent: samples are taken from start to end
    std::string logPath; // "-": standard output
    NamesInLog names = NamesInLog::No; // Yes only if the log goes to standard output
    std::optional<std::uint64_t> maxSize; // bytes; the capture ends when its log has them
    std::optional<RingLimit> ring;
    KeepTriggers triggers;
    std::chrono::nanoseconds keepLast = std::chrono::minutes(1); // length of a snapshot of the ring
    int controlFd = -1; // commands pause, resume, stop, keep, a line each; -1: none
    int statusFd = -1; // see statuschannel.h; -1: no status
    int progressFd = -1; // SAMPLES THREADS MISSED, a line once a second; -1: none
};

} // namespace ember::capture
