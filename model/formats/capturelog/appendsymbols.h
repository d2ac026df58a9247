// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/time.h"
#include "model/formats/capturelog/imagesymbols.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ember::model::capturelog {

// Appends names to a finished log, so that it keeps them on any machine. Errors: those of
// appendRecords().
Result<void> appendSymbols(const std::string &path, std::span<const ImageSymbols> symbols);

// What was seen of a log on the way.
struct SavedSymbols {
    std::size_t addresses = 0; // that got a name
    std::uint64_t samples = 0;
    std::size_t threads = 0;
    Nanoseconds duration{}; // first to last sample over all threads
};

// Looks up every address of the log at `path` that has no name in it yet, and appends the names.
// Errors: as above, and those of readCaptureLog().
Result<SavedSymbols> saveSymbols(const std::string &path, FrameResolver &resolver);

} // namespace ember::model::capturelog
