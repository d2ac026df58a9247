// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/messagecodec.h"

#include "model/formats/pprof/message.h"
#include "model/formats/pprof/wire.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace ember::model::pprof {

namespace {

// Field numbers of profile.proto (RPROFILE.md §7).
namespace profilefield {
enum : std::uint64_t {
    SampleType = 1,
    Sample,
    Mapping,
    Location,
    Function,
    StringTable,
    DropFrames,
    KeepFrames,
    TimeNanos,
    DurationNanos,
    PeriodType,
    Period,
    Comment,
    DefaultSampleType,
    DocUrl,
};
} // namespace profilefield

namespace valuetypefield {
enum : std::uint64_t { Type = 1, Unit };
} // namespace valuetypefield

namespace samplefield {
enum : std::uint64_t { LocationId = 1, Value, Label };
} // namespace samplefield

namespace labelfield {
enum : std::uint64_t { Key = 1, Text, Number, Unit };
} // namespace labelfield

namespace mappingfield {
enum : std::uint64_t {
    Id = 1,
    Start,
    Limit,
    Offset,
    File,
    BuildId,
    HasFunctions,
    HasFilenames,
    HasLineNumbers,
    HasInlineFrames,
};
} // namespace mappingfield

namespace locationfield {
enum : std::uint64_t { Id = 1, Mapping, Address, Line, IsFolded };
} // namespace locationfield

namespace linefield {
enum : std::uint64_t { Function = 1, Line, Column };
} // namespace linefield

namespace functionfield {
enum : std::uint64_t { Id = 1, Name, SystemName, File, StartLine };
} // namespace functionfield

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

namespace {

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
    // Gives each field of the message to `use`, which returns false after fail().
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
    bool number(const WireField &field, Number &value)
    {
        value = static_cast<Number>(field.varint);
        return wants(field, WireType::Varint);
    }

