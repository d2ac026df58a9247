// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/logreader.h"

#include "model/formats/capturelog/logparser.h"
#include "model/formats/capturelog/segmentcodec.h"
#include "model/formats/capturelog/symbolcodec.h"

#include <new>

namespace ember::model::capturelog {

namespace {

// Names are appended when a capture ends, but frames want theirs when they are first met.
void readSymbolsAhead(std::string_view bytes, const std::stop_token &stop, Checksums checksums,
                      FrameNames &names)
{
    for (auto rest = bytes.substr(fileHeaderBytes); !stop.stop_requested();) {
        const auto scan = scanRecord(rest, checksums);
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
                           const ReadOptions &options, Checksums checksums)
{
    if (bytes.empty())
        return Error{ErrorCode::FileEmpty, name, "byte 0: the file is empty"};
    ProfileBuilder builder;
    LogParser parser(name, builder, options, checksums);
    parser.feed().setLogSize(bytes.size());
    EMBER_ASSIGN_OR_RETURN(const auto header, checkFileHeader(name, bytes));
    if (header == HeaderState::Good)
        readSymbolsAhead(bytes, options.stop, checksums, parser.feed().names());
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

Result<LogReading> readCaptureLog(const std::string &name, std::string_view bytes,
                                  const ReadOptions &options)
{
    try {
        return readLog(name, bytes, options, Checksums::Verify);
    } catch (const std::bad_alloc &) {
        return Error{ErrorCode::FileTooBig, name, "not enough memory"};
    }
}

std::vector<SegmentPlace> findSegments(std::string_view bytes)
{
    std::vector<SegmentPlace> segments;
    if (bytes.size() < fileHeaderBytes)
        return segments;
    auto position = fileHeaderBytes + droppedBytes(bytes.substr(fileHeaderBytes));
    for (;;) {
        const auto scan = scanRecord(bytes.substr(position));
        if (scan.state != ScanState::Record)
            return segments;
        if (scan.record.type == RecordType::Segment) {
            ByteReader from(scan.record.payload);
            const auto segment = decodeSegment(from);
            segments.push_back({position, 0, segment.sequence, segment.start});
        }
        position += scan.record.bytes;
        if (!segments.empty())
            segments.back().bytes = position - segments.back().offset;
    }
}

void fuzzCaptureLog(std::string_view bytes)
{
    ReadOptions options;
    options.sampleLimit = 100'000;
    for (const auto checksums : {Checksums::Verify, Checksums::Ignore}) {
        if (const auto reading = readLog("fuzz", bytes, options, checksums); !reading)
            continue;
    }
}

} // namespace ember::model::capturelog
