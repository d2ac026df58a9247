// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/follower.h"
#include "model/formats/capturelog/segmentplace.h"
#include "model/formats/import/keptview.h"
#include "model/profile/profile.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::capturelog {

struct LogReading {
    ProfilePointer profile;
    ImportLog log;
    std::optional<KeptView> view;
    std::vector<ImageSymbols> newSymbols; // that came from the resolver, for appendSymbols()
};

// Reads a whole log; `name` goes into findings and the profile's source. Opens what is damaged up
// to its last whole record, with findings and a CaptureEvent of kind Damaged. Errors: FileEmpty,
// UnknownFormat, UnsupportedVersion, NothingToShow (no whole segment header), Cancelled.
Result<LogReading> readCaptureLog(const std::string &name, std::string_view bytes,
                                  const ReadOptions &options);

// Up to the first damage; what a ring has dropped is none.
std::vector<SegmentPlace> findSegments(std::string_view bytes);

// For fuzzers: reads `bytes` twice, as they are and with checksums taken as right.
void fuzzCaptureLog(std::string_view bytes);

} // namespace ember::model::capturelog