    // Whether the text is there is seen when the whole table is.
    bool text(const WireField &field, Text &value)
    {
        m_highestText = std::max(m_highestText, field.varint);
        return number(field, value);
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
    bool valueType(std::string_view message, ValueKindText &type);
    bool sample(std::string_view message);
    bool label(std::string_view message);
    bool mapping(std::string_view message);
    bool location(std::string_view message);
    bool line(std::string_view message);
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
        return valueType(field.bytes, m_message.sampleTypes.emplace_back());
    case profilefield::Sample: return sample(field.bytes);
    case profilefield::Mapping: return mapping(field.bytes);
    case profilefield::Location: return location(field.bytes);
    case profilefield::Function: return function(field.bytes);
    case profilefield::StringTable: return stringEntry(field.bytes);
    default: return valueType(field.bytes, m_message.periodType);
    }
}

// What is a number or a text, not a message.
bool Decoder::single(const WireField &field)
{
    switch (field.number) {
    case profilefield::DropFrames: return text(field, m_message.dropFrames);
    case profilefield::KeepFrames: return text(field, m_message.keepFrames);
    case profilefield::TimeNanos:
        if (m_message.timeNanos != 0)
            return fail("a second profile follows: profiles do not add up by joining their files");
        return number(field, m_message.timeNanos);
    case profilefield::DurationNanos: return number(field, m_message.durationNanos);
    case profilefield::Period: return number(field, m_message.period);
    case profilefield::DefaultSampleType: return text(field, m_message.defaultSampleType);
    case profilefield::DocUrl: return text(field, m_message.docUrl);
    case profilefield::Comment: return texts(field, m_message.comments);
    default: return true; // of a later version of the format
    }
}

bool Decoder::stringEntry(std::string_view text)
{
    if (m_message.strings.empty() && !text.empty())
        return fail("the first string is not \"\"");
    m_message.strings.push_back(text);
    return fits(m_message.strings.size());
}

bool Decoder::valueType(std::string_view message, ValueKindText &type)
{
    return fields(message, [&](const WireField &field) {
        switch (field.number) {
        case valuetypefield::Type: return text(field, type.type);
        case valuetypefield::Unit: return text(field, type.unit);
        default: return true;
        }
    });
}

bool Decoder::sample(std::string_view message)
{
    const auto isRead = fields(message, [&](const WireField &field) {
        switch (field.number) {
        case samplefield::LocationId: return numbers(field, m_message.sampleLocations);
        case samplefield::Value: return numbers(field, m_message.sampleValues);
        case samplefield::Label: return wants(field, WireType::Bytes) && label(field.bytes);
        default: return true;
        }
    });
    if (!isRead || !fits(m_message.sampleLocations.size()) || !fits(m_message.sampleValues.size())
        || !fits(m_message.sampleLabels.size()) || !fits(m_message.samples.size()))
        return false;
    m_message.endSample();
    return true;
}

bool Decoder::label(std::string_view message)
{
    auto &label = m_message.sampleLabels.emplace_back();
    return fields(message, [&](const WireField &field) {
        switch (field.number) {
        case labelfield::Key: return text(field, label.key);
        case labelfield::Text: return text(field, label.text);
        case labelfield::Number: return number(field, label.number);
        case labelfield::Unit: return text(field, label.unit);
        default: return true;
        }
    });
}

bool Decoder::mapping(std::string_view message)
{
    auto &mapping = m_message.mappings.emplace_back();
    const auto isRead = fields(message, [&](const WireField &field) {
        switch (field.number) {
        case mappingfield::Id: return number(field, mapping.id);
        case mappingfield::Start: return number(field, mapping.start);
        case mappingfield::Limit: return number(field, mapping.limit);
        case mappingfield::Offset: return number(field, mapping.offset);
        case mappingfield::File: return text(field, mapping.file);
        case mappingfield::BuildId: return text(field, mapping.buildId);
        case mappingfield::HasFunctions: return number(field, mapping.hasFunctions);
        case mappingfield::HasFilenames: return number(field, mapping.hasFilenames);
        case mappingfield::HasLineNumbers: return number(field, mapping.hasLineNumbers);
        case mappingfield::HasInlineFrames: return number(field, mapping.hasInlineFrames);
        default: return true;
        }
    });
    return isRead && (mapping.id != 0 || fail("a mapping has the id 0"));
}

bool Decoder::location(std::string_view message)
{
    Location location;
    const auto isRead = fields(message, [&](const WireField &field) {
        switch (field.number) {
        case locationfield::Id: return number(field, location.id);
        case locationfield::Mapping: return number(field, location.mapping);
        case locationfield::Address: return number(field, location.address);
        case locationfield::Line: return wants(field, WireType::Bytes) && line(field.bytes);
        case locationfield::IsFolded: return number(field, location.isFolded);
        default: return true;
        }
    });
    if (!isRead || !fits(m_message.lines.size()))
        return false;
    location.linesEnd = static_cast<std::uint32_t>(m_message.lines.size());
    m_message.locations.push_back(location);
    return location.id != 0 || fail("a location has the id 0");
}

bool Decoder::line(std::string_view message)
{
    auto &line = m_message.lines.emplace_back();
    return fields(message, [&](const WireField &field) {
        switch (field.number) {
        case linefield::Function: return number(field, line.function);
        case linefield::Line: return number(field, line.line);
        case linefield::Column: return number(field, line.column);
        default: return true;
        }
    });
}

bool Decoder::function(std::string_view message)
{
    auto &function = m_message.functions.emplace_back();
    const auto isRead = fields(message, [&](const WireField &field) {
        switch (field.number) {
        case functionfield::Id: return number(field, function.id);
        case functionfield::Name: return text(field, function.name);
        case functionfield::SystemName: return text(field, function.systemName);
        case functionfield::File: return text(field, function.file);
        case functionfield::StartLine: return number(field, function.startLine);
        default: return true;
        }
    });
    return isRead && (function.id != 0 || fail("a function has the id 0"));
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

} // namespace

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
        // Numbers and texts are in many files; a message of fields hardly is by chance.
        known += isMessage(field.number) && !isText ? 1U : 0U;
    }
    return known;
}

Result<Message> decode(const std::string &file, std::string_view bytes, const std::stop_token &stop)
{
    return Decoder(file, bytes, stop).run();
}

namespace {

class Encoder {
public:
    explicit Encoder(const Message &message) : m_message(message) { }

    std::string run()
    {
        for (const auto &type : m_message.sampleTypes)
            valueKind(profilefield::SampleType, type);
        for (std::size_t row = 0; row < m_message.samples.size(); ++row)
            sample(row);
        for (const auto &row : m_message.mappings)
            mapping(row);
        for (std::size_t row = 0; row < m_message.locations.size(); ++row)
            location(row);
        for (const auto &row : m_message.functions)
            function(row);
        for (const auto text : m_message.strings)
            m_profile.bytes(profilefield::StringTable, text);
        header();
        return m_profile.message();
    }

private:
    void text(WireWriter &writer, std::uint64_t field, Text row)
    {
        writer.number(field, std::uint64_t(row));
    }

