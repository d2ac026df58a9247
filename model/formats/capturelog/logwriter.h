// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/capturelog/logoutput.h"
#include "model/formats/capturelog/logsymbols.h"
#include "model/formats/capturelog/recordcodec.h"
#include "model/formats/capturelog/records.h"
#include "model/formats/capturelog/stackcodec.h"
#include "model/formats/capturelog/tickcodec.h"

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace ember::model::capturelog {

// The live processes, threads, images and series of a capture: each segment begins by repeating
// them, and each pc is looked up in the images.
class LiveState {
public:
    void add(const ProcessRecord &process);
    void add(const ThreadRecord &thread);
    void add(const ImageRecord &image);
    void add(const SeriesRecord &series);
    void change(const ThreadChangeRecord &change);
    void remove(ThreadSerial thread);
    // Removes the image that starts at the address and returns its serial; invalid if there was
    // none.
    ImageSerial removeImage(ProcessSerial process, std::uint64_t address);
    // Removes the process with its images, series and remaining threads; returns the threads.
    std::vector<ThreadSerial> remove(ProcessSerial process);

    // The frame as a record: the image that has its code, and the offset there; if no image of the
    // process has it, the process and the pc.
    FrameRecord frameAt(ProcessSerial process, const UnwoundFrame &frame) const;

    // Calls `use` with every record that describes the state; a record comes after those it refers
    // to.
    template<typename Use>
    void forEach(Use use) const
    {
        for (const auto &[serial, process] : m_processes)
            use(process);
        for (const auto *image : images())
            use(*image);
        for (const auto &[serial, thread] : m_threads)
            use(thread);
        for (const auto &[serial, series] : m_series)
            use(series);
    }

private:
    // The images of all processes, ordered by serial number.
    std::vector<const ImageRecord *> images() const;
    // The image of the process that has the address; nullptr if there is none.
    const ImageRecord *imageAt(ProcessSerial process, std::uint64_t address) const;

    // Images by their first address; those of one process do not overlap.
    using AddressMap = std::map<std::uint64_t, ImageRecord>;

    std::map<ProcessSerial, ProcessRecord> m_processes;
    std::map<ThreadSerial, ThreadRecord> m_threads;
    std::map<SeriesSerial, SeriesRecord> m_series;
    std::map<ProcessSerial, AddressMap> m_images;
};

// Writes a capture log. Appends to a buffer; write() happens in flush() and when the buffer is
// full. Records are whole or do not count: a reader drops a torn one at the end of the file. Each
// segment begins by repeating what still lives. Ticks, and the frames and stacks they use, wait in
// a block; any other record that must be in order with them closes it first.
//
// Owned by one thread. Never throws. Memory is bounded by the SegmentLimits, the live threads and
// images, the functions of scripts and the buffer. A write error (ENOSPC, EPIPE, …) is kept:
// everything after it is dropped, and tick(), flush() and finish() return it.
class Writer {
public:
    // Writes the file header and the first segment. `fd` is a file or a pipe, not owned. What was
    // not flushed when the Writer is destroyed is lost.
    static Result<std::unique_ptr<Writer>> start(int fd, CaptureStart start,
                                                 SegmentLimits limits = {});
    Writer(const Writer &) = delete;
    Writer &operator=(const Writer &) = delete;

    // Adds a process, which must have a serial number. It gets a profiler id if it has none.
    void beginProcess(ProcessRecord process);
    // Ends a process with its remaining threads, images and series. At an exec, end the old process
    // image and begin the new one.
    void endProcess(const ProcessEndRecord &end);
    // Adds a thread, which must have a serial number.
    void startThread(const ThreadRecord &thread);
    void changeThread(const ThreadChangeRecord &change);
    void endThread(const ThreadEndRecord &end);
    // Adds an image. Images that it overlaps count as unloaded.
    ImageSerial loadImage(ImageRecord image);
    // Removes the image that starts at the address, if there is one.
    void unloadImage(ProcessSerial process, std::uint64_t address, Timestamp time);

    // Describes a function of a script, before a stack has it. Serials come from 0 in ascending
    // order.
    void scriptFunction(ScriptFunctionSerial serial, ScriptFunctionRecord function)
    {
        m_functions.add(serial, std::move(function));
    }

    // Returns the stack with these frames, leaf first. Valid until the next tick() returns. No
    // frames: the thread is idle (emptyLogStack).
    StackId stack(ProcessSerial process, std::span<const UnwoundFrame> leafFirst, RootReached root);
    // Writes one tick: a sample of every thread that has one, in any order, at most one per thread.
    // Times must ascend.
    Result<void> tick(Timestamp time, std::span<const TickSample> samples);

    // Writes an event of any kind but Stopped: that is what readers make of the record that
    // finish() writes.
    void event(const EventRecord &event) { write(event); }

    void output(const OutputRecord &output);
    SeriesSerial beginSeries(SeriesRecord series);
    void value(const ValueRecord &value) { writeAside(value); }

    void span(const SpanRecord &span) { writeAside(span); }

    void transaction(const TransactionRecord &transaction) { writeAside(transaction); }

    void symbols(const ImageSymbols &symbols);

    // Passes everything to the kernel; call at least every 100 ms while capturing.
    Result<void> flush();
    // Ends the capture and flushes. Nothing may follow. After a write error, the end is still
    // written to the log if the file has room for it.
    Result<void> finish(const EndRecord &end);

    std::uint64_t bytesWritten() const { return m_output.bytesWritten(); }

    // The segment that is being written, as far as it was appended: before flush() part of it is
    // not in the file.
    SegmentPlace openSegment() const
    {
        return {m_segmentPosition, m_output.position() - m_segmentPosition, m_segment.sequence,
                m_segment.start};
    }

private:
    Writer(int fd, CaptureStart start, SegmentLimits limits);

    template<typename Record>
    void write(const Record &record)
    {
        closeBlock();
        writeAside(record);
    }

    // Writes a record that need not be in order with ticks.
    template<typename Record>
    void writeAside(const Record &record)
    {
        m_payload.clear();
        encode(m_payload, record, m_segment.start);
        m_output.append(Layout<Record>::type, m_payload.view());
    }

    void beginSegment(Timestamp time);
    void endSegment();
    void nextSegment(Timestamp time);
    bool isFull(Timestamp time) const;
    FrameId frame(ProcessSerial process, const UnwoundFrame &frame);
    FrameId scriptFrame(ProcessSerial process, ScriptFunctionSerial function, ScriptPlace place);
    // Enters the stack of the segment that ended into the tables of the next.
    StackId carriedOver(StackId stack, const StackTables &old);
    FrameId carriedOver(const FrameRecord &frame, const StackTables &old);
    void closeBlock();
    void lastWords(const EndRecord &end);

    LogOutput m_output;
    CaptureStart m_start;
    SegmentLimits m_limits;
    SegmentRecord m_segment;
    SegmentEndRecord m_segmentEnd;
    std::uint64_t m_segmentPosition = 0;
    LiveState m_live;
    ScriptFunctionTable m_functions;
    StackTables m_tables;
    TickEncoder m_ticks;
    ByteWriter m_payload;
    std::uint32_t m_imageCount = 0;
    std::uint32_t m_seriesCount = 0;
};

} // namespace ember::model::capturelog
