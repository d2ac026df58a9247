// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/bytereader.h"
#include "model/formats/capturelog/bytewriter.h"
#include "model/formats/capturelog/records.h"

#include <string_view>

namespace ember::model::capturelog {

// First in the payload of every segment record, so that one can be found behind damage.
constexpr std::string_view segmentMark = "\xE5"
                                         "emberSG";

void encode(ByteWriter &to, const SegmentRecord &segment);
// What is wrong with the record shows in from.hasFailed().
SegmentRecord decodeSegment(ByteReader &from);

} // namespace ember::model::capturelog
