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
    MissedTicks, // `count` ticks were missed before `time`: the recorder got no CPU
    Dropped, // `count` samples were lost in the recorder's queue
    Damaged, // `count` bytes of the log after `time` cannot be used
    Note, // `text` is the note
    ReportsLost, // `count` reports of the program were lost; text "refused": as invalid
};

// An event of the recording itself, not of the program: a pause, lost samples, a note.
struct CaptureEvent {
    Timestamp time;
    CaptureEventKind kind = CaptureEventKind::Note;
    std::uint64_t count = 0;
    StringIndex text;
};

enum class OutputStream : std::uint8_t { Standard, Error };

// A line that the target printed, without its line feed, at the time at which the recorder saw it.
struct OutputLine {
    Timestamp time;
    OutputStream stream = OutputStream::Standard;
    StringIndex text;
};

using CaptureEvents = Column<Index<struct CaptureEventTag>, CaptureEvent>;
using OutputLines = Column<Index<struct OutputLineTag>, OutputLine>;

// How a frame was found. Script: told by the runtime of a script language, not from the stack.
enum class UnwindMethod : std::uint8_t { Leaf, EhFrame, FramePointer, Signal, Script, Count };

// Figures about the recording itself. All are 0 in profiles of other tools.
struct CaptureStatistics {
    double rateHz = 0;
    std::uint64_t ticks = 0;
    std::uint64_t missedTicks = 0;
    std::uint64_t suspensions = 0;
    std::uint64_t reused = 0; // samples credited to a thread that had not run
    std::uint64_t dropped = 0; // samples lost between sampler and log
    std::uint64_t nativeStacks = 0; // stacks of native code that were unwound
    std::uint64_t rootsReached = 0; // native stacks that end in the thread's true start
    std::array<std::uint64_t, std::size_t(UnwindMethod::Count)> framesByMethod{};
    Nanoseconds stopTotal{}; // time for which threads were held, in all
    Nanoseconds stopP50{};
    Nanoseconds stopP99{};
};

// A frame at which stacks are cut: it has callers, but they were not found, because its code has no
// unwind table that leads to them, or because a limit was reached.
struct CutRoot {
    StackIndex stack; // the stack that is this frame alone
    std::uint64_t samples = 0; // samples whose stacks are cut at this frame
};

} // namespace ember::model
