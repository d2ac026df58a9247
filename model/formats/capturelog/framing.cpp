// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/framing.h"

#include "model/formats/capturelog/recordcodec.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>
#include <optional>

namespace ember::model::capturelog {

std::uint8_t ByteReader::byte()
{
    if (m_bytes.empty()) {
        m_failed = true;
        return 0;
    }
    const auto value = static_cast<std::uint8_t>(m_bytes.front());
    m_bytes.remove_prefix(1);
    return value;
}

std::uint64_t ByteReader::varint()
{
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const std::uint64_t next = byte();
        const std::uint64_t bits = next & 0x7fU;
        if (shift == 63 && bits > 1)
            break;
        value |= bits << shift;
        if ((next & 0x80U) == 0)
            return value;
    }
    fail();
    return 0;
}

std::int64_t ByteReader::signedVarint()
{
    return unzigzag(varint());
}

std::uint32_t ByteReader::varint32()
{
    const auto value = varint();
    if (value > std::numeric_limits<std::uint32_t>::max()) {
        fail();
        return 0;
    }
    return static_cast<std::uint32_t>(value);
}

std::uint64_t ByteReader::fixed(std::size_t bytes)
{
    std::uint64_t value = 0;
    for (std::size_t place = 0; place < bytes; ++place)
        value |= std::uint64_t(byte()) << (8 * place);
    return value;
}

double ByteReader::number()
{
    return std::bit_cast<double>(fixed(8));
}

std::string_view ByteReader::text()
{
    const auto size = varint();
    if (size > m_bytes.size() || size > maxTextBytes) {
        fail();
        return {};
    }
    const auto text = m_bytes.substr(0, static_cast<std::size_t>(size));
    m_bytes.remove_prefix(text.size());
    return text;
}

ByteReader ByteReader::part(std::uint64_t bytes)
{
    if (bytes > m_bytes.size())
        fail();
    const ByteReader part(m_bytes.substr(0, static_cast<std::size_t>(bytes)));
    m_bytes.remove_prefix(std::min(m_bytes.size(), static_cast<std::size_t>(bytes)));
    return part;
}

namespace {

// Table k has the effect of a byte on the checksum when k more bytes follow: eight bytes are folded
// at a time.
using Tables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr Tables makeTables()
{
    constexpr std::uint32_t reflectedPolynomial = 0x82f63b78U;
    Tables tables{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? reflectedPolynomial : 0);
        tables[0][byte] = crc;
    }
    for (std::size_t table = 1; table < tables.size(); ++table) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const auto before = tables[table - 1][byte];
            tables[table][byte] = (before >> 8U) ^ tables[0][before & 0xffU];
        }
    }
    return tables;
}

constexpr Tables tables = makeTables();

std::uint32_t foldEight(std::uint32_t crc, const char *bytes)
{
    static_assert(std::endian::native == std::endian::little);
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    word ^= crc;
    std::uint32_t folded = 0;
    for (std::size_t byte = 0; byte < 8; ++byte)
        folded ^= tables[7 - byte][(word >> (8 * byte)) & 0xffU];
    return folded;
}

} // namespace

std::uint32_t crc32c(std::string_view bytes, std::uint32_t seed)
{
    std::uint32_t crc = ~seed;
    for (; bytes.size() >= 8; bytes.remove_prefix(8))
        crc = foldEight(crc, bytes.data());
    for (const char byte : bytes)
        crc = (crc >> 8U) ^ tables[0][(crc ^ static_cast<unsigned char>(byte)) & 0xffU];
    return ~crc;
}

namespace {

constexpr std::size_t checksumBytes = 4;

// Distance from bytes that are no record to the next record; npos if there is none.
std::size_t distanceToNext(std::string_view bytes, const Scan &scan, Checksums checksums)
{
    return scan.state == ScanState::Corrupt && isFrameIntact(bytes, scan.record, checksums)
        ? scan.record.bytes
        : findSegmentRecord(bytes);
}

} // namespace

std::string fileHeader()
{
    ByteWriter header;
    header.raw(fileMagic);
    header.fixed(majorVersion, 2);
    header.fixed(minorVersion, 2);
    header.fixed(0, 4); // flags
    header.fixed(crc32c(header.view()), checksumBytes);
    return std::string(header.view());
}

bool canBeFileHeader(std::string_view firstBytes)
{
    const auto magic = firstBytes.substr(0, fileMagic.size());
    if (magic != fileMagic.substr(0, magic.size()))
        return false;
    if (firstBytes.size() < fileHeaderBytes)
        return true;
    const auto checked = firstBytes.substr(0, fileHeaderBytes - checksumBytes);
    ByteReader checksum(firstBytes.substr(checked.size()));
    return checksum.fixed(checksumBytes) == crc32c(checked);
}

