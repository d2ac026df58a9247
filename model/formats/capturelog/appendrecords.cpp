// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/appendrecords.h"

#include "model/core/files.h"
#include "model/formats/bytes/bytesource.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/logreader.h"
#include "model/formats/capturelog/logsymbols.h"
#include "model/formats/capturelog/recordcodec.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <functional>
#include <map>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace ember::model::capturelog {

namespace {

Error systemError(const std::string &path, int number)
{
    if (number == ENOENT)
        return {ErrorCode::FileNotFound, path, std::generic_category().message(number)};
    return writeError(path, number);
}

// A log that is open and locked, so that no other program appends to it meanwhile.
class LockedLog {
public:
    static Result<LockedLog> open(const std::string &path)
    {
        const int fd = ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOCTTY);
        if (fd < 0)
            return systemError(path, errno);
        LockedLog log(fd);
        if (flock(fd, LOCK_EX | LOCK_NB) == 0)
            return log;
        if (errno == EWOULDBLOCK)
            return Error{ErrorCode::FileInUse, path, "it is being written"};
        return systemError(path, errno);
    }

    ~LockedLog()
    {
        if (m_fd >= 0)
            close(m_fd);
    }

    LockedLog(LockedLog &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) { }

    LockedLog &operator=(LockedLog &&) = delete;
    LockedLog(const LockedLog &) = delete;
    LockedLog &operator=(const LockedLog &) = delete;

    int descriptor() const { return m_fd; }

private:
    explicit LockedLog(int fd) : m_fd(fd) { }

    int m_fd;
};

// How a log ends: its last segment, and whether records can directly follow.
struct LogEnd {
    SegmentRecord segment;
    bool isWhole = true;
};

LogEnd findEnd(std::string_view bytes)
{
    LogEnd end;
    for (auto rest = bytes.substr(fileHeaderBytes); !rest.empty();) {
        const auto scan = scanRecord(rest);
        end.isWhole = scan.state == ScanState::Record;
        if (!end.isWhole) {
            const auto next = findSegmentRecord(rest);
            if (next == std::string_view::npos)
                return end;
            rest.remove_prefix(next);
            continue;
        }
        if (scan.record.type == RecordType::Segment) {
            ByteReader from(scan.record.payload);
            end.segment = decodeSegment(from);
        }
        rest.remove_prefix(scan.record.bytes);
    }
    return end;
}

// Returns whole records to append to `log`, encoded for the given segment: their times count from
// its start. Empty: nothing is appended.
using RecordMaker = std::function<std::string(const SegmentRecord &, std::string_view log)>;

std::string recordsBehind(std::string_view log, const RecordMaker &make)
{
    auto end = findEnd(log);
    if (!end.isWhole)
        ++end.segment.sequence;
    const auto records = make(end.segment, log);
    return end.isWhole || records.empty() ? records : recordBytes(end.segment) + records;
}

SavedSymbols extentOf(const Profile &profile)
{
    SavedSymbols extent;
    extent.threads = profile.threadCount();
    auto first = Timestamp::max();
    auto last = Timestamp::min();
    for (std::size_t row = 0; row < extent.threads; ++row) {
        const auto &samples = profile.samples(ThreadIndex(row));
        if (samples.isEmpty())
            continue;
        extent.samples += samples.size();
        first = std::min(first, samples.times[SampleIndex(0)]);
        last = std::max(last, samples.times[SampleIndex(samples.size() - 1)]);
    }
    if (extent.samples > 0)
        extent.duration = last - first;
    return extent;
}

// Reads a file that must be a log, without the bytes that a ring has dropped. Errors: those of
// Bytes::readFile() and of checkFileHeader().
Result<Bytes> readLogBytes(const std::string &path)
{
    EMBER_ASSIGN_OR_RETURN(auto bytes, Bytes::readFile(path, {}, Holes::LeaveOut));
    EMBER_ASSIGN_OR_RETURN(const auto header, checkFileHeader(path, bytes.view()));
    if (header == HeaderState::Incomplete)
        return Error{ErrorCode::UnknownFormat, path, "the file header is incomplete"};
    return bytes;
}

Result<void> appendRecords(const std::string &path, const RecordMaker &make)
{
    EMBER_ASSIGN_OR_RETURN(const auto log, LockedLog::open(path));
    EMBER_ASSIGN_OR_RETURN(const auto bytes, readLogBytes(path));
    const auto records = recordsBehind(bytes.view(), make);
    if (records.empty())
        return {};
    const auto position = lseek(log.descriptor(), 0, SEEK_END);
    if (position < 0)
        return systemError(path, errno);
    const auto outcome = writeAll(log.descriptor(), records);
    if (outcome)
        return {};
    // Half a record at the end would count as damage.
    if (ftruncate(log.descriptor(), position) != 0)
        return systemError(path, errno);
    return Error{outcome.error().code, path, outcome.error().detail};
}

} // namespace

Result<void> appendSymbols(const std::string &path, std::span<const ImageSymbols> symbols)
{
    return appendRecords(path, [symbols](const SegmentRecord &, std::string_view) {
        std::string records;
        for (const auto &image : symbols) {
            for (const auto &payload : encodeSymbols(image))
                appendRecord(records, RecordType::Symbols, payload);
        }
        return records;
    });
}

Result<SavedSymbols> saveSymbols(const std::string &path, FrameResolver &resolver)
{
    std::vector<ImageSymbols> symbols;
    SavedSymbols saved;
    {
        EMBER_ASSIGN_OR_RETURN(const auto bytes, Bytes::readFile(path, {}, Holes::LeaveOut));
        ReadOptions options;
        options.resolver = &resolver;
        EMBER_ASSIGN_OR_RETURN(auto reading, readCaptureLog(path, bytes.view(), options));
        saved = extentOf(*reading.profile);
        saved.profile = std::move(reading.profile);
        symbols = std::move(reading.newSymbols);
    }
    for (const auto &image : symbols)
        saved.addresses += image.addresses.size();
    if (saved.addresses > 0)
        EMBER_RETURN_IF_ERROR(appendSymbols(path, symbols));
    return saved;
}

namespace {

std::optional<KeptView> viewOf(std::string_view payload, Timestamp base)
{
    ByteReader from(payload);
    auto view = decode<KeptView>(from, base);
    return from.hasFailed() ? std::nullopt : std::optional(std::move(view));
}

std::string viewBytes(const KeptView &view, Timestamp base)
{
    ByteWriter payload;
    encode(payload, view, base);
    return std::string(payload.view());
}

} // namespace

std::optional<KeptView> viewIn(std::string_view log, Checksums checksums)
{
    std::optional<KeptView> last;
    walkRecords(log, checksums, [&last](const RawRecord &record, Timestamp segmentStart) {
        if (record.type != RecordType::View)
            return;
        if (auto view = viewOf(record.payload, segmentStart))
            last = std::move(view);
    });
    return last;
}

Result<void> keepView(const std::string &path, const KeptView &view)
{
    if (viewBytes(view).size() > maxRecordBytes / 2)
        return Error{ErrorCode::FileSizeLimited, path, "no record is that long"};
    return appendRecords(path, [&view](const SegmentRecord &segment, std::string_view log) {
        return viewIn(log) != view ? recordBytes(view, segment.start) : std::string();
    });
}

std::string viewBytes(const KeptView &view)
{
    return viewBytes(view, {});
}

std::optional<KeptView> viewOf(std::string_view bytes)
{
    return viewOf(bytes, {});
}

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
