// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/capturelog/imagesymbols.h"
#include "model/formats/capturelog/records.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::capturelog {

// A frame as the unwinder found it: the leaf's pc, raw return addresses in callers.
struct UnwoundPc {
    std::uint64_t pc = 0;
    UnwindMethod method = UnwindMethod::Leaf;
};

enum class RootReached : std::uint8_t { No, Yes };

struct CaptureStart {
    Timestamp time; // wall clock, read once; all later times are this + monotonic time
    Nanoseconds monotonic{}; // CLOCK_MONOTONIC at `time`
    double rateHz = 0;
    std::vector<MetadataEntry> metadata; // recorder version, host, kernel, CPUs, unwind mode, …
};

// When the Writer closes a segment and starts the next, repeating what still lives.
struct SegmentLimits {
    Nanoseconds duration = std::chrono::minutes(10);
    std::uint64_t bytes = std::uint64_t(32) << 20U;
    std::size_t stacks = std::size_t(1) << 19U; // bounds the memory of the tables
};

// Opens `path` for a new log (truncating an old one, close-on-exec) and takes the lock that keeps
// other writers out for as long as the descriptor lives. Errors: FileNotWritable, DiskFull.
Result<int> createLogFile(const std::string &path);

// Writes a capture log. Appends to a buffer; write() happens in flush() and when the buffer is
// full. Records are whole or do not count: who reads the file drops a torn one at its end.
//
// Owned by one thread. Never throws. Memory is bounded by the SegmentLimits, the live threads and
// images and the buffer. A write error (ENOSPC, EPIPE, …) is kept: everything after it is dropped,
// and tick(), flush() and finish() return it.
class Writer {
public:
    // `fd` is a file or a pipe, not owned. Writes file header and first segment.
    static Result<std::unique_ptr<Writer>> start(int fd, CaptureStart start,
                                                 SegmentLimits limits = {});
    ~Writer(); // what was not flushed is gone
    Writer(const Writer &) = delete;
    Writer &operator=(const Writer &) = delete;

    ProcessSerial beginProcess(ProcessRecord process);
    // Its threads must have ended, its images need not. exec: end the old image, begin a new one.
    void endProcess(const ProcessEndRecord &end);
    ThreadSerial startThread(ThreadRecord thread);
    void changeThread(const ThreadChangeRecord &change);
    void endThread(const ThreadEndRecord &end);
    // What the new image overlaps counts as unloaded.
    ImageSerial loadImage(ImageRecord image);
    void unloadImage(const ImageUnloadRecord &unload);

    // The stack with these frames, leaf first. Valid until the next tick() returns. No frames: the
    // thread is idle (emptyLogStack).
    StackId stack(ProcessSerial process, std::span<const UnwoundPc> leafFirst, RootReached root);
    // One tick: a sample of every thread that has one, in any order, at most one per thread. Times
    // must ascend.
    Result<void> tick(Timestamp time, std::span<const TickSample> samples);

    // Started, Paused, Resumed, MissedTicks, Dropped, Note; finish() says Stopped.
    void event(const EventRecord &event);
    void output(const OutputRecord &output);
    SeriesSerial beginSeries(SeriesRecord series);
    void value(const ValueRecord &value);
    void symbols(const ImageSymbols &symbols);

    // Hands everything to the kernel: at least every 100 ms while capturing.
    Result<void> flush();
    // The end of the capture; flushes. Nothing may follow.
    Result<void> finish(const EndRecord &end);

    std::uint64_t bytesWritten() const;

private:
    struct State;
    explicit Writer(std::unique_ptr<State> state);

    std::unique_ptr<State> m_state;
};

} // namespace ember::model::capturelog
