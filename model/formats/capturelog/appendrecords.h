// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/time.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/capturelog/imagesymbols.h"
#include "model/formats/capturelog/records.h"
#include "model/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace ember::model::capturelog {

// Reads a file that must be a log, without the bytes that a ring has dropped. Errors: those of
// reading a file; UnknownFormat, UnsupportedVersion.
Result<Bytes> readLogBytes(const std::string &path);

// Returns whole records to append to `log`, encoded for the given segment: their times count from
// its start. Empty: nothing is appended.
using RecordMaker = std::function<std::string(const SegmentRecord &, std::string_view log)>;

// Appends records to a finished log. One writer at a time: a log that is being recorded or appended
// to is refused (FileInUse). Nothing in the log is changed: after a torn record a new segment
// begins, so that readers find what is appended. Other errors: FileNotFound, FileNotWritable,
// DiskFull and FileSizeLimited (the log is left as it was), UnknownFormat, UnsupportedVersion.
Result<void> appendRecords(const std::string &path, const RecordMaker &make);

// Appends names to a finished log, so that it has them on any machine. Errors: those of
// appendRecords().
Result<void> appendSymbols(const std::string &path, std::span<const ImageSymbols> symbols);

// Figures of a log whose symbols were saved.
struct SavedSymbols {
    std::size_t addresses = 0; // addresses that got a name
    std::uint64_t samples = 0;
    std::size_t threads = 0;
    Nanoseconds duration{}; // first to last sample over all threads
    ProfilePointer profile; // with all these names
};

// Looks up every address of the log at `path` that the log has no name for, and appends the names.
// Errors: those of appendRecords() and readCaptureLog().
Result<SavedSymbols> saveSymbols(const std::string &path, FrameResolver &resolver);

} // namespace ember::model::capturelog
