// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/capturelog/imagesymbols.h"
#include "model/formats/capturelog/segmentwriter.h"

#include <cstdint>
#include <memory>
#include <span>

namespace ember::model::capturelog {

// Writes a capture log. Appends to a buffer; write() happens in flush() and when the buffer is
// full. Records are whole or do not count: who reads the file drops a torn one at its end.
//
// Owned by one thread. Never throws. Memory is bounded by the SegmentLimits, the live threads and
// images and the buffer. A write error (ENOSPC, EPIPE, …) is kept: everything after it is dropped,
// and tick(), flush() and finish() return it.
class Writer {
public:
    // `fd` is a file or a pipe, not owned. Writes file header and first segment. What was not
    // flushed when the Writer goes is gone.
    static Result<std::unique_ptr<Writer>> start(int fd, CaptureStart start,
                                                 SegmentLimits limits = {});
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

    // Any but Stopped, which finish() says.
    void event(const EventRecord &event);
    void output(const OutputRecord &output);
    SeriesSerial beginSeries(SeriesRecord series);
    void value(const ValueRecord &value);
    void span(const SpanRecord &span);
    void symbols(const ImageSymbols &symbols);

    // Hands everything to the kernel: at least every 100 ms while capturing.
    Result<void> flush();
    // The end of the capture; flushes. Nothing may follow. After a write error it is said in the
    // log as well, where the file has room for it.
    Result<void> finish(const EndRecord &end);

    std::uint64_t bytesWritten() const;

    // That is being written: before flush() not all of it is in the file.
    SegmentPlace openSegment() const { return m_segments.openSegment(); }

private:
    Writer(int fd, CaptureStart start, SegmentLimits limits);

    SegmentWriter m_segments;
    std::uint32_t m_processCount = 0;
    std::uint32_t m_threadCount = 0;
    std::uint32_t m_imageCount = 0;
    std::uint32_t m_seriesCount = 0;
};

} // namespace ember::model::capturelog
