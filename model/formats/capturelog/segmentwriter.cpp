// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/segmentwriter.h"

#include "model/formats/capturelog/closingrecords.h"
#include "model/formats/capturelog/segmentcodec.h"

#include <cmath>
#include <utility>

namespace ember::model::capturelog {

namespace {

// Blocks of ticks and definitions are written out when they have this size, or with a flush.
constexpr std::size_t blockBytes = std::size_t(64) << 10U;

Nanoseconds periodOf(double rateHz)
{
    return rateHz > 0 ? Nanoseconds(std::llround(1e9 / rateHz)) : Nanoseconds(0);
}

} // namespace

SegmentWriter::SegmentWriter(int fd, CaptureStart start, SegmentLimits limits)
    : m_output(fd),
      m_start(std::move(start)),
      m_limits(limits)
{
}

void SegmentWriter::begin()
{
    m_output.append(fileHeader());
    beginSegment(m_start.time);
    m_ticks.startSegment(m_start.time, m_segment.period, [](StackId stack) { return stack; });
}

void SegmentWriter::beginSegment(Timestamp time)
{
    m_segment.start = time;
    m_segment.monotonic = m_start.monotonic + (time - m_start.time);
    m_segment.rateHz = m_start.rateHz;
    m_segment.period = periodOf(m_start.rateHz);
    m_segment.metadata = m_start.metadata;
    m_segmentEnd = {};
    m_segmentEnd.lastTick = time;
    m_segmentPosition = m_output.position();
    m_payload.clear();
    encode(m_payload, m_segment);
    m_output.append(RecordType::Segment, m_payload.view());
}

void SegmentWriter::endSegment()
{
    closeBlock();
    m_segmentEnd.bytes = m_output.position() - m_segmentPosition;
    writeAside(m_segmentEnd);
}

void SegmentWriter::nextSegment(Timestamp time)
{
    endSegment();
    ++m_segment.sequence;
    beginSegment(time);
    m_live.forEach([this](const auto &record) { writeAside(record); });
    const auto old = std::exchange(m_tables, {});
    m_ticks.startSegment(m_segment.start, m_segment.period,
                         [&](StackId stack) { return carriedOver(stack, old); });
}

StackId SegmentWriter::carriedOver(StackId stack, const StackTables &old)
{
    std::vector<FrameRecord> leafFirst;
    for (; stack.row() >= firstStackId; stack = old.stack(stack).caller)
        leafFirst.push_back(old.frame(old.stack(stack).frame));
    for (auto frame = leafFirst.rbegin(); frame != leafFirst.rend(); ++frame)
        stack = m_tables.stack(stack, m_tables.frame(*frame));
    return stack;
}

StackId SegmentWriter::stack(StackId caller, const FrameRecord &frame)
{
    const auto stack = m_tables.stack(caller, m_tables.frame(frame));
    if (m_tables.newStacks().size() + m_tables.newFrames().size() >= blockBytes)
        closeBlock();
    return stack;
}

void SegmentWriter::tick(Timestamp time, std::span<const TickSample> samples)
{
    if (m_ticks.needsNewBlock(samples))
        closeBlock();
    m_segmentEnd.samples += m_ticks.tick(time, samples);
    m_segmentEnd.lastTick = time;
    ++m_segmentEnd.ticks;
    if (m_ticks.block().size() >= blockBytes)
        closeBlock();
    if (isFull(time))
        nextSegment(time);
}

void SegmentWriter::closeBlock()
{
    if (!m_tables.newFrames().isEmpty())
        m_output.append(RecordType::Frames, m_tables.newFrames().view());
    if (!m_tables.newStacks().isEmpty())
        m_output.append(RecordType::Stacks, m_tables.newStacks().view());
    m_tables.clearNew();
    if (!m_ticks.newCalls().isEmpty())
        m_output.append(RecordType::Calls, m_ticks.newCalls().view());
    if (!m_ticks.block().isEmpty())
        m_output.append(RecordType::Ticks, m_ticks.block().view());
    m_ticks.clearBlock();
}

bool SegmentWriter::isFull(Timestamp time) const
{
    return time - m_segment.start >= m_limits.duration
        || m_output.position() - m_segmentPosition >= m_limits.bytes
        || m_tables.stackCount() >= m_limits.stacks;
}

Result<void> SegmentWriter::flush()
{
    closeBlock();
    return m_output.flush();
}

// In a segment of their own: the head of the open one may be among what could not be written.
void SegmentWriter::lastWords(const EndRecord &end)
{
    SegmentRecord segment = m_segment;
    ++segment.sequence;
    segment.monotonic += end.time - segment.start;
    segment.start = end.time;
    segment.metadata.clear();
    m_output.lastWords(segmentRecord(segment) + endRecord(end, segment.start));
}

} // namespace ember::model::capturelog
