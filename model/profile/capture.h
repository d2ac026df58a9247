// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/index.h"
#include "model/core/time.h"
#include "model/profile/frames.h"

#include <array>
#include <cstdint>
#include <string>

namespace ember::model {

enum class CaptureEventKind : std::uint8_t {
    Started,
    Stopped,
    Paused,
    Resumed,
    MissedTicks, // count ticks fell out before `time`: the recorder got no CPU
    Dropped, // count samples were lost in the recorder's queue
    Damaged, // the log is unusable from here: count bytes
    Note, // text says what
    ReportsLost, // count of what the program reported did not get here; text "refused": was wrong
};

// Something that happened to the capture, not to the program: gaps are data.
struct CaptureEvent {
    Timestamp time;
    CaptureEventKind kind = CaptureEventKind::Note;
    std::uint64_t count = 0;
    StringIndex text;
};

enum class OutputStream : std::uint8_t { Standard, Error };

// What the target printed, as the recorder saw it appear. A line without its line feed.
struct OutputLine {
    Timestamp time;
    OutputStream stream = OutputStream::Standard;
    StringIndex text;
};

using CaptureEvents = Column<Index<struct CaptureEventTag>, CaptureEvent>;
using OutputLines = Column<Index<struct OutputLineTag>, OutputLine>;

enum class UnwindMethod : std::uint8_t { Leaf, EhFrame, FramePointer, Signal, Count };

// How the capture went. Zero in profiles of other tools.
struct CaptureStatistics {
    double rateHz = 0;
    std::uint64_t ticks = 0;
    std::uint64_t missedTicks = 0;
    std::uint64_t suspensions = 0;
    std::uint64_t reused = 0; // samples credited to a thread that had not run
    std::uint64_t dropped = 0; // samples lost between sampler and log
    std::uint64_t nativeStacks = 0; // stacks unwound …
    std::uint64_t rootsReached = 0; // … and of those, that end in the thread's true start
    std::array<std::uint64_t, std::size_t(UnwindMethod::Count)> framesByMethod{};
    Nanoseconds stopTotal{}; // how long threads were held, all together
    Nanoseconds stopP50{};
    Nanoseconds stopP99{};
};

// The outermost frame that was found of some stacks, though it has callers: its code has no unwind
// table that leads to them, or a limit was reached.
struct CutRoot {
    StackIndex stack; // of that frame alone
    std::uint64_t samples = 0; // that were unwound so far and no further
};

} // namespace ember::model
