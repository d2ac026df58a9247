// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"
#include "model/core/result.h"

#include <span>
#include <string>
#include <string_view>

namespace ember::capture {

struct LoadedImage {
    std::uint64_t address = 0; // first mapped byte
    std::uint64_t size = 0;
    std::uint64_t bias = 0;
    std::string path;
    std::string buildId; // lower-case hex; empty: it has none
};

// A sample with its stack; see CapturedSample.
struct UnwoundSample {
    ThreadNumber thread;
    ProcessNumber process;
    model::SampleDetail detail;
    UnwoundStack stack;
    std::uint32_t owedTicks = 0;
};

struct UnwoundTick {
    model::Timestamp time;
    std::vector<UnwoundSample> samples;
    std::vector<ReusedSample> reused;
};

// A value of a series of a process, the system's word or its own. Of frame renders the time is the
// end and the value the duration in nanoseconds (SENTRY.md §7).
struct MeasuredValue {
    ProcessNumber process;
    std::string_view name;
    std::string_view unit; // nanosecond, hertz, byte, percent, nanojoule; or the program's own
    model::Timestamp time;
    double value = 0;
};

// What a program says it did for a while.
struct ReportedSpan {
    ProcessNumber process;
    ThreadNumber thread; // invalid: it is not known which
    std::string_view name;
    model::Timestamp start;
    model::Timestamp end;
};

enum class CaptureEnd : std::uint8_t { TargetEnded, Stopped, TimeUp, SizeReached, Failed };

enum class SinkRoom : std::uint8_t { Left, UsedUp };

// Where a capture goes: the log, or what a test counts. Called by one thread, in order. An error
// ends the capture; the target runs on.
class RecordSink {
public:
    virtual ~RecordSink() = default;

    virtual model::Result<void> processStarted(const ProcessStarted &process) = 0;
    virtual model::Result<void> processEnded(const ProcessEnded &process) = 0;
    virtual model::Result<void> imageLoaded(ProcessNumber process, model::Timestamp time,
                                            const LoadedImage &image) = 0;
    virtual model::Result<void> imageUnloaded(ProcessNumber process, model::Timestamp time,
                                              const LoadedImage &image) = 0;
    virtual model::Result<void> threadStarted(const ThreadStarted &thread) = 0;
    virtual model::Result<void> threadChanged(const ThreadChanged &thread) = 0;
    virtual model::Result<void> threadEnded(const ThreadEnded &thread) = 0;
    virtual model::Result<void> tick(const UnwoundTick &tick) = 0;
    virtual model::Result<void> marker(const Marker &marker) = 0;
    virtual model::Result<void> measured(const MeasuredValue &value) = 0;
    virtual model::Result<void> spanEnded(const ReportedSpan &span) = 0;
    virtual model::Result<void> output(model::OutputStream stream, model::Timestamp time,
                                       std::span<const std::byte> bytes) = 0;
    // Somebody wants the newest part of the capture kept, and why.
    virtual model::Result<void> keep(model::Timestamp time, const std::string &cause) = 0;
    // Hands everything so far to whoever follows; called at least every 100 ms. Where there is no
    // more room the capture is to end.
    virtual model::Result<SinkRoom> flush() = 0;
    // The capture is over; nothing follows. Called after an error as well, for what can be saved:
    // `failure` is why then.
    virtual model::Result<void> finish(model::Timestamp time, CaptureEnd end,
                                       const std::string &failure) = 0;
};

} // namespace ember::capture
