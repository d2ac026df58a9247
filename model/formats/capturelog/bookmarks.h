// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/time.h"
#include "model/formats/capturelog/framing.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::capturelog {

enum class BookmarkState : std::uint8_t { Set, Removed };

// A bookmark: a place to come back to, with a note. Kept at the end of a log; readers of a profile
// skip it.
struct BookmarkRecord {
    std::uint64_t number = 0; // the last record with a number is the valid one
    BookmarkState state = BookmarkState::Set;
    Timestamp start;
    Timestamp end; // equal to `start` for a moment
    // The thread of the bookmark; both empty: none. Values are those of the Process and Thread
    // records, but the tid is text: "4711".
    std::string profilerId;
    std::string threadId;
    std::string note;

    friend bool operator==(const BookmarkRecord &, const BookmarkRecord &) = default;
};

// The bookmarks that are set, by time. Skips damage, like all readers of a log.
std::vector<BookmarkRecord> bookmarksIn(std::string_view log,
                                        Checksums checksums = Checksums::Verify);

// Reads the bookmarks of a file. Errors: those of reading a file; UnknownFormat and the like if it
// is no log.
Result<std::vector<BookmarkRecord>> readBookmarks(const std::string &path);

// Appends bookmarks to a log. Errors: those of appendRecords().
Result<void> appendBookmarks(const std::string &path, std::span<const BookmarkRecord> bookmarks);

} // namespace ember::model::capturelog
