// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/message.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>

namespace ember::model::pprof {

bool WireReader::fail(const char *reason)
{
    m_damage = reason;
    return false;
}

bool WireReader::readVarint(std::uint64_t &number)
{
    constexpr std::size_t longest = 10; // bytes of 7 bits
    number = 0;
    for (std::size_t i = 0; i < longest; ++i) {
        if (m_place + i == m_message.size()) {
            m_isCut = true;
            return fail("the message ends within a number");
        }
        const auto byte = static_cast<std::uint8_t>(m_message[m_place + i]);
        // Only one bit of the tenth byte fits; the rest is dropped, as in other readers.
        number |= std::uint64_t(byte & 0x7fU) << (7 * i);
        if ((byte & 0x80U) == 0) {
            m_place += i + 1;
            return true;
        }
    }
    return fail("a number has more than 10 bytes");
}

bool WireReader::skip(std::uint64_t bytes)
{
    if (bytes > m_message.size() - m_place) {
        m_isCut = true;
        return fail("a field goes beyond the message's end");
    }
    m_place += bytes;
    return true;
}

bool WireReader::nextVarint(std::uint64_t &number)
{
    return m_damage == nullptr && m_place < m_message.size() && readVarint(number);
}

bool WireReader::next(WireField &field)
{
    std::uint64_t tag = 0;
    if (!nextVarint(tag))
        return false;
    field = {};
    field.number = tag >> 3U;
    if (field.number == 0)
        return fail("a field has the number 0");
    field.type = static_cast<WireType>(tag & 7U);
    switch (field.type) {
    case WireType::Varint: return readVarint(field.varint);
    case WireType::Fixed64: return skip(8);
    case WireType::Fixed32: return skip(4);
    case WireType::Bytes: {
        std::uint64_t length = 0;
        if (!readVarint(length))
            return false;
        const auto start = m_place;
        if (!skip(length))
            return false;
        field.bytes = m_message.substr(start, length);
        return true;
    }
    }
    return fail("a field has an unknown wire type");
}

void WireWriter::varint(std::uint64_t value)
{
    for (; value >= 0x80U; value >>= 7U)
        m_message += static_cast<char>(0x80U | (value & 0x7fU));
    m_message += static_cast<char>(value);
}

void WireWriter::number(std::uint64_t field, std::uint64_t value)
{
    if (value == 0)
        return;
    varint(field << 3U | std::uint64_t(WireType::Varint));
    varint(value);
}

void WireWriter::bytes(std::uint64_t field, std::string_view value)
{
    varint(field << 3U | std::uint64_t(WireType::Bytes));
    varint(value.size());
    m_message += value;
}

namespace {

// Field numbers of the messages within a profile, and of its packed lists (RPROFILE.md §7).
namespace profilefield {
enum : std::uint64_t {
    SampleType = 1,
    Sample,
    Mapping,
    Location,
    Function,
    StringTable,
    DropFrames,
    TimeNanos = 9,
    DurationNanos,
    PeriodType,
    Period,
    Comment,
    DefaultSampleType,
    DocUrl,
};
} // namespace profilefield

namespace samplefield {
enum : std::uint64_t { LocationId = 1, Value, Label };
} // namespace samplefield

namespace locationfield {
enum : std::uint64_t { Line = 4, IsFolded };
} // namespace locationfield

// Maps a number, truth or text of a message to the member of its row.
template<typename Row, typename Value>
struct Field {
    constexpr Field(std::uint64_t wireNumber, Value Row::*rowMember)
        : number(wireNumber),
          member(rowMember)
    {
    }

