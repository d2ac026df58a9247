// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/headerjson.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ember::model::sentry {

namespace {

using Json = nlohmann::json;

} // namespace

std::optional<std::size_t> jsonObjectLength(std::string_view text)
{
    std::size_t depth = 0;
    bool inString = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (inString) {
            if (c == '\\')
                ++i;
            else if (c == '"')
                inString = false;
        } else if (c == '"') {
            inString = true;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            return i + 1;
        }
    }
    return std::nullopt;
}

HeaderJson::HeaderJson(std::string_view json, std::initializer_list<std::string_view> known)
{
    std::string key;
    const auto watch = [&](int depth, Json::parse_event_t event, Json &parsed) {
        using Event = Json::parse_event_t;
        if (depth != 1 || event == Event::object_start || event == Event::array_start)
            return true;
        if (event == Event::key) {
            key = parsed.get<std::string>();
        } else if (std::ranges::find(known, key) != known.end()) {
            Value value = Other{};
            if (parsed.is_string())
                value = parsed.get<std::string>();
            else if (parsed.is_number_unsigned())
                value = parsed.get<std::uint64_t>();
            const bool isNew =
                parsed.is_null() ? !m_values.contains(key) : m_values.emplace(key, value).second;
            if (!isNew && m_fault.empty())
                m_fault = "duplicate field " + key;
        }
        return true;
    };
    const auto document = Json::parse(json, watch, false);
    if (document.is_discarded())
        m_fault = "invalid JSON";
}

std::optional<std::string> HeaderJson::text(std::string_view key) const
{
    const auto found = m_values.find(key);
    if (found == m_values.end())
        return std::nullopt;
    if (const auto *text = std::get_if<std::string>(&found->second))
        return *text;
    m_fault = std::string(key) + " is not a string";
    return std::nullopt;
}

std::optional<std::uint64_t> HeaderJson::number(std::string_view key, std::uint64_t limit) const
{
    const auto found = m_values.find(key);
    if (found == m_values.end())
        return std::nullopt;
    const auto *number = std::get_if<std::uint64_t>(&found->second);
    if (number && *number <= limit)
        return *number;
    m_fault = std::string(key) + " is not an integer from 0 to " + std::to_string(limit);
    return std::nullopt;
}

} // namespace ember::model::sentry
