// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/capturestart.h"
#include "model/formats/capturelog/livestate.h"
#include "model/formats/capturelog/logoutput.h"
#include "model/formats/capturelog/recordcodec.h"
#include "model/formats/capturelog/segmentplace.h"
#include "model/formats/capturelog/stacktables.h"
#include "model/formats/capturelog/tickencoder.h"

#include <span>

namespace ember::model::capturelog {

// Keeps the segments of a log: what has been said in the one that is open, and what has to be said
// again in the next. Ticks, and the frames and stacks they use, wait in a block; any other record
// closes it first, so that all stay in order.
class SegmentWriter {
public:
    SegmentWriter(int fd, CaptureStart start, SegmentLimits limits);

    // The file's header and the first segment.
    void begin();
    // Ends the segment that is open. Nothing may follow but End and Symbols.
    void endSegment();

    template<typename Record>
    void write(const Record &record)
    {
        closeBlock();
        writeAside(record);
    }

    // What need not be in order with ticks.
    template<typename Record>
    void writeAside(const Record &record)
    {
        m_payload.clear();
        encode(m_payload, record, m_segment.start);
        m_output.append(Layout<Record>::type, m_payload.view());
    }

    void writePayload(RecordType type, std::string_view payload) { m_output.append(type, payload); }

    void addThread(ThreadSerial thread) { m_ticks.addThread(thread); }

    void removeThread(ThreadSerial thread) { m_ticks.removeThread(thread); }

    StackId stack(StackId caller, const FrameRecord &frame);
    void tick(Timestamp time, std::span<const TickSample> samples);

    Result<void> flush();
    // Ends a log whose writing failed, where there is room for it.
    void lastWords(const EndRecord &end);

    // The segment that is open, as far as it was appended.
    SegmentPlace openSegment() const
    {
        return {m_segmentPosition, m_output.position() - m_segmentPosition, m_segment.sequence,
                m_segment.start};
    }

    // What still lives: said again at the start of each segment.
    LiveState &live() { return m_live; }

    const LogOutput &output() const { return m_output; }

private:
    void beginSegment(Timestamp time);
    void nextSegment(Timestamp time);
    void closeBlock();
    bool isFull(Timestamp time) const;
    // The stack of the segment that ended, entered into the tables of the next.
    StackId carriedOver(StackId stack, const StackTables &old);

    LogOutput m_output;
    CaptureStart m_start;
    SegmentLimits m_limits;
    SegmentRecord m_segment;
    SegmentEndRecord m_segmentEnd;
    std::uint64_t m_segmentPosition = 0;
    LiveState m_live;
    StackTables m_tables;
    TickEncoder m_ticks;
    ByteWriter m_payload;
};

} // namespace ember::model::capturelog
