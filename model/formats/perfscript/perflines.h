// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ember::model::perfscript {

// What perf prints as the id of a task that it knows nothing of: one that ended, mostly. Its
// command is ":-1".
inline constexpr std::string_view unknownId = "-1";
inline constexpr std::string_view unknownSymbol = "[unknown]";

// "comm 28865/28867 [001] 1554.624757:    5025125 cpu-clock:u: …": what a sample begins with. Where
// no stacks were recorded, its only frame stands behind the event.
struct SampleLine {
    std::string_view command; // the thread's name; may have blanks
    std::string_view pid; // "" where perf printed the thread's id only
    std::string_view tid;
    std::optional<Nanoseconds> time; // since the machine started; of parseSampleLine() always
    std::optional<std::uint64_t> period;
    bool hasInvalidPeriod = false; // it is there, but beyond 2^64
    std::string_view event; // "" if there is none
    std::string_view rest; // behind the event
};

// "    ffffffff821f26e7 exc_page_fault+0xd7 ([kernel.kallsyms])": a frame, leaf first.
struct FrameLine {
    std::uint64_t address = 0;
    std::string_view symbol; // without its offset; "" if perf knew none
    std::string_view binary; // without " (deleted)"; "" if perf knew none
    bool isUnknown = false; // perf says that it knows none: addresses differ with each run
    bool isInlined = false; // into the next frame, which has the binary
    std::string_view file; // of SourceLine; "" if it is not known
    std::uint32_t line = 0;
};

// "  cpu-features.c:251": where the frame of the line before it lies. "" and 0 where perf knew it
// not ("??:0", "[kernel.kallsyms][ffffffff815d4e68]", "main+4").
struct SourceLine {
    std::string_view file;
    std::uint32_t line = 0;
    std::optional<std::uint64_t> offset = {}; // in the binary: "libc.so.6[f9010]"
};

std::optional<SampleLine> parseSampleLine(std::string_view line);
// As perf prints it when asked for fields without "time". Much other text has this shape, too.
std::optional<SampleLine> parseUntimedLine(std::string_view line);
// Whether a sample would begin here, if its time were one: it is below 0 or too big.
bool hasInvalidTime(std::string_view line);
// "python3 25767 86841.293009: PERF_RECORD_COMM exec: python3:25767/25767": what perf records
// beside samples, as it prints it when asked to (--show-mmap-events and the like).
bool isRecordLine(std::string_view line);
std::optional<FrameLine> parseFrameLine(std::string_view line);
// As perf prints it when asked for "srcline".
std::optional<SourceLine> parseSourceLine(std::string_view line);

// What perf was asked to print: its first sample tells.
enum class Layout : std::uint8_t {
    Timed,
    Untimed, // no time
    FramesOnly, // stacks, with empty lines between them
};

// Empty, or a comment.
bool isPassedOver(std::string_view line);

// Begins as the lines of frames do.
bool isFrame(std::string_view line);

// As perf prints a frame of a stack, whether it was asked for the binary or not.
bool isPrintedFrame(std::string_view line);

// Of a sample that has no stack of its own lines.
std::optional<FrameLine> frameBehindEvent(const SampleLine &sample);

// Names of threads are padded with blanks in front; before frames stands a tab.
bool mayBePadded(std::string_view line);

// Nothing: it is other text. What has no time is only known by the frames behind it.
std::optional<Layout> layoutOf(std::string_view text);

} // namespace ember::model::perfscript
