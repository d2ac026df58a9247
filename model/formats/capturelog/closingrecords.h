// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/records.h"

#include <string>

namespace ember::model::capturelog {

// Records as they lie in the file, for those who end a log, or add to one, without its Writer.
std::string segmentRecord(const SegmentRecord &segment);
// `base` is the start of the last segment before it.
std::string endRecord(const EndRecord &end, Timestamp base);

} // namespace ember::model::capturelog
