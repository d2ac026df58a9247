// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/fieldreader.h"

#include "model/core/text.h"
#include "model/core/uuid.h"
#include "model/formats/sentry/sentrytime.h"
#include "model/json/jsontext.h"

#include <algorithm>
#include <limits>

namespace ember::model::sentry {

namespace {

constexpr std::uint64_t longestDouble = 24; // the longest text of a double that Relay writes

// Whether the field decides what the payload is: Relay reads these before all others (SENTRY.md
// §1.1).
bool decidesDispatch(const JsonPlace &place)
{
    return place.parent && !place.parent->parent
        && (place.key == "platform" || place.key == "version" || place.key == "sampled_profile");
}

const char *typeName(JsonType type)
{
    switch (type) {
    case JsonType::Array: return "an array";
    case JsonType::Object: return "an object";
    case JsonType::Number: return "a number";
    case JsonType::String: return "a string";
    case JsonType::Boolean: return "a boolean";
    case JsonType::Null: return "null";
    }
    return "something else";
}

// Whether Relay can read the version. It can read "Unknown", the name of its own fallback.
bool isKnownVersion(std::string_view version)
{
    return version == "1" || version == "2" || version == "2.android-trace" || version == "Unknown";
}

// The beginning of a text, cut between characters, for a message.
std::string excerpt(std::string_view text)
{
    constexpr std::size_t longest = 80;
    return '"' + std::string(utf8Prefix(text, longest)) + '"';
}

} // namespace

void FieldReader::reject(const JsonPlace &place, std::string detail)
{
    Rejection rejection{RejectReason::InvalidJson, place.path(), std::move(detail)};
    if (decidesDispatch(place)) {
        if (!m_reading.dispatch)
            m_reading.dispatch = std::move(rejection);
        return;
    }
    auto shape = place.shape();
    auto &known = m_reading.fields;
    const auto same = std::ranges::find(known, shape, &FieldFault::shape);
    if (same != known.end())
        ++same->count;
    else if (known.size() < ChunkReading::fieldFaultLimit)
        known.push_back({std::move(rejection), std::move(shape)});
    else
        ++m_reading.furtherFieldFaults;
}

void FieldReader::find(std::string_view code, std::string_view origin, Severity severity,
                       const JsonPlace &place, std::string detail)
{
    m_reading.log.add(
        {std::string(code), std::string(origin), severity, place.path(), std::move(detail), 1});
}

void FieldReader::wrongType(const JsonPlace &place, std::string_view expected)
{
    const auto type = m_json.type();
    m_json.skip();
    reject(place, "expected " + std::string(expected) + ", found " + typeName(type));
}

void FieldReader::missing(const JsonPlace &place, std::string_view field)
{
    reject({&place, field, 0}, "missing field");
}

bool FieldReader::takesNull()
{
    if (m_json.type() != JsonType::Null)
        return false;
    m_json.null();
    return true;
}

StringIndex FieldReader::text(const JsonPlace &place, Null null)
{
    const auto type = m_json.type();
    if (type == JsonType::String)
        return intern(m_json.string());
    if (type == JsonType::Null && null == Null::Allowed)
        m_json.null();
    else
        wrongType(place, "a string");
    return {};
}

std::optional<std::uint64_t> FieldReader::longNumber(const JsonPlace &place)
{
    if (m_json.type() == JsonType::Number && m_bareNumbers.count++ == 0)
        m_bareNumbers.firstPlace = place.path();
    return number64(place);
}

void FieldReader::read(StringIndex &value, Takes takes, const JsonPlace &place)
{
    switch (takes) {
    case Takes::ValueOrNull: value = text(place, Null::Allowed); break;
    case Takes::Anything:
        value = {};
        if (m_json.type() == JsonType::String)
            value = intern(m_json.string());
        else
            m_json.skip();
        break;
    case Takes::Uuid:
        value = idText(place);
        if (value.isValid() && !parseUuid(m_reading.chunk.text(value)))
            reject(place, "not a UUID");
        break;
    case Takes::Version:
        value = idText(place);
        if (value.isValid() && !isKnownVersion(m_reading.chunk.text(value)))
            reject(place, "unknown version");
        break;
    case Takes::Time:
        value = text(place);
        if (value.isValid() && !parseRfc3339(m_reading.chunk.text(value), UtcOffset::Any))
            reject(place, "not an RFC 3339 time");
        break;
    default: value = text(place); break;
    }
}

void FieldReader::read(InApp &inApp, Takes takes, const JsonPlace &place)
{
    std::optional<bool> value;
    read(value, takes, place);
    if (value)
        inApp = *value ? InApp::Yes : InApp::No;
}

void FieldReader::read(std::optional<bool> &value, Takes takes, const JsonPlace &place)
{
    value = boolean(place, takes == Takes::ValueOrNull ? Null::Allowed : Null::Refused);
}

void FieldReader::read(std::optional<std::uint32_t> &number, Takes takes, const JsonPlace &place)
{
    number = number32(place, takes == Takes::ValueOrNull ? Null::Allowed : Null::Refused);
}

void FieldReader::read(std::optional<std::uint64_t> &number, Takes takes, const JsonPlace &place)
{
    if (takes == Takes::Address)
        number = address(place);
    else
        number = takes == Takes::LongNumber ? longNumber(place) : number64(place);
}

void FieldReader::read(std::uint64_t &number, Takes, const JsonPlace &place)
{
    number = number64(place).value_or(0);
}

StringIndex FieldReader::idText(const JsonPlace &place)
{
    if (m_json.type() != JsonType::Number)
        return text(place);
    const auto number = m_json.number();
    reject(place, "expected a string, found a number");
    return intern(number.text);
}

std::optional<std::uint64_t> FieldReader::unsignedNumber(const JsonPlace &place, Null null,
                                                         std::uint64_t limit)
{
    const auto type = m_json.type();
    if (type == JsonType::Null && null == Null::Allowed) {
        m_json.null();
        return std::nullopt;
    }
    if (type != JsonType::Number) {
        wrongType(place, "an integer");
        return std::nullopt;
    }
    const auto token = m_json.number();
    const auto number = toUnsigned(token, limit);
    if (!number)
        reject(place,
               "expected an integer from 0 to " + std::to_string(limit) + ", found "
                   + std::string(token.text.substr(0, 40)));
    return number;
}

// Takes a row of any size, as Relay's usize may have. Rows beyond our tables are "nowhere", as for
// Relay.
std::optional<std::uint32_t> FieldReader::bigRow(const JsonPlace &place)
{
    constexpr auto anyIndex = std::numeric_limits<std::uint64_t>::max();
    constexpr std::uint64_t nowhere = std::numeric_limits<std::uint32_t>::max();
    const auto row = unsignedNumber(place, Null::Refused, anyIndex);
    return row && *row < nowhere ? std::optional(static_cast<std::uint32_t>(*row)) : std::nullopt;
}

std::optional<std::uint32_t> FieldReader::number32(const JsonPlace &place, Null null)
{
    const auto number = unsignedNumber(place, null, std::numeric_limits<std::uint32_t>::max());
    return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

std::optional<bool> FieldReader::boolean(const JsonPlace &place, Null null)
{
    const auto type = m_json.type();
    if (type == JsonType::Boolean)
        return m_json.boolean();
    if (type == JsonType::Null && null == Null::Allowed)
        m_json.null();
    else
        wrongType(place, "a boolean");
    return std::nullopt;
}

std::optional<std::uint64_t> FieldReader::address(const JsonPlace &place)
{
    constexpr auto limit = std::numeric_limits<std::uint64_t>::max();
    constexpr std::uint64_t prefixAndQuotes = 4;
    m_reading.chunk.growth += prefixAndQuotes;
    switch (m_json.type()) {
    case JsonType::Null: m_json.null(); return std::nullopt;
    case JsonType::Number: return unsignedNumber(place, Null::Allowed, limit);
    case JsonType::String: {
        const std::string_view text = m_json.string();
        const auto address = parseAddress(text);
        if (!address)
            reject(place, "not an address: " + excerpt(text));
        return address;
    }
    default: wrongType(place, "an address"); return std::nullopt;
    }
}

std::optional<std::uint64_t> FieldReader::number64(const JsonPlace &place)
{
    if (m_json.type() != JsonType::String)
        return unsignedNumber(place, Null::Refused, std::numeric_limits<std::uint64_t>::max());
    const std::string_view text = m_json.string();
    const auto size = parseDecimal(text);
    if (!size)
        reject(place, "expected a decimal number below 2^64, found " + excerpt(text));
    return size;
}

std::optional<FieldReader::Time> FieldReader::timestamp(const JsonPlace &place)
{
    std::optional<NumberText> number;
    const auto type = m_json.type();
    if (type == JsonType::Number) {
        number = m_json.number();
    } else if (type == JsonType::String) {
        number = scanNumber(m_json.string());
        reject(place, "expected a number, found a string");
    } else {
        wrongType(place, "a number");
    }
    if (!number)
        return std::nullopt;
    const auto seconds = toDouble(*number);
    if (!seconds) {
        reject(place, "number out of range");
        return std::nullopt;
    }
    growByNumber(*number);
    return Time{*seconds, toTimestamp(*number)};
}

// Counts by how much Relay's text of a number may be longer: Relay writes as few digits as the
// double needs, and always a point or an exponent.
void FieldReader::growByNumber(const NumberText &number)
{
    constexpr std::size_t enoughDigits = 17; // no double needs more
    const auto digits = number.whole.size() + number.fraction.size();
    const bool hasPoint = !number.fraction.empty();
    const bool hasExponent =
        number.text.size() > digits + (hasPoint ? 1U : 0U) + (number.isNegative ? 1U : 0U);
    const std::uint64_t point = hasPoint ? 0 : 2;
    m_reading.chunk.growth += hasExponent || digits > enoughDigits ? longestDouble : point;
}

std::optional<double> FieldReader::measured(const JsonPlace &place)
{
    const auto type = m_json.type();
    if (type == JsonType::Number) {
        const auto token = m_json.number();
        const auto number = toDouble(token);
        if (!number)
            reject(place, "number out of range");
        growByNumber(token);
        return number;
    }
    m_reading.chunk.growth += longestDouble;
    if (type != JsonType::String) {
        wrongType(place, "a number");
        return std::nullopt;
    }
    const std::string_view text = m_json.string();
    const auto number = parseFloat(text);
    if (!number)
        reject(place, "not a number: " + excerpt(text));
    return number;
}

bool FieldReader::isOfType(JsonType type, std::string_view name, const JsonPlace &place)
{
    if (m_json.type() == type)
        return true;
    wrongType(place, name);
    return false;
}

void FieldReader::appendRest(std::string &rest, const JsonPlace &place)
{
    const auto value = m_json.skip();
    // serde keeps members of the document itself until it knows the others, so its limits hold for
    // them; it skips deeper ones without looking at them.
    const bool isTopLevel = !place.parent->parent;
    if (isTopLevel && value.depth > serdeDepth - 1) // the document's own object is one level
        reject(place, "recursion limit exceeded");
    if (isTopLevel && value.hasHugeNumber)
        reject(place, "number out of range");
    appendJsonMember(rest, place.key, value.text);
}

void FieldReader::skipDuplicate(const JsonPlace &place)
{
    reject(place, "duplicate field");
    m_json.skip();
}

StringIndex FieldReader::closeRest(std::string &rest)
{
    if (rest.empty())
        return {};
    rest += '}';
    return intern(rest);
}

} // namespace ember::model::sentry
