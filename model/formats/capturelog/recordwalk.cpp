// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/recordwalk.h"

#include "model/formats/capturelog/bytereader.h"
#include "model/formats/capturelog/segmentcodec.h"

#include <algorithm>
#include <optional>

namespace ember::model::capturelog {

namespace {

// Of bytes that are no record: to where records go on; npos: nowhere.
std::size_t distanceToNext(std::string_view bytes, const Scan &scan, Checksums checksums)
{
    return scan.state == ScanState::Corrupt && isFrameIntact(bytes, scan.record, checksums)
        ? scan.record.bytes
        : findSegmentRecord(bytes);
}

} // namespace

void walkRecords(std::string_view log, Checksums checksums, const RecordVisitor &visit)
{
    std::optional<Timestamp> base; // of the segment; none: times cannot be told before the next
    for (auto rest = log.substr(std::min(log.size(), fileHeaderBytes)); !rest.empty();) {
        const auto scan = scanRecord(rest, checksums);
        auto distance = scan.record.bytes;
        const bool isSegment = scan.record.type == RecordType::Segment;
        if (scan.state != ScanState::Record) {
            distance = distanceToNext(rest, scan, checksums);
            if (distance == std::string_view::npos)
                return;
            if (distance == scan.record.bytes && isSegment)
                base.reset();
        } else if (isSegment) {
            ByteReader from(scan.record.payload);
            base = decodeSegment(from).start;
        } else if (base) {
            visit(scan.record, *base);
        }
        rest.remove_prefix(distance);
    }
}

} // namespace ember::model::capturelog
