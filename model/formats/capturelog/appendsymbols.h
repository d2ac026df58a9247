// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/capturelog/imagesymbols.h"

#include <cstddef>
#include <span>
#include <string>

namespace ember::model::capturelog {

// Appends names to a finished log, so that it keeps them on any machine. One writer at a time: a
// log that is being recorded or appended to is refused (FileNotWritable, detail "in use"). Nothing
// in the log is changed: behind a torn record a new segment begins, so that readers find the names.
// Other errors: FileNotFound, FileNotWritable, DiskFull (the log is left as it was), UnknownFormat,
// UnsupportedVersion.
Result<void> appendSymbols(const std::string &path, std::span<const ImageSymbols> symbols);

// Looks up every address of the log at `path` that has no name in it yet, and appends the names.
// Returns how many addresses got one.
Result<std::size_t> saveSymbols(const std::string &path, FrameResolver &resolver);

} // namespace ember::model::capturelog
