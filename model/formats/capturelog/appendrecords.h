// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/time.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/logsymbols.h"
#include "model/formats/capturelog/records.h"
#include "model/formats/import/keptview.h"
#include "model/profile/profile.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Functions that add records to a finished log, and that read such records. A log has one writer at
// a time: one that is being recorded or appended to is refused (FileInUse). Nothing in the log is
// changed: after a torn record a new segment begins, so that readers find what is appended. Errors
// of appending: FileInUse, FileNotWritable, DiskFull and FileSizeLimited (the log is left as it
// was), those of Bytes::readFile() and of checkFileHeader().
namespace ember::model::capturelog {

// Appends names to a finished log, so that it has them on any machine. Errors: those of appending.
Result<void> appendSymbols(const std::string &path, std::span<const ImageSymbols> symbols);

// Figures of a log whose symbols were saved.
struct SavedSymbols {
    // Addresses of which the resolver knew the name or the start of the function.
    std::size_t addresses = 0;
    std::uint64_t samples = 0;
    std::size_t threads = 0;
    Nanoseconds duration{}; // first to last sample over all threads
    ProfilePointer profile; // profile of the log with all its names
};

// Looks up every address of the log at `path` that the log has no name for, and appends the names.
// Errors: those of appending and of readCaptureLog().
Result<SavedSymbols> saveSymbols(const std::string &path, FrameResolver &resolver);

// Returns the view of a log that readers of a profile use, too: the last one that can be read.
std::optional<KeptView> viewIn(std::string_view log, Checksums checksums = Checksums::Verify);

// Appends the view, unless it equals the newest view in the log. Errors: those of appending.
Result<void> keepView(const std::string &path, const KeptView &view);

// Convert a view to the payload of a View record whose times count from the epoch, and back: for
// views that are kept until their log can be written.
std::string viewBytes(const KeptView &view);
std::optional<KeptView> viewOf(std::string_view bytes);

// Returns the bookmarks that are set, sorted by time. Skips damage, like all readers of a log.
std::vector<BookmarkRecord> bookmarksIn(std::string_view log,
                                        Checksums checksums = Checksums::Verify);

// Reads the bookmarks of a file. Errors: those of reading a file; UnknownFormat and the like if it
// is no log.
Result<std::vector<BookmarkRecord>> readBookmarks(const std::string &path);

// Appends bookmarks to a log. Errors: those of appending.
Result<void> appendBookmarks(const std::string &path, std::span<const BookmarkRecord> bookmarks);

} // namespace ember::model::capturelog
