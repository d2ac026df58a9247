// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/import/filenotes.h"

#include <cstdint>

namespace ember::model::callgrind {

// What a file has that a profile has no place for: how many lines of each.
struct Skipped {
    std::uint64_t callCounts = 0;
    std::uint64_t addresses = 0; // of instructions
    std::uint64_t jumps = 0;
    std::uint64_t derivedEvents = 0;
    std::uint64_t descriptions = 0;

    // A note of each kind that is there.
    void report(const FileNotes &notes) const;
};

} // namespace ember::model::callgrind
