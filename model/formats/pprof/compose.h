// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/export/exporter.h"
#include "model/formats/pprof/message.h"
#include "model/formats/pprof/messagetables.h"

#include <set>
#include <span>
#include <string>

namespace ember::model::pprof {

struct Composed {
    Message message;
    Rounding rounding;
    // Main types of profiles other than the default one, as `go tool pprof` calls them.
    std::set<std::string> otherTypes;
};

// Makes one message of the profiles (FORMAT.md). Samples::Summed: one record for equal stack and
// labels; Samples::Each: one per sample, with its time as a label. Errors: Cancelled.
Result<Composed> compose(std::span<const ProfilePointer> profiles, const ExportOptions &options);

} // namespace ember::model::pprof
