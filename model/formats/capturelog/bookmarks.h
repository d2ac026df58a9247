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

// A place somebody wants to come back to, and why. Kept at the end of a log, readers of a profile
// pass it over.
struct BookmarkRecord {
    std::uint64_t number = 0; // the last record of a number holds
    BookmarkState state = BookmarkState::Set;
    Timestamp start;
    Timestamp end; // that of `start` for a moment
    // Whose thread; both empty: of none. As the Process and Thread records have them, but for the
    // tid, which is text: "4711".
    std::string profilerId;
    std::string threadId;
    std::string note;

    friend bool operator==(const BookmarkRecord &, const BookmarkRecord &) = default;
};

// Those that are set, by time. Damage is passed over, as in the rest of a log.
std::vector<BookmarkRecord> bookmarksIn(std::string_view log,
                                        Checksums checksums = Checksums::Verify);

// Errors: those of reading a file; UnknownFormat and the like where it is no log.
Result<std::vector<BookmarkRecord>> readBookmarks(const std::string &path);

// Errors: those of appendRecords().
Result<void> appendBookmarks(const std::string &path, std::span<const BookmarkRecord> bookmarks);

} // namespace ember::model::capturelog
