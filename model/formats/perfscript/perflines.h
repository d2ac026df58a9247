// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/formats/perfscript/switches.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ember::model::perfscript {

// The id that perf prints for a task that it does not know, mostly one that has ended. Its command
// is ":-1".
inline constexpr std::string_view unknownId = "-1";
inline constexpr std::string_view unknownSymbol = "[unknown]";

// The first line of a sample: "comm 28865/28867 [001] 1554.624757:    5025125 cpu-clock:u: …". If
// no stacks were recorded, its only frame follows the event.
struct SampleLine {
    std::string_view command; // the thread's name; may have blanks
    std::string_view pid; // "" if perf printed only the thread's id
    std::string_view tid;
    std::optional<Nanoseconds> time; // since the machine's start; parseSampleLine() always sets it
    std::optional<std::uint64_t> period;
    bool hasInvalidPeriod = false; // there is one, but it exceeds 64 bits
    std::string_view event; // "" if there is none
    std::string_view rest; // follows the event
};

// A frame: "    ffffffff821f26e7 exc_page_fault+0xd7 ([kernel.kallsyms])". The leaf comes first.
struct FrameLine {
    std::uint64_t address = 0;
    // The frame's offset in the binary's file, if perf prints it: "(/bin/app+0x11d7)".
    std::optional<std::uint64_t> offset;
    std::string_view symbol; // "" if perf knew none
    std::optional<std::uint64_t> inSymbol; // how far behind the symbol's first byte
    std::string_view binary; // without " (deleted)"; "" if perf knew none
    bool isUnknown = false; // perf prints "[unknown]": addresses differ with each run
    bool isBinaryUnknown = false; // perf prints "([unknown])"
    bool isInlined = false; // into the next frame, which has the binary
    std::string_view file; // taken from SourceLine; "" if not known
    std::uint32_t line = 0;
};

// The source position of the frame in the line before: "  cpu-features.c:251". "" and 0 if perf did
// not know it ("??:0", "[kernel.kallsyms][ffffffff815d4e68]", "main+4").
struct SourceLine {
    std::string_view file;
    std::uint32_t line = 0;
    std::optional<std::uint64_t> offset = {}; // in the binary: "libc.so.6[f9010]"
};

// The build-id of a binary, as Emberchart puts them before what perf prints of a recording:
// "# build-id 93ac61ec5a8eb1396f9fbd350e3169a558528a40 /usr/lib/x86_64-linux-gnu/libc.so.6".
struct BuildIdLine {
    std::string_view buildId; // in hex
    std::string_view binary; // without " (deleted)"
};

// A record of a thread that got a CPU, or left it: "comm 28865/28867 1554.624757:
// PERF_RECORD_SWITCH OUT preempt". Of a recording of whole CPUs: "… PERF_RECORD_SWITCH_CPU_WIDE IN
// prev pid/tid: 12/12", with the same said of the other thread in a line of its own.
struct SwitchLine {
    SampleLine thread; // its command, ids and time
    Switch change;
};

// The idle task, one of each CPU, is no thread.
inline constexpr std::string_view idleId = "0";

std::optional<SampleLine> parseSampleLine(std::string_view line);
// Parses a sample's first line as perf prints it when "time" is not among the fields. Many other
// texts have this form, too.
std::optional<SampleLine> parseUntimedLine(std::string_view line);
// Whether the line would begin a sample if its time were valid: it is negative or too big.
bool hasInvalidTime(std::string_view line);
// Whether the line is a record other than a sample, which perf prints when asked to
// (--show-mmap-events and the like): "python3 25767 86841.293009: PERF_RECORD_COMM exec:
// python3:25767/25767".
bool isRecordLine(std::string_view line);
std::optional<SwitchLine> parseSwitchLine(std::string_view line);
// Returns how the thread of a sample left its CPU; nullopt if the sample is of another event than
// sched:sched_switch.
std::optional<Switch> switchOf(const SampleLine &sample);
std::optional<FrameLine> parseFrameLine(std::string_view line);
// Parses a position as perf prints it when asked for "srcline".
std::optional<SourceLine> parseSourceLine(std::string_view line);

// Parses a comment that has a build-id. nullopt for all other lines, and for what is no file.
std::optional<BuildIdLine> parseBuildIdLine(std::string_view line);

// The fields that perf was asked to print, told from the first sample.
enum class Layout : std::uint8_t {
    Timed,
    Untimed, // no time
    FramesOnly, // stacks, with empty lines between them
};

// Whether the line is empty or a comment.
bool isPassedOver(std::string_view line);

// Whether the line begins as the lines of frames do.
bool isFrame(std::string_view line);

// Whether the line is a frame as perf prints it, with or without the binary.
bool isPrintedFrame(std::string_view line);

// Returns the frame in the first line of a sample that has no lines of frames.
std::optional<FrameLine> frameBehindEvent(const SampleLine &sample);

// Whether the line may be the first of a sample: names of threads are padded with blanks, frames
// with a tab.
bool mayBePadded(std::string_view line);

// Detects the layout; nullopt for other text. Samples without time are recognised by the frames
// that follow.
std::optional<Layout> layoutOf(std::string_view text);

} // namespace ember::model::perfscript
