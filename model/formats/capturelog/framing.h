// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/time.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace ember::model::capturelog {

// Limit of a text in a log, in bytes. ByteWriter cuts longer texts, ByteReader fails at them.
constexpr std::size_t maxTextBytes = std::size_t(1) << 20U;

// Maps small signed numbers to small unsigned ones: 0, −1, 1, −2, … → 0, 1, 2, 3, …
constexpr std::uint64_t zigzag(std::int64_t number)
{
    return (static_cast<std::uint64_t>(number) << 1U) ^ static_cast<std::uint64_t>(number >> 63U);
}

constexpr std::int64_t unzigzag(std::uint64_t number)
{
    return static_cast<std::int64_t>((number >> 1U) ^ (~(number & 1U) + 1));
}

// Builds the payload of a record: FORMAT.md, "Values".
class ByteWriter {
public:
    void byte(std::uint8_t value) { m_bytes.push_back(static_cast<char>(value)); }

    // Writes LEB128: seven bits per byte, low ones first; the top bit means that more follow.
    void varint(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7U)
            byte(static_cast<std::uint8_t>(value | 0x80U));
        byte(static_cast<std::uint8_t>(value));
    }

    void signedVarint(std::int64_t value) { varint(zigzag(value)); }

    // Writes `bytes` bytes, little-endian.
    void fixed(std::uint64_t value, std::size_t bytes)
    {
        for (; bytes > 0; --bytes, value >>= 8U)
            byte(static_cast<std::uint8_t>(value));
    }

    void number(double value) { fixed(std::bit_cast<std::uint64_t>(value), 8); }

    void text(std::string_view text)
    {
        text = text.substr(0, std::min(text.size(), maxTextBytes));
        varint(text.size());
        m_bytes.append(text);
    }

    void raw(std::string_view bytes) { m_bytes.append(bytes); }

    std::string_view view() const { return m_bytes; }

    std::size_t size() const { return m_bytes.size(); }

    bool isEmpty() const { return m_bytes.empty(); }

    void clear() { m_bytes.clear(); }

private:
    std::string m_bytes;
};

// Decodes a payload. Reading past the end, or a number that does not fit its type, yields zeros
// from there on and sets hasFailed(): callers check once, at the end.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : m_bytes(bytes) { }

    std::uint8_t byte();
    std::uint64_t varint();
    std::int64_t signedVarint();
    // Reads a varint that must fit four bytes.
    std::uint32_t varint32();
    std::uint64_t fixed(std::size_t bytes);
    double number();
    std::string_view text();
    // Takes the next bytes as a reader of their own.
    ByteReader part(std::uint64_t bytes);

    bool atEnd() const { return m_bytes.empty(); }

    std::size_t remaining() const { return m_bytes.size(); }

    bool hasFailed() const { return m_failed; }

    void fail()
    {
        m_failed = true;
        m_bytes = {};
    }

private:
    std::string_view m_bytes;
    bool m_failed = false;
};

// Returns the CRC-32C of `bytes` (Castagnoli: reflected, polynomial 0x1edc6f41, initial value and
// final xor all ones), as in RFC 3720 §12.1. `seed` is the checksum of the bytes before them.
std::uint32_t crc32c(std::string_view bytes, std::uint32_t seed = 0);

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
    std::size_t bytes = 0; // bytes of the whole record: head, payload and checksum
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
