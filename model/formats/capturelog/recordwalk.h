// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/formats/capturelog/framing.h"

#include <functional>
#include <string_view>

namespace ember::model::capturelog {

// A record, and the start of its segment, from which its times count.
using RecordVisitor = std::function<void(const RawRecord &, Timestamp segmentStart)>;

// Visits the whole records of a log that lie in segments, Segment records left out. Damage is
// passed over, as in the rest of a log.
void walkRecords(std::string_view log, Checksums checksums, const RecordVisitor &visit);

} // namespace ember::model::capturelog
