// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/logbytes.h"
#include "model/formats/capturelog/recordlayout.h"
#include "model/formats/capturelog/records.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::capturelog {

// Encoding of a record's members in its payload: the type of a member decides, unless the layout
// (recordlayout.h) says otherwise.

// Codes of an enum. A code above `last` comes from a newer minor version and is read as
// `otherwise`.
template<typename Enum>
struct KnownCodes {
    Enum last;
    Enum otherwise;
};

constexpr KnownCodes<CaptureEventKind> knownCodes(CaptureEventKind)
{
    return {CaptureEventKind::ReportsLost, CaptureEventKind::Note};
}

constexpr KnownCodes<OutputStream> knownCodes(OutputStream)
{
    return {OutputStream::Error, OutputStream::Standard};
}

constexpr KnownCodes<EndReason> knownCodes(EndReason)
{
    return {EndReason::Kept, EndReason::Stopped};
}

constexpr KnownCodes<BookmarkState> knownCodes(BookmarkState)
{
    return {BookmarkState::Removed, BookmarkState::Set};
}

constexpr KnownCodes<KeptOrder> knownCodes(KeptOrder)
{
    return {KeptOrder::Listed, KeptOrder::Activity};
}

constexpr KnownCodes<OtherThreads> knownCodes(OtherThreads)
{
    return {OtherThreads::Hidden, OtherThreads::Shown};
}

// Limit of a list in a record: empty texts take one byte of a payload and many of memory.
constexpr std::size_t maxListed = std::size_t(1) << 16U;

// Writes members of records. Times are nanoseconds from `base`, the start of the segment.
// Arithmetic wraps: a damaged or hostile file must not overflow a signed number.
class FieldWriter {
public:
    FieldWriter(ByteWriter &to, Timestamp base) : m_to(to), m_base(base) { }

    template<typename Record, typename Value>
    void put(const Record &record, Value Record::*member)
    {
        put(record.*member);
    }

    template<typename Record, typename Tag>
    void put(const Record &record, OptionalIndex<Record, Tag> optional)
    {
        const auto index = record.*optional.member;
        m_to.varint(index.isValid() ? index.row() + 1 : 0);
    }

    template<typename Record>
    void put(const Record &record, FixedNumber<Record> number)
    {
        m_to.fixed(record.*number.member, 8);
    }

private:
    void put(Timestamp time);
    void put(const std::optional<std::uint32_t> &number); // "none" is 0, n is n + 1
    void put(const std::optional<ExitStatus> &exit);
    void put(const std::optional<TimeRange> &range);
    void put(const KeptThread &thread);

    // Writes at most maxListed values; others are left out.
    template<typename Value>
    void put(const std::vector<Value> &values)
    {
        const auto count = std::min(values.size(), maxListed);
        m_to.varint(count);
        for (std::size_t place = 0; place < count; ++place)
            put(values[place]);
    }

    void put(std::uint64_t number) { m_to.varint(number); }

    void put(std::uint32_t number) { m_to.varint(number); }

    void put(bool flag) { m_to.byte(flag ? 1 : 0); }

    void put(double number) { m_to.number(number); }

    void put(const std::string &text) { m_to.text(text); }

    template<typename Tag>
    void put(Index<Tag> index)
    {
        m_to.varint(index.row());
    }

    template<typename Enum>
    requires std::is_enum_v<Enum>
    void put(Enum code) { m_to.byte(static_cast<std::uint8_t>(code)); }

    ByteWriter &m_to;
    Timestamp m_base;
};

// Reads members of records. An invalid member sets from.hasFailed().
class FieldReader {
public:
    FieldReader(ByteReader &from, Timestamp base) : m_from(from), m_base(base) { }

    template<typename Record, typename Value>
    void take(Record &record, Value Record::*member)
    {
        take(record.*member);
    }

    template<typename Record, typename Tag>
    void take(Record &record, OptionalIndex<Record, Tag> optional)
    {
        const auto number = m_from.varint32();
        record.*optional.member = number == 0 ? Index<Tag>() : Index<Tag>(number - 1);
    }

    template<typename Record>
    void take(Record &record, FixedNumber<Record> number)
    {
        record.*number.member = m_from.fixed(8);
    }

private:
    void take(Timestamp &time);
    void take(std::optional<std::uint32_t> &number);
    void take(std::optional<ExitStatus> &exit);
    void take(std::optional<TimeRange> &range);
    void take(KeptThread &thread);

    template<typename Value>
    void take(std::vector<Value> &values)
    {
        const auto count = m_from.varint();
        if (count > maxListed)
            m_from.fail();
        while (values.size() < count && !m_from.hasFailed())
            take(values.emplace_back());
    }

    void take(std::uint64_t &number) { number = m_from.varint(); }

    void take(std::uint32_t &number) { number = m_from.varint32(); }

    void take(bool &flag) { flag = m_from.byte() != 0; }

    void take(double &number) { number = m_from.number(); }

    void take(std::string &text) { text = m_from.text(); }

    template<typename Tag>
    void take(Index<Tag> &index)
    {
        index = Index<Tag>(m_from.varint32());
        if (!index.isValid())
            m_from.fail();
    }

    template<typename Enum>
    requires std::is_enum_v<Enum>
    void take(Enum &code)
    {
        constexpr auto known = knownCodes(Enum());
        const auto number = m_from.byte();
        code = number <= static_cast<std::uint8_t>(known.last) ? static_cast<Enum>(number)
                                                               : known.otherwise;
    }

    ByteReader &m_from;
    Timestamp m_base;
};

// Encodes a record struct into its payload, for all records with a layout; the others have a codec
// of their own (below, stackcodec.h, tickcodec.h, imagesymbols.h). `base` is the start of the
// segment: times are written as nanoseconds from there.
template<typename Record>
void encode(ByteWriter &to, const Record &record, Timestamp base)
{
    FieldWriter fields(to, base);
    const auto put = [&](auto... members) { (fields.put(record, members), ...); };
    std::apply(put, Layout<Record>::members);
    if constexpr (requires { Layout<Record>::later; })
        std::apply(put, Layout<Record>::later);
}

// Decodes a record. An invalid one sets from.hasFailed(). Ignores members after the known ones: a
// newer minor version has added them.
template<typename Record>
Record decode(ByteReader &from, Timestamp base)
{
    Record record;
    FieldReader fields(from, base);
    const auto take = [&](auto... members) { (fields.take(record, members), ...); };
    std::apply(take, Layout<Record>::members);
    if constexpr (requires { Layout<Record>::later; }) {
        if (!from.atEnd())
            std::apply(take, Layout<Record>::later);
    }
    return record;
}

// First in the payload of every segment record, so that a segment can be found after damage.
constexpr std::string_view segmentMark = "\xE5"
                                         "emberSG";

void encode(ByteWriter &to, const SegmentRecord &segment);
// An invalid record sets from.hasFailed().
SegmentRecord decodeSegment(ByteReader &from);

// A record as it lies in the file, for code that ends a log or adds to one without its Writer.
// `base` is the start of the last segment before it.
template<typename Record>
std::string recordBytes(const Record &record, Timestamp base)
{
    ByteWriter payload;
    encode(payload, record, base);
    std::string bytes;
    appendRecord(bytes, Layout<Record>::type, payload.view());
    return bytes;
}

std::string recordBytes(const SegmentRecord &segment);

} // namespace ember::model::capturelog
