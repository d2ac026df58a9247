// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/fieldreader.h"

#include "model/formats/sentry/jsontext.h"

#include <algorithm>
#include <limits>

namespace ember::model::sentry {

namespace {

// Relay reads these before all others, to learn what the payload is (SENTRY.md §1.1).
bool decidesDispatch(const JsonPlace &place)
{
    return place.parent && !place.parent->parent
        && (place.key == "platform" || place.key == "version" || place.key == "sampled_profile");
}

const char *typeName(JsonType type)
{
    switch (type) {
    case JsonType::array: return "an array";
    case JsonType::object: return "an object";
    case JsonType::number: return "a number";
    case JsonType::string: return "a string";
    case JsonType::boolean: return "a boolean";
    case JsonType::null: return "null";
    }
    return "something else";
}

// The beginning of a text for a message, cut between characters.
std::string excerpt(std::string_view text)
{
    constexpr std::size_t longest = 80;
    auto end = std::min(text.size(), longest);
    const auto isInsideCharacter = [&text](std::size_t place) {
        return place < text.size() && (static_cast<unsigned char>(text[place]) & 0xc0U) == 0x80U;
    };
    while (end > 0 && isInsideCharacter(end))
        --end;
    return '"' + std::string(text.substr(0, end)) + '"';
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
    ++m_reading.fieldCount;
    if (!m_reading.field)
        m_reading.field = std::move(rejection);
}

void FieldReader::find(std::string_view code, std::string_view origin, Severity severity,
                       const JsonPlace &place, std::string detail)
{
    m_reading.log.add(
        {std::string(code), std::string(origin), severity, place.path(), std::move(detail), 1});
}

void FieldReader::wrongType(JsonValue value, const JsonPlace &place, std::string_view expected)
{
    const auto type = value.type().value();
    checked(value);
    reject(place, "expected " + std::string(expected) + ", found " + typeName(type));
}

void FieldReader::missing(const JsonPlace &place, std::string_view field)
{
    reject({&place, field, 0}, "missing field");
}

StringIndex FieldReader::text(JsonValue value, const JsonPlace &place, Null null)
{
    const auto type = value.type().value();
    if (type == JsonType::string)
        return intern(value.get_string().value());
    if (type == JsonType::null && null == Null::Allowed)
        nullToken(value);
    else
        wrongType(value, place, "a string");
    return {};
}

StringIndex FieldReader::foreignText(JsonValue value)
{
    if (value.type().value() == JsonType::string)
        return intern(value.get_string().value());
    checked(value);
    return {};
}

StringIndex FieldReader::idText(JsonValue value, const JsonPlace &place)
{
    if (value.type().value() != JsonType::number)
        return text(value, place);
    const auto number = numberToken(value);
    reject(place, "expected a string, found a number");
    return intern(number.text);
}

std::optional<std::uint64_t> FieldReader::unsignedNumber(JsonValue value, const JsonPlace &place,
                                                         Null null, std::uint64_t limit)
{
    const auto type = value.type().value();
    if (type == JsonType::null && null == Null::Allowed) {
        nullToken(value);
        return std::nullopt;
    }
    if (type != JsonType::number) {
        wrongType(value, place, "an integer");
        return std::nullopt;
    }
    const auto token = numberToken(value);
    const auto number = toUnsigned(token, limit);
    if (!number)
        reject(place,
               "expected an integer from 0 to " + std::to_string(limit) + ", found "
                   + std::string(token.text.substr(0, 40)));
    return number;
}

std::optional<std::uint32_t> FieldReader::number32(JsonValue value, const JsonPlace &place,
                                                   Null null)
{
    const auto number =
        unsignedNumber(value, place, null, std::numeric_limits<std::uint32_t>::max());
    return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
}

std::optional<bool> FieldReader::boolean(JsonValue value, const JsonPlace &place, Null null)
{
    const auto type = value.type().value();
    if (type == JsonType::boolean)
        return booleanToken(value);
    if (type == JsonType::null && null == Null::Allowed)
        nullToken(value);
    else
        wrongType(value, place, "a boolean");
    return std::nullopt;
}

std::optional<std::uint64_t> FieldReader::address(JsonValue value, const JsonPlace &place)
{
    constexpr auto limit = std::numeric_limits<std::uint64_t>::max();
    switch (value.type().value()) {
    case JsonType::null: nullToken(value); return std::nullopt;
    case JsonType::number: return unsignedNumber(value, place, Null::Allowed, limit);
    case JsonType::string: {
        const std::string_view text = value.get_string().value();
        const auto address = parseAddress(text);
        if (!address)
            reject(place, "not an address: " + excerpt(text));
        return address;
    }
    default: wrongType(value, place, "an address"); return std::nullopt;
    }
}

std::optional<std::uint64_t> FieldReader::size(JsonValue value, const JsonPlace &place)
{
    if (value.type().value() != JsonType::string)
        return unsignedNumber(value, place, Null::Refused,
                              std::numeric_limits<std::uint64_t>::max());
    const std::string_view text = value.get_string().value();
    const auto size = parseDecimal(text);
    if (!size)
        reject(place, "not a decimal number: " + excerpt(text));
    return size;
}

std::optional<FieldReader::Time> FieldReader::timestamp(JsonValue value, const JsonPlace &place)
{
    std::optional<NumberText> number;
    const auto type = value.type().value();
    if (type == JsonType::number) {
        number = numberToken(value);
    } else if (type == JsonType::string) {
        number = scanNumber(value.get_string().value());
        reject(place, "expected a number, found a string");
    } else {
        wrongType(value, place, "a number");
    }
    if (!number)
        return std::nullopt;
    const auto seconds = toDouble(*number);
    if (!seconds) {
        reject(place, "number out of range");
        return std::nullopt;
    }
    return Time{*seconds, toTimestamp(*number)};
}

std::optional<double> FieldReader::measured(JsonValue value, const JsonPlace &place)
{
    const auto type = value.type().value();
    if (type == JsonType::number) {
        const auto number = toDouble(numberToken(value));
        if (!number)
            reject(place, "number out of range");
        return number;
    }
    if (type != JsonType::string) {
        wrongType(value, place, "a number");
        return std::nullopt;
    }
    const std::string_view text = value.get_string().value();
    const auto number = parseFloat(text);
    if (!number)
        reject(place, "not a number: " + excerpt(text));
    return number;
}

std::optional<JsonObject> FieldReader::object(JsonValue value, const JsonPlace &place)
{
    if (value.type().value() == JsonType::object)
        return value.get_object().value();
    wrongType(value, place, "an object");
    return std::nullopt;
}

std::optional<JsonArray> FieldReader::array(JsonValue value, const JsonPlace &place)
{
    if (value.type().value() == JsonType::array)
        return value.get_array().value();
    wrongType(value, place, "an array");
    return std::nullopt;
}

void FieldReader::appendRest(std::string &rest, JsonValue &value, const JsonPlace &place)
{
    // Members of the document itself are kept by serde until it knows the others, so its limits
    // hold for them; deeper ones are skipped unseen.
    const bool isTopLevel = !place.parent->parent;
    bool tooDeep = false;
    const auto json = checked(value, isTopLevel ? &tooDeep : nullptr);
    if (tooDeep)
        reject(place, "recursion limit exceeded");
    const auto number = isTopLevel ? scanNumber(json) : std::nullopt;
    if (number && !toDouble(*number))
        reject(place, "number out of range");
    rest += rest.empty() ? '{' : ',';
    appendJsonString(rest, place.key);
    rest += ':';
    rest += json;
}

StringIndex FieldReader::closeRest(std::string &rest)
{
    if (rest.empty())
        return {};
    rest += '}';
    return intern(rest);
}

} // namespace ember::model::sentry