    std::uint64_t number;
    Value Row::*member;
};

// The scalar fields of each message, in the order in which they are written.
constexpr std::tuple valueTypeFields{Field{1, &ValueKindText::type},
                                     Field{2, &ValueKindText::unit}};
constexpr std::tuple labelFields{Field{1, &Label::key}, Field{2, &Label::text},
                                 Field{3, &Label::number}, Field{4, &Label::unit}};
constexpr std::tuple mappingFields{Field{1, &Mapping::id},
                                   Field{2, &Mapping::start},
                                   Field{3, &Mapping::limit},
                                   Field{4, &Mapping::offset},
                                   Field{5, &Mapping::file},
                                   Field{6, &Mapping::buildId},
                                   Field{7, &Mapping::hasFunctions},
                                   Field{8, &Mapping::hasFilenames},
                                   Field{9, &Mapping::hasLineNumbers},
                                   Field{10, &Mapping::hasInlineFrames}};
constexpr std::tuple locationFields{Field{1, &Location::id}, Field{2, &Location::mapping},
                                    Field{3, &Location::address}};
constexpr std::tuple foldedField{Field{locationfield::IsFolded, &Location::isFolded}};
constexpr std::tuple lineFields{Field{1, &Line::function}, Field{2, &Line::line},
                                Field{3, &Line::column}};
constexpr std::tuple functionFields{Field{1, &Function::id}, Field{2, &Function::name},
                                    Field{3, &Function::systemName}, Field{4, &Function::file},
                                    Field{5, &Function::startLine}};
constexpr std::tuple headFields{Field{profilefield::DropFrames, &Message::dropFrames},
                                Field{8, &Message::keepFrames},
                                Field{profilefield::TimeNanos, &Message::timeNanos},
                                Field{profilefield::DurationNanos, &Message::durationNanos}};
constexpr std::tuple periodField{Field{profilefield::Period, &Message::period}};
constexpr std::tuple tailFields{Field{profilefield::DefaultSampleType, &Message::defaultSampleType},
                                Field{profilefield::DocUrl, &Message::docUrl}};

bool isMessage(std::uint64_t profileField)
{
    return profileField <= profilefield::StringTable || profileField == profilefield::PeriodType;
}

class Decoder {
public:
    Decoder(const std::string &file, std::string_view bytes, const std::stop_token &stop)
        : m_file(file),
          m_bytes(bytes),
          m_stop(stop)
    {
    }

    Result<Message> run() &&
    {
        if (!fields(m_bytes, [&](const WireField &field) { return profile(field); }))
            return m_error;
        if (m_message.strings.empty())
            return error(ErrorCode::SyntaxError, "there is no string table");
        if (m_highestText >= m_message.strings.size())
            return error(ErrorCode::SyntaxError,
                         "string " + std::to_string(static_cast<std::int64_t>(m_highestText))
                             + " is not in the table of "
                             + std::to_string(m_message.strings.size()));
        return std::move(m_message);
    }

private:
    // Calls `use(field)` for each field of the message until it returns false, as it does after
    // fail(). Returns false then, and if the message is damaged; m_error says why.
    template<typename Use>
    bool fields(std::string_view message, Use use)
    {
        const auto start = static_cast<std::size_t>(message.data() - m_bytes.data());
        WireReader reader(message);
        WireField field;
        while (reader.next(field)) {
            m_place = start + reader.place();
            if (!use(field))
                return false;
        }
        if (reader.damage() == nullptr)
            return true;
        m_place = start + reader.place();
        const bool isFileCut = reader.isCut() && message.size() == m_bytes.size();
        m_error = error(isFileCut ? ErrorCode::Truncated : ErrorCode::SyntaxError, reader.damage());
        return false;
    }

    Error error(ErrorCode code, const std::string &reason) const
    {
        return {code, m_file, "pprof, byte " + std::to_string(m_place) + ": " + reason};
    }

    bool fail(const char *reason, ErrorCode code = ErrorCode::SyntaxError)
    {
        m_error = error(code, reason);
        return false;
    }

    bool wants(const WireField &field, WireType type)
    {
        return field.type == type
            || fail(type == WireType::Bytes ? "expected a message or text" : "expected a number");
    }

    template<typename Number>
    bool value(const WireField &field, Number &value)
    {
        value = static_cast<Number>(field.varint);
        return wants(field, WireType::Varint);
    }

    // Reads a string index. It is checked when the whole table has been read.
    bool value(const WireField &field, Text &value)
    {
        m_highestText = std::max(m_highestText, field.varint);
        value = static_cast<Text>(field.varint);
        return wants(field, WireType::Varint);
    }

    // Reads the field if it is in the table; ignores others, which are of a later version.
    template<typename Row, typename... Fields>
    bool take(const WireField &field, Row &row, const std::tuple<Fields...> &table)
    {
        bool isRead = true;
        const auto takeOne = [&](const auto &own) {
            if (field.number != own.number)
                return false;
            isRead = value(field, row.*own.member);
            return true;
        };
        std::apply([&](const auto &...own) { static_cast<void>((takeOne(own) || ...)); }, table);
        return isRead;
    }

    // Reads a message that has only scalar fields.
    template<typename Row, typename... Fields>
    bool row(std::string_view message, Row &row, const std::tuple<Fields...> &table)
    {
        return fields(message, [&](const WireField &field) { return take(field, row, table); });
    }

    template<typename Number>
    bool numbers(const WireField &field, std::vector<Number> &list)
    {
        if (field.type == WireType::Varint) {
            list.push_back(static_cast<Number>(field.varint));
            return true;
        }
        if (!wants(field, WireType::Bytes))
            return false;
        WireReader packed(field.bytes);
        for (std::uint64_t value = 0; packed.nextVarint(value);)
            list.push_back(static_cast<Number>(value));
        return packed.damage() == nullptr || fail(packed.damage());
    }

