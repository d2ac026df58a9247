// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"
#include "model/core/time.h"
#include "model/profile/capture.h"
#include "model/profile/sample.h"
#include "model/profile/threads.h"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace ember::model::capturelog {

// The contents of a capture log, one struct per record. Bytes: FORMAT.md. Strings are bytes as the
// system gave them (paths need not be UTF-8); code that shows them must clean them.

// Serial numbers are never reused in a log and are the same in all its segments: a process image
// after exec, or a thread with a reused id, has a new one. The Writer assigns those of images and
// series.
using ImageSerial = Index<struct LogImageTag>;
using SeriesSerial = Index<struct LogSeriesTag>;
using FrameId = Index<struct LogFrameTag>;

// Stack 0 has no frames. Stack 1 has none either, but stands for callers that could not be unwound:
// stacks that grow from it did not reach the thread's true start.
constexpr StackId emptyLogStack{0};
constexpr StackId unknownCallers{1};
constexpr std::size_t firstStackId = 2;

// Times of a log must lie within 146 years of the epoch, so that differences of two of them do not
// overflow.
constexpr bool isUsableTime(Timestamp time)
{
    constexpr auto farthest = std::numeric_limits<std::int64_t>::max() / 2;
    return toNs(time) >= -farthest && toNs(time) <= farthest;
}

struct MetadataEntry {
    std::string key;
    std::string json; // the value as JSON text

    friend bool operator==(const MetadataEntry &, const MetadataEntry &) = default;
};

struct SegmentRecord {
    std::uint64_t sequence = 0; // 0, 1, …
    Timestamp start; // times of the segment's records count from here
    Nanoseconds monotonic{}; // CLOCK_MONOTONIC at `start`
    double rateHz = 0; // as asked for
    Nanoseconds period{}; // expected time between ticks
    std::vector<MetadataEntry> metadata;
};

// Ends a segment's recorded content. The End record, and records appended later, may follow.
struct SegmentEndRecord {
    std::uint64_t bytes = 0; // from the first byte of the segment record to that of this record
    Timestamp lastTick;
    std::uint64_t ticks = 0;
    std::uint64_t samples = 0;
};

// A process image. `parent` is the process that forked it; after exec it is the image that called
// exec. Invalid: no recorded process, as for the launched one.
struct ProcessRecord {
    ProcessSerial serial; // given by the caller of the Writer; must be valid
    ProcessSerial parent;
    std::uint32_t pid = 0;
    std::uint32_t execGeneration = 0; // 0 for a process as forked or launched, +1 with each exec
    bool launched = false; // the command that the user asked for, not a child of it
    std::string profilerId; // 32 lower hex digits; empty: the Writer makes a new UUID v4
    std::string command; // the whole command line
    std::string executable; // path
    std::string workingDirectory;
    Timestamp start;
};

struct ProcessEndRecord {
    ProcessSerial process;
    Timestamp time;
    std::optional<ExitStatus> exit; // absent: replaced by another image (exec), or not known
};

struct ThreadRecord {
    ThreadSerial serial; // given by the caller of the Writer; must be valid
    ProcessSerial process;
    std::uint32_t tid = 0;
    bool isMain = false;
    std::string name;
    std::optional<std::uint32_t> priority; // 20 − nice, real-time 100 + n
    Timestamp start;
};

struct ThreadChangeRecord {
    ThreadSerial thread;
    Timestamp time;
    std::string name;
    std::optional<std::uint32_t> priority;
};

struct ThreadEndRecord {
    ThreadSerial thread;
    Timestamp time;
};

struct ImageRecord {
    ImageSerial serial; // filled in by the Writer
    ProcessSerial process;
    std::string path; // as the target's maps show it
    std::string buildId; // lower hex; empty: it has no build-id
    std::uint64_t address = 0; // first mapped byte
    std::uint64_t size = 0;
    std::uint64_t bias = 0; // run-time address − address in the file's program headers
    Timestamp loaded;
};

struct ImageUnloadRecord {
    ImageSerial image;
    Timestamp time;
};

// A function of a script language, as its runtime names it.
struct ScriptFunctionRecord {
    std::string platform; // Sentry's name: "python", "node", "java", "ruby", "php"
    std::string name;
    std::string module; // "": not known
    std::string file; // as the runtime has it; "": not known
    std::uint32_t firstLine = 0; // 0: not known
};

