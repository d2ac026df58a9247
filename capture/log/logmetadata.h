// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "model/formats/capturelog/records.h"

#include <vector>

namespace ember::capture {

// The metadata entries that describe a capture as a whole: recorder, unwind mode, machine.
std::vector<model::capturelog::MetadataEntry> logMetadata(const RecordOptions &options);

} // namespace ember::capture
