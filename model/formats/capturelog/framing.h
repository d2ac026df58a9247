// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/time.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace ember::model::capturelog {

class ByteWriter;

// These numbers are part of the format: never change one, never reuse one.
enum class RecordType : std::uint8_t {
    Segment = 1,
    SegmentEnd = 2,
    Process = 3,
    ProcessEnd = 4,
    Thread = 5,
    ThreadChange = 6,
    ThreadEnd = 7,
    Image = 8,
    ImageUnload = 9,
    Frames = 10,
    Stacks = 11,
    Ticks = 12,
    Event = 13,
    Output = 14,
    Series = 15,
    Value = 16,
    Symbols = 17,
    End = 18,
    Bookmark = 19,
    Span = 20,
    Calls = 21,
    View = 22,
    Transaction = 23,
    Scripts = 24,
};

constexpr std::string_view fileMagic = "EMBERLOG";
constexpr std::uint16_t majorVersion = 1;
constexpr std::uint16_t minorVersion = 0;
constexpr std::size_t fileHeaderBytes = 20;
constexpr std::size_t maxRecordBytes = std::size_t(16) << 20U;

std::string fileHeader();

enum class HeaderState : std::uint8_t { Incomplete, Good };

// Checks the first bytes of a file. `name` is the subject of errors. Errors: UnknownFormat (no
// capture log), UnsupportedVersion (an unknown major version), SyntaxError (wrong checksum).
Result<HeaderState> checkFileHeader(const std::string &name, std::string_view firstBytes);

// Whether a log of any version can begin with these bytes: magic and checksum of the header are
// right, as far as the bytes reach.
bool canBeFileHeader(std::string_view firstBytes);

// Appends a record: type, length, payload and checksum.
void appendRecord(std::string &to, RecordType type, std::string_view payload);

enum class Checksums : std::uint8_t { Verify, Ignore };

// One record as it lies in the file. `type` may be unknown.
struct RawRecord {
    RecordType type;
    std::string_view payload;
    std::size_t bytes = 0; // with frame
};

enum class ScanState : std::uint8_t {
    Record,
    Incomplete, // the bytes end within a record
    Corrupt, // no record; if only the checksum is wrong, `record` has its length
};

struct Scan {
    ScanState state = ScanState::Incomplete;
    RawRecord record;
};

// Scans the record at the start of `bytes`.
Scan scanRecord(std::string_view bytes, Checksums checksums = Checksums::Verify);

// Whether a good record follows a corrupt one: then only the content of the corrupt one is damaged.
bool isFrameIntact(std::string_view bytes, const RawRecord &record,
                   Checksums checksums = Checksums::Verify);

// Number of zeros at the start of `bytes`. If a segment follows them, they are what a ring has
// dropped.
std::size_t droppedBytes(std::string_view bytes);

// Distance from the start of `bytes` to the next whole segment record, which is not at the first
// byte; npos if there is none. A reader resumes there after damage.
std::size_t findSegmentRecord(std::string_view bytes);

// Called with a record and the start of its segment, from which its times count.
using RecordVisitor = std::function<void(const RawRecord &, Timestamp segmentStart)>;

// Visits the whole records of a log that lie in segments, except Segment records. Skips damage,
// like all readers of a log.
void walkRecords(std::string_view log, Checksums checksums, const RecordVisitor &visit);

} // namespace ember::model::capturelog
