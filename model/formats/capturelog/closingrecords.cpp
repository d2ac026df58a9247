// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/closingrecords.h"

#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/recordcodec.h"
#include "model/formats/capturelog/segmentcodec.h"

namespace ember::model::capturelog {

std::string segmentRecord(const SegmentRecord &segment)
{
    ByteWriter payload;
    encode(payload, segment);
    std::string record;
    appendRecord(record, RecordType::Segment, payload.view());
    return record;
}

std::string endRecord(const EndRecord &end, Timestamp base)
{
    ByteWriter payload;
    encode(payload, end, base);
    std::string record;
    appendRecord(record, RecordType::End, payload.view());
    return record;
}

} // namespace ember::model::capturelog
