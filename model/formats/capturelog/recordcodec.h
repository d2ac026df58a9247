// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/recordlayout.h"

// Record structs ↔ payloads, for all records with a layout; the others have a codec of their own
// (segmentcodec.h, stackcodec.h, tickencoder.h, symbolcodec.h).
namespace ember::model::capturelog {

// `base` is the start of the segment: times are written as nanoseconds from there.
template<typename Record>
void encode(ByteWriter &to, const Record &record, Timestamp base)
{
    FieldWriter fields(to, base);
    std::apply([&](auto... members) { (fields.put(record, members), ...); },
               Layout<Record>::members);
}

// What is wrong with the record shows in from.hasFailed(). Members behind the ones we know are left
// alone: a newer minor version added them.
template<typename Record>
Record decode(ByteReader &from, Timestamp base)
{
    Record record;
    FieldReader fields(from, base);
    std::apply([&](auto... members) { (fields.take(record, members), ...); },
               Layout<Record>::members);
    return record;
}

} // namespace ember::model::capturelog
