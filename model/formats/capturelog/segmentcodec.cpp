// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/segmentcodec.h"

namespace ember::model::capturelog {

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

} // namespace ember::model::capturelog