Result<HeaderState> checkFileHeader(const std::string &name, std::string_view firstBytes)
{
    const auto magic = firstBytes.substr(0, fileMagic.size());
    if (magic != fileMagic.substr(0, magic.size()))
        return Error{ErrorCode::UnknownFormat, name, "byte 0: not a capture log"};
    if (firstBytes.size() < fileHeaderBytes)
        return HeaderState::Incomplete;
    ByteReader reader(firstBytes.substr(fileMagic.size()));
    const auto major = reader.fixed(2);
    if (major != majorVersion) {
        return Error{ErrorCode::UnsupportedVersion, name,
                     "byte 8: capture log version " + std::to_string(major) + ", this build reads "
                         + std::to_string(majorVersion)};
    }
    if (!canBeFileHeader(firstBytes))
        return Error{ErrorCode::SyntaxError, name, "byte 16: the file header's checksum is wrong"};
    return HeaderState::Good;
}

void appendRecord(std::string &to, RecordType type, std::string_view payload)
{
    ByteWriter head;
    head.byte(static_cast<std::uint8_t>(type));
    head.varint(payload.size());
    const auto checksum = crc32c(payload, crc32c(head.view()));
    ByteWriter tail;
    tail.fixed(checksum, checksumBytes);
    to.append(head.view());
    to.append(payload);
    to.append(tail.view());
}

Scan scanRecord(std::string_view bytes, Checksums checksums)
{
    ByteReader head(bytes.substr(0, std::min<std::size_t>(bytes.size(), 11)));
    const auto type = head.byte();
    const auto size = head.varint();
    if (head.hasFailed())
        return {bytes.size() >= 11 ? ScanState::Corrupt : ScanState::Incomplete, {}};
    if (type == 0 || size > maxRecordBytes)
        return {ScanState::Corrupt, {}};
    const auto headBytes = std::min<std::size_t>(bytes.size(), 11) - head.remaining();
    const auto checkedBytes = headBytes + static_cast<std::size_t>(size);
    if (bytes.size() < checkedBytes + checksumBytes)
        return {ScanState::Incomplete, {}};
    const RawRecord record{static_cast<RecordType>(type),
                           bytes.substr(headBytes, checkedBytes - headBytes),
                           checkedBytes + checksumBytes};
    const auto stored = ByteReader(bytes.substr(checkedBytes, checksumBytes)).fixed(checksumBytes);
    if (checksums == Checksums::Verify && stored != crc32c(bytes.substr(0, checkedBytes)))
        return {ScanState::Corrupt, record};
    return {ScanState::Record, record};
}

bool isFrameIntact(std::string_view bytes, const RawRecord &record, Checksums checksums)
{
    return record.bytes > 0 && record.bytes < bytes.size()
        && scanRecord(bytes.substr(record.bytes), checksums).state == ScanState::Record;
}

std::size_t droppedBytes(std::string_view bytes)
{
    return std::min(bytes.find_first_not_of('\0'), bytes.size());
}

std::size_t findSegmentRecord(std::string_view bytes)
{
    // The head of a Segment record is its type and its length, which takes up to three bytes.
    constexpr std::size_t longestHead = 4;
    for (auto mark = bytes.find(segmentMark, 1); mark != std::string_view::npos;
         mark = bytes.find(segmentMark, mark + 1)) {
        for (std::size_t head = 2; head <= longestHead && head < mark; ++head) {
            const auto scan = scanRecord(bytes.substr(mark - head));
            if (scan.state == ScanState::Record && scan.record.type == RecordType::Segment
                && scan.record.payload.starts_with(segmentMark))
                return mark - head;
        }
    }
    return std::string_view::npos;
}

void walkRecords(std::string_view log, Checksums checksums, const RecordVisitor &visit)
{
    std::optional<Timestamp> base; // start of the segment; absent: unknown until the next segment
    for (auto rest = log.substr(std::min(log.size(), fileHeaderBytes)); !rest.empty();) {
        const auto scan = scanRecord(rest, checksums);
        auto distance = scan.record.bytes;
        const bool isSegment = scan.record.type == RecordType::Segment;
        if (scan.state != ScanState::Record) {
            distance = distanceToNext(rest, scan, checksums);
            if (distance == std::string_view::npos)
                return;
            if (distance == scan.record.bytes && isSegment)
                base.reset();
        } else if (isSegment) {
            ByteReader from(scan.record.payload);
            base = decodeSegment(from).start;
        } else if (base) {
            visit(scan.record, *base);
        }
        rest.remove_prefix(distance);
    }
}

} // namespace ember::model::capturelog
