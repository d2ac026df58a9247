// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/logreader.h"

#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/logsymbols.h"
#include "model/formats/capturelog/recordcodec.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <new>
#include <utility>

namespace ember::model::capturelog {

namespace {

// Bytes that are kept while looking for a segment in a growing file: its record may be incomplete.
constexpr std::size_t segmentRecordBytes = std::size_t(64) << 10U;

std::string seconds(Nanoseconds duration)
{
    std::array<char, 48> text{};
    const auto value = std::chrono::duration<double>(duration).count();
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, 3)
            .ptr;
    return {text.data(), end};
}

// Reads the names of the log first: they are appended when a capture ends, but frames need theirs
// when they are first met.
void readSymbolsAhead(std::string_view bytes, const std::stop_token &stop, LogSymbols &names)
{
    for (auto rest = bytes.substr(fileHeaderBytes); !stop.stop_requested();) {
        const auto scan = scanRecord(rest);
        if (scan.state != ScanState::Record) {
            const auto next = findSegmentRecord(rest);
            if (next == std::string_view::npos)
                return;
            rest.remove_prefix(next);
            continue;
        }
        if (scan.record.type == RecordType::Symbols) {
            ByteReader from(scan.record.payload);
            if (auto symbols = decodeSymbols(from); !from.hasFailed())
                names.add(std::move(symbols));
        }
        rest.remove_prefix(scan.record.bytes);
    }
}

Result<LogReading> readLog(const std::string &name, std::string_view bytes,
                           const ReadOptions &options)
{
    if (bytes.empty())
        return Error{ErrorCode::FileEmpty, name, "byte 0: the file is empty"};
    ProfileBuilder builder;
    LogParser parser(name, builder, options);
    parser.feed().setLogSize(bytes.size());
    EMBER_ASSIGN_OR_RETURN(const auto header, checkFileHeader(name, bytes));
    if (header == HeaderState::Good)
        readSymbolsAhead(bytes, options.stop, parser.feed().names());
    EMBER_ASSIGN_OR_RETURN(const auto used, parser.consume(bytes));
    if (options.stop.stop_requested())
        return Error{ErrorCode::Cancelled, name, {}};
    parser.finish(bytes.substr(used));
    if (!parser.feed().hasSegment()) {
        return Error{ErrorCode::NothingToShow, name,
                     "byte " + std::to_string(used) + ": the log ends before its first segment"};
    }
    ProfileFeed &feed = parser.feed();
    return LogReading{builder.snapshot(), feed.log(), feed.view(), feed.names().newSymbols()};
}

} // namespace

LogParser::LogParser(std::string name, ProfileBuilder &builder, const ReadOptions &options,
                     Checksums checksums)
    : m_name(std::move(name)),
      m_checksums(checksums),
      m_stop(options.stop),
      m_feed(m_name, builder, options)
{
}

Result<std::size_t> LogParser::consume(std::string_view bytes)
{
    std::size_t used = 0;
    if (!m_headerSeen) {
        EMBER_ASSIGN_OR_RETURN(const auto header, checkFileHeader(m_name, bytes));
        if (header == HeaderState::Incomplete)
            return used;
        m_headerSeen = true;
        used = fileHeaderBytes;
        m_position += used;
    }
    for (;;) {
        const bool wasDamaged = m_damageStart.has_value();
        auto more = wasDamaged ? passDamage(bytes.substr(used)) : 0;
        if (!m_damageStart)
            more += consumeRecords(bytes.substr(used + more));
        used += more;
        if (more == 0 && wasDamaged == m_damageStart.has_value())
            break;
    }
    if (m_feed.isFull()) { // all further bytes are skipped
        m_position += bytes.size() - used;
        used = bytes.size();
    }
    m_feed.publish(m_position + bytes.size() - used);
    return used;
}

std::size_t LogParser::consumeRecords(std::string_view bytes)
{
    std::size_t used = 0;
    while (!m_feed.isFull() && !m_stop.stop_requested()) {
        const auto rest = bytes.substr(used);
        const auto scan = scanRecord(rest, m_checksums);
        if (scan.state == ScanState::Incomplete)
            break;
        const auto place = m_position;
        const bool whole = scan.state == ScanState::Record;
        if (!whole && !isFrameIntact(rest, scan.record, m_checksums)) {
            startDamage(rest.front() == '\0' ? DamageKind::Dropped : DamageKind::Damaged);
            break;
        }
        used += scan.record.bytes;
        m_position += scan.record.bytes;
        if (!whole || m_feed.take(scan.record) == RecordOutcome::Malformed) {
            m_feed.skipToNextSegment();
            reportDamage(place, scan.record.bytes);
        }
    }
    return used;
}

// Looks for the next segment; consumes all bytes before it, or before what may be its start.
std::size_t LogParser::passDamage(std::string_view bytes)
{
    const auto found = findSegmentRecord(bytes);
    const auto passed = found != std::string_view::npos ? found
        : bytes.size() > segmentRecordBytes             ? bytes.size() - segmentRecordBytes
                                                        : 0;
    m_position += passed;
    if (droppedBytes(bytes.substr(0, passed)) < passed)
        m_damageKind = DamageKind::Damaged;
    if (found != std::string_view::npos)
        endDamage();
    return passed;
}

