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

// The numbers are the file's: never change one, never use one again.
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
};

constexpr std::string_view fileMagic = "EMBERLOG";
constexpr std::uint16_t majorVersion = 1;
constexpr std::uint16_t minorVersion = 0;
constexpr std::size_t fileHeaderBytes = 20;
constexpr std::size_t maxRecordBytes = std::size_t(16) << 20U;

std::string fileHeader();

enum class HeaderState : std::uint8_t { Incomplete, Good };

// Looks at the first bytes of a file. `name` becomes the errors' subject. Errors: UnknownFormat (no
// capture log), UnsupportedVersion (a major version we do not know), SyntaxError (its checksum is
// wrong).
Result<HeaderState> checkFileHeader(const std::string &name, std::string_view firstBytes);

// Whether a log of any version can begin with these bytes: magic and checksum of the header are
// right, as far as the bytes reach.
bool canBeFileHeader(std::string_view firstBytes);

// Appends type, length, payload and checksum.
void appendRecord(std::string &to, RecordType type, std::string_view payload);

enum class Checksums : std::uint8_t { Verify, Ignore };

// One record as it lies in the file. `type` may be one we do not know.
struct RawRecord {
    RecordType type;
    std::string_view payload;
    std::size_t bytes = 0; // with frame
};

enum class ScanState : std::uint8_t {
    Record,
    Incomplete, // the bytes end within a record
    Corrupt, // these bytes are no record; if only the checksum is wrong, `record` says how long
};

struct Scan {
    ScanState state = ScanState::Incomplete;
    RawRecord record;
};

// The record at the start of `bytes`.
Scan scanRecord(std::string_view bytes, Checksums checksums = Checksums::Verify);

// Whether a good record follows where a corrupt one ends: then only its content is damaged.
bool isFrameIntact(std::string_view bytes, const RawRecord &record,
                   Checksums checksums = Checksums::Verify);

// How many zeros the bytes begin with: where they lead to a segment, a ring has dropped what was
// there.
std::size_t droppedBytes(std::string_view bytes);

// The distance to the next whole segment record behind the first byte; npos if there is none. A
// reader goes on there after damage.
std::size_t findSegmentRecord(std::string_view bytes);

// A record, and the start of its segment, from which its times count.
using RecordVisitor = std::function<void(const RawRecord &, Timestamp segmentStart)>;

// Visits the whole records of a log that lie in segments, Segment records left out. Damage is
// passed over, as in the rest of a log.
void walkRecords(std::string_view log, Checksums checksums, const RecordVisitor &visit);

} // namespace ember::model::capturelog
