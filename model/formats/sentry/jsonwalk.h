// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/jsonplace.h"
#include "model/formats/sentry/numbertext.h"

#include <simdjson.h>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>

namespace ember::model::sentry {

// simdjson's on-demand parser checks only what it is asked for. These ask for all of it: every
// value is either read or passed to checked(), so that a document that came through is JSON to the
// last byte. Faults are thrown (simdjson_error, BadJson) and caught where the reading started.

using JsonType = simdjson::ondemand::json_type;
using JsonValue = simdjson::ondemand::value;
using JsonObject = simdjson::ondemand::object;
using JsonArray = simdjson::ondemand::array;

struct BadJson {
    const char *reason;
};

struct ReadingStopped { };

// The text of a scalar, quotes included.
inline std::string_view scalarToken(JsonValue &value)
{
    auto token = value.raw_json_token();
    const auto last = token.find_last_not_of(" \t\r\n");
    return token.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

inline NumberText numberToken(JsonValue &value)
{
    const auto number = scanNumber(scalarToken(value));
    if (!number)
        throw BadJson{"invalid number"};
    return *number;
}

inline bool booleanToken(JsonValue &value)
{
    const auto token = scalarToken(value);
    if (token != "true" && token != "false")
        throw BadJson{"invalid literal"};
    return token == "true";
}

inline void nullToken(JsonValue &value)
{
    if (scalarToken(value) != "null")
        throw BadJson{"invalid literal"};
}

// The text of a whole value that nobody reads further, known to be JSON.
inline std::string_view checked(JsonValue &value, bool *tooDeep = nullptr)
{
    std::string_view text;
    switch (value.type().value()) {
    case JsonType::string:
        text = scalarToken(value);
        value.get_string().value();
        return text;
    case JsonType::number: return numberToken(value).text;
    case JsonType::boolean: booleanToken(value); return scalarToken(value);
    case JsonType::null: nullToken(value); return scalarToken(value);
    case JsonType::object: text = value.get_object().value().raw_json().value(); break;
    case JsonType::array: text = value.get_array().value().raw_json().value(); break;
    }
    if (checkJson(text, std::numeric_limits<std::size_t>::max()) != JsonCheck::Ok)
        throw BadJson{"invalid value"};
    if (tooDeep) // the document's own object is one level
        *tooDeep = checkJson(text, serdeDepth - 1) == JsonCheck::TooDeep;
    return text;
}

template<typename Field>
using FieldNames = std::pair<std::string_view, Field>;

// The field a key names, by a table of spellings (aliases are further rows).
template<typename Field, std::size_t N>
std::optional<Field> findField(const std::array<FieldNames<Field>, N> &names, std::string_view key)
{
    for (const auto &[name, field] : names) {
        if (name.size() == key.size() && name == key)
            return field;
    }
    return std::nullopt;
}

} // namespace ember::model::sentry
