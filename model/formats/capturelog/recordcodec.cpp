// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/recordcodec.h"

#include "model/formats/capturelog/framing.h"

namespace ember::model::capturelog {

namespace {

// Bits of how a process ended: FORMAT.md, "ProcessEnd".
constexpr unsigned exited = 1;
constexpr unsigned killed = 2;
constexpr unsigned dumpedCore = 4;

// Bits of what a view does with a thread: FORMAT.md, "View".
constexpr unsigned hidden = 1;
constexpr unsigned pinned = 2;
constexpr unsigned folded = 4;
constexpr unsigned unfolded = 8;
constexpr unsigned groupFactor = 4; // a group has `folded` and `unfolded` two bits higher

unsigned bitsOf(KeptFold fold)
{
    switch (fold) {
    case KeptFold::ByItself: break;
    case KeptFold::Folded: return folded;
    case KeptFold::Unfolded: return unfolded;
    }
    return 0;
}

KeptFold foldOf(unsigned bits)
{
    if ((bits & folded) != 0)
        return KeptFold::Folded;
    return (bits & unfolded) != 0 ? KeptFold::Unfolded : KeptFold::ByItself;
}

} // namespace

void FieldWriter::put(Timestamp time)
{
    const auto offset =
        static_cast<std::uint64_t>(toNs(time)) - static_cast<std::uint64_t>(toNs(m_base));
    m_to.signedVarint(static_cast<std::int64_t>(offset));
}

void FieldReader::take(Timestamp &time)
{
    const auto offset = static_cast<std::uint64_t>(m_from.signedVarint());
    time = timestampFromNs(
        static_cast<std::int64_t>(static_cast<std::uint64_t>(toNs(m_base)) + offset));
    if (!isUsableTime(time))
        m_from.fail();
}

void FieldWriter::put(const std::optional<std::uint32_t> &number)
{
    m_to.varint(number ? std::uint64_t(*number) + 1 : 0);
}

void FieldReader::take(std::optional<std::uint32_t> &number)
{
    const auto code = m_from.varint();
    number.reset();
    if (code == 0)
        return;
    if (code - 1 > std::numeric_limits<std::uint32_t>::max())
        m_from.fail();
    number = static_cast<std::uint32_t>(code - 1);
}

void FieldWriter::put(const std::optional<ExitStatus> &exit)
{
    const auto how =
        exit ? (exit->bySignal ? killed : exited) | (exit->coreDumped ? dumpedCore : 0) : 0;
    m_to.byte(static_cast<std::uint8_t>(how));
    m_to.signedVarint(exit ? exit->code : 0);
}

void FieldReader::take(std::optional<ExitStatus> &exit)
{
    const auto how = m_from.byte();
    const auto code = static_cast<int>(m_from.signedVarint());
    exit.reset();
    if ((how & (exited | killed)) != 0)
        exit = ExitStatus{code, (how & killed) != 0, (how & dumpedCore) != 0};
}

void FieldWriter::put(const std::optional<TimeRange> &range)
{
    put(range.has_value());
    put(range ? range->start : m_base);
    put(range ? range->end : m_base);
}

void FieldReader::take(std::optional<TimeRange> &range)
{
    bool isThere = false;
    take(isThere);
    TimeRange found;
    take(found.start);
    take(found.end);
    range.reset();
    if (isThere && !found.isEmpty())
        range = found;
}

void FieldWriter::put(const KeptThread &thread)
{
    put(thread.profilerId);
    put(thread.threadId);
    put(thread.start);
    m_to.byte(static_cast<std::uint8_t>((thread.isHidden ? hidden : 0)
                                        | (thread.isPinned ? pinned : 0) | bitsOf(thread.fold)
                                        | groupFactor * bitsOf(thread.groupFold)));
}

void FieldReader::take(KeptThread &thread)
{
    take(thread.profilerId);
    take(thread.threadId);
    take(thread.start);
    const unsigned state = m_from.byte();
    thread.isHidden = (state & hidden) != 0;
    thread.isPinned = (state & pinned) != 0;
    thread.fold = foldOf(state);
    thread.groupFold = foldOf(state / groupFactor);
}

void encode(ByteWriter &to, const SegmentRecord &segment)
{
    to.raw(segmentMark);
    to.varint(segment.sequence);
    to.fixed(static_cast<std::uint64_t>(toNs(segment.start)), 8);
    to.fixed(static_cast<std::uint64_t>(segment.monotonic.count()), 8);
    to.number(segment.rateHz);
    to.varint(static_cast<std::uint64_t>(segment.period.count()));
    to.varint(segment.metadata.size());
    for (const auto &entry : segment.metadata) {
        to.text(entry.key);
        to.text(entry.json);
    }
}

SegmentRecord decodeSegment(ByteReader &from)
{
    SegmentRecord segment;
    for (const char expected : segmentMark) {
        if (from.byte() != static_cast<std::uint8_t>(expected))
            from.fail();
    }
    segment.sequence = from.varint();
    segment.start = timestampFromNs(static_cast<std::int64_t>(from.fixed(8)));
    segment.monotonic = Nanoseconds(static_cast<std::int64_t>(from.fixed(8)));
    segment.rateHz = from.number();
    segment.period = Nanoseconds(static_cast<std::int64_t>(from.varint()));
    if (!isUsableTime(segment.start))
        from.fail();
    for (auto count = from.varint(); count > 0 && !from.hasFailed(); --count) {
        std::string key(from.text());
        segment.metadata.push_back({std::move(key), std::string(from.text())});
    }
    return segment;
}

std::string recordBytes(const SegmentRecord &segment)
{
    ByteWriter payload;
    encode(payload, segment);
    std::string bytes;
    appendRecord(bytes, RecordType::Segment, payload.view());
    return bytes;
}

} // namespace ember::model::capturelog
