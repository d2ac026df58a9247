// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/bookmarks.h"

#include "model/formats/bytesource.h"
#include "model/formats/capturelog/appendrecords.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/recordcodec.h"
#include "model/formats/capturelog/segmentcodec.h"

#include <algorithm>
#include <map>
#include <optional>

namespace ember::model::capturelog {

namespace {

// What records say about bookmarks, one after the other.
class BookmarkFeed {
public:
    void take(const RawRecord &record)
    {
        ByteReader from(record.payload);
        if (record.type == RecordType::Segment)
            m_base = decodeSegment(from).start;
        else if (record.type == RecordType::Bookmark && m_base)
            take(decode<BookmarkRecord>(from, *m_base), from);
    }

    // Times cannot be told before the next segment.
    void loseSegment() { m_base.reset(); }

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
    void take(BookmarkRecord bookmark, const ByteReader &from)
    {
        if (from.hasFailed())
            return;
        bookmark.end = std::max(bookmark.start, bookmark.end);
        m_known[bookmark.number] = std::move(bookmark);
    }

    std::optional<Timestamp> m_base; // of the segment
    std::map<std::uint64_t, BookmarkRecord> m_known;
};

// Of bytes that are no record: to where records go on; npos: nowhere.
std::size_t distanceToNext(std::string_view bytes, const Scan &scan, Checksums checksums)
{
    return scan.state == ScanState::Corrupt && isFrameIntact(bytes, scan.record, checksums)
        ? scan.record.bytes
        : findSegmentRecord(bytes);
}

} // namespace

std::vector<BookmarkRecord> bookmarksIn(std::string_view log, Checksums checksums)
{
    BookmarkFeed feed;
    for (auto rest = log.substr(std::min(log.size(), fileHeaderBytes)); !rest.empty();) {
        const auto scan = scanRecord(rest, checksums);
        auto distance = scan.record.bytes;
        if (scan.state == ScanState::Record) {
            feed.take(scan.record);
        } else {
            distance = distanceToNext(rest, scan, checksums);
            if (distance == std::string_view::npos)
                break;
            if (distance == scan.record.bytes && scan.record.type == RecordType::Segment)
                feed.loseSegment();
        }
        rest.remove_prefix(distance);
    }
    return std::move(feed).set();
}

Result<std::vector<BookmarkRecord>> readBookmarks(const std::string &path)
{
    EMBER_ASSIGN_OR_RETURN(const auto bytes, Bytes::readFile(path, {}, Holes::LeaveOut));
    EMBER_ASSIGN_OR_RETURN(const auto header, checkFileHeader(path, bytes.view()));
    if (header == HeaderState::Incomplete)
        return Error{ErrorCode::UnknownFormat, path, "the file header is incomplete"};
    return bookmarksIn(bytes.view());
}

Result<void> appendBookmarks(const std::string &path, std::span<const BookmarkRecord> bookmarks)
{
    return appendRecords(path, [bookmarks](const SegmentRecord &segment) {
        std::string records;
        for (const BookmarkRecord &bookmark : bookmarks) {
            ByteWriter payload;
            encode(payload, bookmark, segment.start);
            appendRecord(records, RecordType::Bookmark, payload.view());
        }
        return records;
    });
}

} // namespace ember::model::capturelog