void LogParser::passDropped(std::uint64_t bytes)
{
    if (!m_damageStart || m_feed.isFull())
        startDamage(DamageKind::Dropped);
    m_position += bytes;
}

void LogParser::startDamage(DamageKind kind)
{
    m_damageStart = m_position;
    m_damageKind = kind;
    m_feed.skipToNextSegment();
}

// Reports the bytes that were skipped as damaged or dropped. Call at the next segment's record.
void LogParser::endDamage()
{
    const auto bytes = m_position - *m_damageStart;
    if (m_damageKind == DamageKind::Dropped)
        reportDropped(bytes);
    else
        reportDamage(*m_damageStart, bytes);
    m_damageStart.reset();
}

void LogParser::finish(std::string_view rest)
{
    // A wrong length can make a record in the middle look unfinished: segments after it count.
    while (m_headerSeen && !m_feed.isFull()) {
        const auto next = findSegmentRecord(rest);
        if (next == std::string_view::npos)
            break;
        if (!m_damageStart)
            startDamage(DamageKind::Damaged);
        m_position += next;
        endDamage();
        rest.remove_prefix(next);
        rest.remove_prefix(consumeRecords(rest));
    }
    if (m_damageStart)
        reportDamage(*m_damageStart, m_position + rest.size() - *m_damageStart);
    else if (m_feed.isFull())
        m_feed.log().add({"ember-too-many-samples", "capture-log", Severity::Warning,
                          where(m_position), "reading stopped at the limit of samples"});
    else if (!rest.empty())
        reportTruncation(rest.size());
    reportEnd();
    m_feed.finish();
    m_feed.publish(m_position + rest.size());
}

void LogParser::reportDropped(std::uint64_t bytes)
{
    m_feed.log().add({"ember-ring", "capture-log", Severity::Note, where(m_position),
                      "the capture kept its newest part only: " + std::to_string(bytes)
                          + " bytes before it were dropped"});
}

void LogParser::reportDamage(std::uint64_t from, std::uint64_t bytes)
{
    m_feed.addDamage(bytes);
    m_feed.log().add({"ember-damaged", "capture-log", Severity::Warning, where(from),
                      std::to_string(bytes) + " bytes are damaged and unusable"});
}

void LogParser::reportTruncation(std::uint64_t bytes)
{
    m_feed.addDamage(bytes);
    m_feed.log().add({"ember-truncated", "capture-log", Severity::Warning, where(m_position),
                      "the log ends within a record; its last " + std::to_string(bytes)
                          + " bytes are unusable"});
}

void LogParser::reportEnd()
{
    if (const auto &reason = m_feed.cutShortBy(); !reason.empty())
        m_feed.log().add({"ember-cut-short", "capture-log", Severity::Warning, where(m_position),
                          "the capture ended before the program did: " + reason});
    if (m_feed.hasEnded() || !m_feed.hasSegment())
        return;
    m_feed.log().add({"ember-unfinished", "capture-log", Severity::Note, where(m_position),
                      "the recorder did not finish this log"});
}

std::string LogParser::where(std::uint64_t position) const
{
    return "byte " + std::to_string(position) + ", " + seconds(m_feed.lastTime() - m_feed.start())
        + " s after the start";
}

Result<LogReading> readCaptureLog(const std::string &name, std::string_view bytes,
                                  const ReadOptions &options)
{
    try {
        return readLog(name, bytes, options);
    } catch (const std::bad_alloc &) {
        return Error{ErrorCode::FileTooBig, name, "not enough memory"};
    }
}

Confidence CaptureLogImporter::sniff(const FileStart &start) const
{
    return start.bytes().starts_with(fileMagic) ? Confidence::Certain : Confidence::No;
}

Result<Import> CaptureLogImporter::read(std::vector<ImportFile> files,
                                        const ImportOptions &options) const
{
    const InAppRule rule;
    ReadOptions reading;
    reading.resolver = options.resolver;
    reading.inApp = options.inApp != nullptr ? options.inApp : &rule;
    reading.stop = options.stop;
    Import import;
    for (auto &file : files) {
        EMBER_RETURN_IF_ERROR(file.load());
        auto log = readCaptureLog(file.name, file.bytes.view(), reading);
        if (!log && log.error().code == ErrorCode::Cancelled)
            return log.error();
        if (!log) {
            import.refused.push_back(log.error());
            auto &detail = import.refused.back().detail;
            detail = "capture log, " + detail;
            continue;
        }
        import.profiles.push_back({std::move(log->profile),
                                   std::string(format()),
                                   {file.name},
                                   false,
                                   std::move(log->view)});
        import.log.add(log->log);
        file = {};
    }
    return import;
}

} // namespace ember::model::capturelog
