// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/records.h"
#include "model/formats/import/keptview.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

// Type and members of every record that holds one thing, in the order in which they are written. A
// new kind of record is its struct, its row in FORMAT.md, its layout here, and a line each in
// Writer and ProfileFeed; one with a lifetime is also kept in LiveState, which repeats it in each
// segment.
namespace ember::model::capturelog {

// Members whose type alone does not decide how they are written.
template<typename Record, typename Tag>
struct OptionalIndex {
    Index<Tag> Record::*member; // "none" is 0, row n is n + 1; other indices must be there
};

template<typename Record>
struct FixedNumber {
    std::uint64_t Record::*member; // eight bytes: high addresses, and numbers that wrap below zero
};

template<typename Record, typename Tag>
constexpr OptionalIndex<Record, Tag> optional(Index<Tag> Record::*member)
{
    return {member};
}

template<typename Record>
constexpr FixedNumber<Record> fixed8(std::uint64_t Record::*member)
{
    return {member};
}

// Lists the members of a record in `members`. `later`, where it exists, lists those that were added
// since: records of older logs end before them.
template<typename Record>
struct Layout;

template<>
struct Layout<SegmentEndRecord> {
    using R = SegmentEndRecord;
    static constexpr auto type = RecordType::SegmentEnd;
    static constexpr std::tuple members{&R::bytes, &R::lastTick, &R::ticks, &R::samples};
};

template<>
struct Layout<ProcessRecord> {
    using R = ProcessRecord;
    static constexpr auto type = RecordType::Process;
    static constexpr std::tuple members{
        &R::serial,     optional(&R::parent), &R::pid,        &R::execGeneration,   &R::launched,
        &R::profilerId, &R::command,          &R::executable, &R::workingDirectory, &R::start};
};

template<>
struct Layout<ProcessEndRecord> {
    using R = ProcessEndRecord;
    static constexpr auto type = RecordType::ProcessEnd;
    static constexpr std::tuple members{&R::process, &R::time, &R::exit};
};

template<>
struct Layout<ThreadRecord> {
    using R = ThreadRecord;
    static constexpr auto type = RecordType::Thread;
    static constexpr std::tuple members{&R::serial, &R::process,  &R::tid,  &R::isMain,
                                        &R::name,   &R::priority, &R::start};
};

template<>
struct Layout<ThreadChangeRecord> {
    using R = ThreadChangeRecord;
    static constexpr auto type = RecordType::ThreadChange;
    static constexpr std::tuple members{&R::thread, &R::time, &R::name, &R::priority};
};

template<>
struct Layout<ThreadEndRecord> {
    using R = ThreadEndRecord;
    static constexpr auto type = RecordType::ThreadEnd;
    static constexpr std::tuple members{&R::thread, &R::time};
};

template<>
struct Layout<ImageRecord> {
    using R = ImageRecord;
    static constexpr auto type = RecordType::Image;
    static constexpr std::tuple members{&R::serial,  &R::process, &R::path,         &R::buildId,
                                        &R::address, &R::size,    fixed8(&R::bias), &R::loaded};
};

template<>
struct Layout<ImageUnloadRecord> {
    using R = ImageUnloadRecord;
    static constexpr auto type = RecordType::ImageUnload;
    static constexpr std::tuple members{&R::image, &R::time};
};

template<>
struct Layout<EventRecord> {
    using R = EventRecord;
    static constexpr auto type = RecordType::Event;
    static constexpr std::tuple members{&R::kind, &R::time, &R::count, &R::text};
};

template<>
struct Layout<OutputRecord> {
    using R = OutputRecord;
    static constexpr auto type = RecordType::Output;
    static constexpr std::tuple members{&R::stream, &R::time, &R::bytes};
};

template<>
struct Layout<SeriesRecord> {
    using R = SeriesRecord;
    static constexpr auto type = RecordType::Series;
    static constexpr std::tuple members{&R::serial, &R::process, &R::name, &R::unit};
};

template<>
struct Layout<ValueRecord> {
    using R = ValueRecord;
    static constexpr auto type = RecordType::Value;
    static constexpr std::tuple members{&R::series, &R::time, &R::value};
};

template<>
struct Layout<SpanRecord> {
    using R = SpanRecord;
    static constexpr auto type = RecordType::Span;
    static constexpr std::tuple members{&R::process, optional(&R::thread), &R::name, &R::start,
                                        &R::end};
    static constexpr std::tuple later{&R::op, fixed8(&R::id), fixed8(&R::parent),
                                      fixed8(&R::transaction), &R::status};
};

template<>
struct Layout<TransactionRecord> {
    using R = TransactionRecord;
    static constexpr auto type = RecordType::Transaction;
    static constexpr std::tuple members{
        &R::process,          optional(&R::thread), &R::name,   &R::op,    fixed8(&R::traceHigh),
        fixed8(&R::traceLow), fixed8(&R::id),       &R::status, &R::start, &R::end};
};

template<>
struct Layout<BookmarkRecord> {
    using R = BookmarkRecord;
    static constexpr auto type = RecordType::Bookmark;
    static constexpr std::tuple members{&R::number,     &R::state,    &R::start, &R::end,
                                        &R::profilerId, &R::threadId, &R::note};
};

template<>
struct Layout<KeptView> {
    using R = KeptView;
    static constexpr auto type = RecordType::View;
    static constexpr std::tuple members{&R::range, &R::filters, &R::order, &R::others, &R::threads};
    static constexpr std::tuple later{&R::isLanesOnly};
};

template<>
struct Layout<EndRecord> {
    using R = EndRecord;
    static constexpr auto type = RecordType::End;
    static constexpr std::tuple members{&R::reason, &R::time, &R::text};
};

// Encoding of a record's members in its payload: the type of a member decides, unless the Layout
// above says otherwise.

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
// of their own (below, stackcodec.h, tickcodec.h, logsymbols.h). `base` is the start of the
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
// Decodes the payload of a Segment record. An invalid one sets from.hasFailed().
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
