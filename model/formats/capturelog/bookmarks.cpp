// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/bookmarks.h"

#include "model/formats/capturelog/appendrecords.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/recordcodec.h"

#include <algorithm>
#include <map>

namespace ember::model::capturelog {

namespace {

// Collects the bookmarks from the records of a log, in their order.
class BookmarkFeed {
public:
    void take(const RawRecord &record, Timestamp segmentStart)
    {
        if (record.type != RecordType::Bookmark)
            return;
        ByteReader from(record.payload);
        auto bookmark = decode<BookmarkRecord>(from, segmentStart);
        if (from.hasFailed())
            return;
        bookmark.end = std::max(bookmark.start, bookmark.end);
        m_known[bookmark.number] = std::move(bookmark);
    }

    std::vector<BookmarkRecord> set() &&
    {
        std::vector<BookmarkRecord> bookmarks;
        for (auto &[number, bookmark] : m_known) {
            if (bookmark.state == BookmarkState::Set)
                bookmarks.push_back(std::move(bookmark));
        }
        std::ranges::stable_sort(bookmarks, {}, &BookmarkRecord::start);
        return bookmarks;
    }

private:
    std::map<std::uint64_t, BookmarkRecord> m_known;
};

} // namespace

std::vector<BookmarkRecord> bookmarksIn(std::string_view log, Checksums checksums)
{
    BookmarkFeed feed;
    walkRecords(log, checksums, [&feed](const RawRecord &record, Timestamp segmentStart) {
        feed.take(record, segmentStart);
    });
    return std::move(feed).set();
}

Result<std::vector<BookmarkRecord>> readBookmarks(const std::string &path)
{
    EMBER_ASSIGN_OR_RETURN(const auto bytes, readLogBytes(path));
    return bookmarksIn(bytes.view());
}

Result<void> appendBookmarks(const std::string &path, std::span<const BookmarkRecord> bookmarks)
{
    return appendRecords(path, [bookmarks](const SegmentRecord &segment, std::string_view) {
        std::string records;
        for (const BookmarkRecord &bookmark : bookmarks)
            records += recordBytes(bookmark, segment.start);
        return records;
    });
}

} // namespace ember::model::capturelog