    bool texts(const WireField &field, std::vector<Text> &list)
    {
        std::vector<std::uint64_t> rows;
        if (!numbers(field, rows))
            return false;
        for (const auto row : rows) {
            m_highestText = std::max(m_highestText, row);
            list.push_back(static_cast<Text>(row));
        }
        return true;
    }

    bool fits(std::size_t rows)
    {
        return rows <= std::numeric_limits<std::uint32_t>::max()
            || fail("more than 2^32 rows", ErrorCode::FileTooBig);
    }

    bool profile(const WireField &field);
    bool single(const WireField &field);
    bool stringEntry(std::string_view text);
    bool sample(std::string_view message);
    bool mapping(std::string_view message);
    bool location(std::string_view message);
    bool function(std::string_view message);

    const std::string &m_file;
    std::string_view m_bytes;
    const std::stop_token &m_stop;
    Message m_message;
    std::uint64_t m_highestText = 0;
    std::size_t m_place = 0;
    Error m_error{ErrorCode::SyntaxError, {}, {}};
};

bool Decoder::profile(const WireField &field)
{
    if (m_stop.stop_requested())
        return fail("", ErrorCode::Cancelled);
    if (!isMessage(field.number))
        return single(field);
    if (!wants(field, WireType::Bytes))
        return false;
    switch (field.number) {
    case profilefield::SampleType:
        return row(field.bytes, m_message.sampleTypes.emplace_back(), valueTypeFields);
    case profilefield::Sample: return sample(field.bytes);
    case profilefield::Mapping: return mapping(field.bytes);
    case profilefield::Location: return location(field.bytes);
    case profilefield::Function: return function(field.bytes);
    case profilefield::StringTable: return stringEntry(field.bytes);
    default: return row(field.bytes, m_message.periodType, valueTypeFields);
    }
}

// Reads a field of the profile that is a number or a text, not a message.
bool Decoder::single(const WireField &field)
{
    if (field.number == profilefield::Comment)
        return texts(field, m_message.comments);
    if (field.number == profilefield::TimeNanos && m_message.timeNanos != 0)
        return fail("a second profile follows: profiles do not add up by joining their files");
    return take(field, m_message, headFields) && take(field, m_message, periodField)
        && take(field, m_message, tailFields);
}

bool Decoder::stringEntry(std::string_view text)
{
    if (m_message.strings.empty() && !text.empty())
        return fail("the first string is not \"\"");
    m_message.strings.push_back(text);
    return fits(m_message.strings.size());
}

bool Decoder::sample(std::string_view message)
{
    const auto isRead = fields(message, [&](const WireField &field) {
        switch (field.number) {
        case samplefield::LocationId: return numbers(field, m_message.sampleLocations);
        case samplefield::Value: return numbers(field, m_message.sampleValues);
        case samplefield::Label:
            return wants(field, WireType::Bytes)
                && row(field.bytes, m_message.sampleLabels.emplace_back(), labelFields);
        default: return true;
        }
    });
    if (!isRead || !fits(m_message.sampleLocations.size()) || !fits(m_message.sampleValues.size())
        || !fits(m_message.sampleLabels.size()) || !fits(m_message.samples.size()))
        return false;
    m_message.endSample();
    return true;
}

bool Decoder::mapping(std::string_view message)
{
    auto &mapping = m_message.mappings.emplace_back();
    return row(message, mapping, mappingFields)
        && (mapping.id != 0 || fail("a mapping has the id 0"));
}

bool Decoder::location(std::string_view message)
{
    Location location;
    const auto isRead = fields(message, [&](const WireField &field) {
        if (field.number == locationfield::Line)
            return wants(field, WireType::Bytes)
                && row(field.bytes, m_message.lines.emplace_back(), lineFields);
        return take(field, location, locationFields) && take(field, location, foldedField);
    });
    if (!isRead || !fits(m_message.lines.size()))
        return false;
    location.linesEnd = static_cast<std::uint32_t>(m_message.lines.size());
    m_message.locations.push_back(location);
    return location.id != 0 || fail("a location has the id 0");
}

bool Decoder::function(std::string_view message)
{
    auto &function = m_message.functions.emplace_back();
    return row(message, function, functionFields)
        && (function.id != 0 || fail("a function has the id 0"));
}

bool hasRightType(const WireField &field)
{
    if (isMessage(field.number))
        return field.type == WireType::Bytes;
    return field.type == WireType::Varint
        || (field.number == profilefield::Comment && field.type == WireType::Bytes);
}

bool isWhole(std::string_view message)
{
    WireReader reader(message);
    for (WireField field; reader.next(field);) { }
    return reader.damage() == nullptr;
}

template<typename Row, typename... Fields>
void put(WireWriter &writer, const Row &row, const std::tuple<Fields...> &table)
{
    const auto putOne = [&](const auto &field) {
        using Value = std::remove_cvref_t<decltype(row.*field.member)>;
        using Wire = std::conditional_t<std::is_signed_v<Value>, std::int64_t, std::uint64_t>;
        writer.number(field.number, static_cast<Wire>(row.*field.member));
    };
    std::apply([&](const auto &...field) { (putOne(field), ...); }, table);
}

class Encoder {
public:
    explicit Encoder(const Message &message) : m_message(message) { }