    void valueKind(std::uint64_t field, const ValueKindText &kind)
    {
        m_inner.clear();
        text(m_inner, valuetypefield::Type, kind.type);
        text(m_inner, valuetypefield::Unit, kind.unit);
        m_profile.bytes(field, m_inner.message());
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

    void sample(std::size_t row);
    void mapping(const Mapping &mapping);
    void location(std::size_t row);
    void function(const Function &function);
    void header();

    const Message &m_message;
    WireWriter m_profile;
    WireWriter m_inner;
    WireWriter m_packed; // within m_inner
};

void Encoder::sample(std::size_t row)
{
    m_inner.clear();
    packed(m_inner, samplefield::LocationId, m_message.locationsOf(row));
    packed(m_inner, samplefield::Value, m_message.valuesOf(row));
    for (const auto &label : m_message.labelsOf(row)) {
        m_packed.clear();
        text(m_packed, labelfield::Key, label.key);
        text(m_packed, labelfield::Text, label.text);
        m_packed.number(labelfield::Number, label.number);
        text(m_packed, labelfield::Unit, label.unit);
        m_inner.bytes(samplefield::Label, m_packed.message());
    }
    m_profile.bytes(profilefield::Sample, m_inner.message());
}

void Encoder::mapping(const Mapping &mapping)
{
    const auto flag = [&](std::uint64_t field, bool isSet) {
        m_inner.number(field, std::uint64_t(isSet ? 1 : 0));
    };
    m_inner.clear();
    m_inner.number(mappingfield::Id, mapping.id);
    m_inner.number(mappingfield::Start, mapping.start);
    m_inner.number(mappingfield::Limit, mapping.limit);
    m_inner.number(mappingfield::Offset, mapping.offset);
    text(m_inner, mappingfield::File, mapping.file);
    text(m_inner, mappingfield::BuildId, mapping.buildId);
    flag(mappingfield::HasFunctions, mapping.hasFunctions);
    flag(mappingfield::HasFilenames, mapping.hasFilenames);
    flag(mappingfield::HasLineNumbers, mapping.hasLineNumbers);
    flag(mappingfield::HasInlineFrames, mapping.hasInlineFrames);
    m_profile.bytes(profilefield::Mapping, m_inner.message());
}

void Encoder::location(std::size_t row)
{
    const auto &location = m_message.locations[row];
    m_inner.clear();
    m_inner.number(locationfield::Id, location.id);
    m_inner.number(locationfield::Mapping, location.mapping);
    m_inner.number(locationfield::Address, location.address);
    for (const auto &line : m_message.linesOf(row)) {
        m_packed.clear();
        m_packed.number(linefield::Function, line.function);
        m_packed.number(linefield::Line, line.line);
        m_packed.number(linefield::Column, line.column);
        m_inner.bytes(locationfield::Line, m_packed.message());
    }
    m_inner.number(locationfield::IsFolded, std::uint64_t(location.isFolded ? 1 : 0));
    m_profile.bytes(profilefield::Location, m_inner.message());
}

void Encoder::function(const Function &function)
{
    m_inner.clear();
    m_inner.number(functionfield::Id, function.id);
    text(m_inner, functionfield::Name, function.name);
    text(m_inner, functionfield::SystemName, function.systemName);
    text(m_inner, functionfield::File, function.file);
    m_inner.number(functionfield::StartLine, function.startLine);
    m_profile.bytes(profilefield::Function, m_inner.message());
}

void Encoder::header()
{
    text(m_profile, profilefield::DropFrames, m_message.dropFrames);
    text(m_profile, profilefield::KeepFrames, m_message.keepFrames);
    m_profile.number(profilefield::TimeNanos, m_message.timeNanos);
    m_profile.number(profilefield::DurationNanos, m_message.durationNanos);
    if (m_message.periodType.type != 0 || m_message.periodType.unit != 0)
        valueKind(profilefield::PeriodType, m_message.periodType);
    m_profile.number(profilefield::Period, m_message.period);
    packed(m_profile, profilefield::Comment, std::span<const Text>(m_message.comments));
    text(m_profile, profilefield::DefaultSampleType, m_message.defaultSampleType);
    text(m_profile, profilefield::DocUrl, m_message.docUrl);
}

} // namespace

std::string encode(const Message &message)
{
    return Encoder(message).run();
}

} // namespace ember::model::pprof
