// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/repair.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

struct RepairedFile {
    // In the kind of the file: bare chunks for a bare chunk, envelopes of one chunk each for an
    // envelope. Several if a chunk was cut or an envelope held several.
    std::vector<std::string> files;
    std::vector<RepairChange> changes;
    std::vector<std::string> left; // what could not be repaired, in words
};

// Repairs the V2 chunks of a file; other items of an envelope are left out. Errors: those of
// readChunk and parseEnvelope; NothingToShow for an envelope without chunks.
Result<RepairedFile> repairFile(std::string_view bytes);

} // namespace ember::model::sentry
