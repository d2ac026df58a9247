// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/chrometrace/traceevents.h"
#include "model/formats/import/filenotes.h"

#include <cstddef>
#include <cstdint>

namespace ember::model::chrometrace {

// What was met when a profile was made of events.
struct AssemblyCounts {
    std::uint64_t samples = 0; // and changes of calls
    std::uint64_t earlier = 0; // samples before the one before
    std::uint64_t oddPids = 0;
    std::uint64_t farValues = 0; // of counters
    // Calls:
    std::uint64_t unmatched = 0;
    std::uint64_t crossing = 0;
    std::uint64_t otherNames = 0;
    std::uint64_t momentary = 0;
    std::uint64_t asyncLeftOut = 0; // events of them
};

// Says what is odd in the events, and what of them the profile does not have.
void reportTrace(const TraceEvents &events, const AssemblyCounts &counts, std::size_t fileBytes,
                 const FileNotes &notes);

} // namespace ember::model::chrometrace