// The address of a frame and how the unwinder found it. `offset` counts from the image's first
// mapped byte; without an image it is the run-time address. In a frame of a script it is the number
// of a place: in a file the segment's number, in memory the log's (stackcodec.h).
struct FrameRecord {
    ProcessSerial process; // only without an image
    ImageSerial image;
    std::uint64_t offset = 0;
    UnwindMethod method = UnwindMethod::Leaf;

    friend bool operator==(const FrameRecord &, const FrameRecord &) = default;
};

enum class RootReached : std::uint8_t { No, Yes };

struct StackRecord {
    StackId caller;
    FrameId frame;

    friend bool operator==(const StackRecord &, const StackRecord &) = default;
};

// Something that happened to the capture.
struct EventRecord {
    CaptureEventKind kind = CaptureEventKind::Note;
    Timestamp time;
    std::uint64_t count = 0;
    std::string text;
};

// A piece of the target's output, as it came: lines need not be whole.
struct OutputRecord {
    OutputStream stream = OutputStream::Standard;
    Timestamp time; // when it was seen
    std::string bytes;
};

// A series of measurements of a process.
struct SeriesRecord {
    SeriesSerial serial; // filled in by the Writer
    ProcessSerial process;
    std::string name;
    std::string unit; // long form: nanosecond, byte, percent, hertz, nanojoule
};

struct ValueRecord {
    SeriesSerial series;
    Timestamp time;
    double value = 0;
};

// A span that the program reported. Ids: 0 is none.
struct SpanRecord {
    ProcessSerial process;
    ThreadSerial thread; // invalid: not known
    std::string name;
    Timestamp start;
    Timestamp end;
    std::string op;
    std::uint64_t id = 0;
    std::uint64_t parent = 0;
    std::uint64_t transaction = 0; // the id of its root span, whose record follows
    std::string status;
};

// A root span that the program reported, after its spans unless those ended later.
struct TransactionRecord {
    ProcessSerial process;
    ThreadSerial thread; // thread on which it was started; invalid: not known
    std::string name;
    std::string op;
    std::uint64_t traceHigh = 0; // the first 16 of the trace id's 32 digits
    std::uint64_t traceLow = 0;
    std::uint64_t id = 0;
    std::string status;
    Timestamp start;
    Timestamp end;
};

enum class BookmarkState : std::uint8_t { Set, Removed };

// A bookmark: a place to come back to, with a note. Kept at the end of a log; readers of a profile
// skip it.
struct BookmarkRecord {
    std::uint64_t number = 0; // the last record with a number is the valid one
    BookmarkState state = BookmarkState::Set;
    Timestamp start;
    Timestamp end; // equal to `start` if it marks a moment
    // The thread of the bookmark; both texts empty: none. Values are those of the Process and
    // Thread records, but the tid is text: "4711".
    std::string profilerId;
    std::string threadId;
    std::string note;

    friend bool operator==(const BookmarkRecord &, const BookmarkRecord &) = default;
};

enum class EndReason : std::uint8_t {
    TargetEnded,
    Stopped,
    TimeUp,
    Failed,
    SizeReached,
    Kept, // the log is a piece of a capture that went on
};

// Written when the recorder has finished; a log without it was cut off.
struct EndRecord {
    EndReason reason = EndReason::Stopped;
    Timestamp time;
    std::string text;
};

struct CaptureStart {
    Timestamp time; // wall clock, read once; all later times are this + monotonic time
    Nanoseconds monotonic{}; // CLOCK_MONOTONIC at `time`
    double rateHz = 0;
    std::vector<MetadataEntry> metadata; // recorder version, host, kernel, CPUs, unwind mode, …
};

// Limits at which the Writer closes a segment and starts the next, repeating what still lives.
struct SegmentLimits {
    Nanoseconds duration = std::chrono::minutes(10);
    std::uint64_t bytes = std::uint64_t(32) << 20U;
    std::size_t stacks = std::size_t(1) << 19U; // bounds the memory of the tables
};

// Place of a segment in its file: a ring drops whole segments, and a reader can start at any.
struct SegmentPlace {
    std::uint64_t offset = 0; // offset of the segment record
    std::uint64_t bytes = 0; // up to the next segment, or the last whole record
    std::uint64_t sequence = 0;
    Timestamp start;
};

} // namespace ember::model::capturelog
