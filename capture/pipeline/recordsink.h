// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptnames.h"
#include "capture/sampling/recordevents.h"
#include "model/core/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ember::capture {

struct LoadedImage {
    std::uint64_t address = 0; // first mapped byte
    std::uint64_t size = 0;
    std::uint64_t bias = 0;
    std::string path;
    std::string buildId; // lower-case hex; empty: it has no build-id
};

struct ImageLoaded {
    ProcessSerial process;
    model::Timestamp time;
    LoadedImage image;
};

struct ImageUnloaded {
    ProcessSerial process;
    model::Timestamp time;
    std::uint64_t address = 0; // first mapped byte
};

// A sample with its stack; see CapturedSample.
struct UnwoundSample : model::TickSample {
    ProcessSerial process;
    UnwoundStack native; // found from registers and memory; frames of scripts merged into it
};

struct UnwoundTick {
    model::Timestamp time;
    std::vector<UnwoundSample> samples;
    std::vector<ReusedSample> reused;
};

// A value of a series of a process, measured by the system or reported by the program. For frame
// renders the time is the end and the value the duration in nanoseconds (SENTRY.md §7).
struct MeasuredValue {
    ProcessSerial process;
    std::string_view name;
    std::string_view unit; // nanosecond, hertz, byte, percent, nanojoule; or the program's own
    model::Timestamp time;
    double value = 0;
};

// A span that the program reported. Ids: 0 is none.
struct ReportedSpan {
    ProcessSerial process;
    ThreadSerial thread; // invalid: not known
    std::string_view name;
    model::Timestamp start;
    model::Timestamp end;
    std::string_view op = {};
    std::uint64_t id = 0;
    std::uint64_t parent = 0;
    std::uint64_t transaction = 0;
    std::string_view status = {};
};

// A transaction that the program reported, when it has ended.
struct ReportedTransaction {
    ReportedSpan root;
    std::array<std::uint64_t, 2> trace{};
};

// A piece of what the target printed; lines need not be whole.
struct TargetOutput {
    model::OutputStream stream = model::OutputStream::Standard;
    model::Timestamp time; // when it was seen
    std::string_view bytes;
};

// One event of a capture, in the order in which the sink gets them. Its string views are valid
// during the call only.
using SinkEvent =
    std::variant<ProcessStarted, ProcessEnded, ImageLoaded, ImageUnloaded, ThreadStarted,
                 ThreadChanged, ThreadEnded, ScriptFunctionFound, UnwoundTick, Marker,
                 MeasuredValue, ReportedSpan, ReportedTransaction, TargetOutput, KeepRequest>;

enum class CaptureEnd : std::uint8_t { TargetEnded, Stopped, TimeUp, SizeReached, Failed };

enum class SinkRoom : std::uint8_t { Left, UsedUp };

// Receives a capture: the log, or a test that counts. Called by one thread, in order. An error ends
// the capture; the target runs on.
class RecordSink {
public:
    virtual ~RecordSink() = default;

    virtual model::Result<void> on(const SinkEvent &event) = 0;
    // Hands all events so far to the readers of the capture; called at least every 100 ms. If the
    // result says that there is no more room, the capture is to end.
    virtual model::Result<SinkRoom> flush() = 0;
    // Ends the capture; nothing follows. Called after an error as well, to save what can be saved;
    // `failure` is then the reason.
    virtual model::Result<void> finish(model::Timestamp time, CaptureEnd end,
                                       const std::string &failure) = 0;
};

} // namespace ember::capture