    std::string run()
    {
        for (const auto &type : m_message.sampleTypes)
            message(profilefield::SampleType, type, valueTypeFields);
        for (std::size_t row = 0; row < m_message.samples.size(); ++row)
            sample(row);
        for (const auto &row : m_message.mappings)
            message(profilefield::Mapping, row, mappingFields);
        for (std::size_t row = 0; row < m_message.locations.size(); ++row)
            location(row);
        for (const auto &row : m_message.functions)
            message(profilefield::Function, row, functionFields);
        for (const auto text : m_message.strings)
            m_profile.bytes(profilefield::StringTable, text);
        put(m_profile, m_message, headFields);
        if (m_message.periodType.type != 0 || m_message.periodType.unit != 0)
            message(profilefield::PeriodType, m_message.periodType, valueTypeFields);
        put(m_profile, m_message, periodField);
        packed(m_profile, profilefield::Comment, std::span<const Text>(m_message.comments));
        put(m_profile, m_message, tailFields);
        return m_profile.message();
    }

private:
    // Writes a message of scalar fields into the profile.
    template<typename Row, typename Table>
    void message(std::uint64_t number, const Row &row, const Table &table)
    {
        m_inner.clear();
        put(m_inner, row, table);
        m_profile.bytes(number, m_inner.message());
    }

    // Writes a message of scalar fields into the message that is being written.
    template<typename Row, typename Table>
    void inner(std::uint64_t number, const Row &row, const Table &table)
    {
        m_packed.clear();
        put(m_packed, row, table);
        m_inner.bytes(number, m_packed.message());
    }

    template<typename Number>
    void packed(WireWriter &writer, std::uint64_t field, std::span<const Number> numbers)
    {
        if (numbers.empty())
            return;
        m_packed.clear();
        for (const auto number : numbers)
            m_packed.varint(static_cast<std::uint64_t>(number));
        writer.bytes(field, m_packed.message());
    }

    void sample(std::size_t row)
    {
        m_inner.clear();
        packed(m_inner, samplefield::LocationId, m_message.locationsOf(row));
        packed(m_inner, samplefield::Value, m_message.valuesOf(row));
        for (const auto &label : m_message.labelsOf(row))
            inner(samplefield::Label, label, labelFields);
        m_profile.bytes(profilefield::Sample, m_inner.message());
    }

    void location(std::size_t row)
    {
        const auto &location = m_message.locations[row];
        m_inner.clear();
        put(m_inner, location, locationFields);
        for (const auto &line : m_message.linesOf(row))
            inner(locationfield::Line, line, lineFields);
        put(m_inner, location, foldedField);
        m_profile.bytes(profilefield::Location, m_inner.message());
    }

    const Message &m_message;
    WireWriter m_profile;
    WireWriter m_inner;
    WireWriter m_packed; // content of a field in m_inner
};

} // namespace

void Message::endSample()
{
    samples.push_back({static_cast<std::uint32_t>(sampleLocations.size()),
                       static_cast<std::uint32_t>(sampleValues.size()),
                       static_cast<std::uint32_t>(sampleLabels.size())});
}

Text Message::add(std::string text)
{
    if (strings.empty())
        strings.emplace_back();
    if (text.empty())
        return 0;
    strings.push_back(made.emplace_back(std::move(text)));
    return static_cast<Text>(strings.size() - 1);
}

std::size_t countKnownFields(std::string_view firstBytes)
{
    WireReader reader(firstBytes);
    std::size_t known = 0;
    for (WireField field; reader.next(field);) {
        if (field.number > profilefield::DocUrl)
            continue;
        const bool isText = field.number == profilefield::StringTable;
        if (!hasRightType(field) || (isMessage(field.number) && !isText && !isWhole(field.bytes)))
            return known;
        // Numbers and texts are in many files; a valid message is hardly there by chance.
        known += isMessage(field.number) && !isText ? 1U : 0U;
    }
    return known;
}

Result<Message> decode(const std::string &file, std::string_view bytes, const std::stop_token &stop)
{
    return Decoder(file, bytes, stop).run();
}

std::string encode(const Message &message)
{
    return Encoder(message).run();
}

} // namespace ember::model::pprof
