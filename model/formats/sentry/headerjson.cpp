// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/headerjson.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ember::model::sentry {

namespace {

using Json = nlohmann::json;

bool matches(std::string_view text, std::string_view pattern)
{
    return text.size() >= pattern.size()
        && std::ranges::equal(text.substr(0, pattern.size()), pattern, [](char c, char wanted) {
               return wanted == '0' ? c >= '0' && c <= '9' : c == wanted;
           });
}

int twoDigits(std::string_view text, std::size_t place)
{
    return (text[place] - '0') * 10 + (text[place + 1] - '0');
}

bool isOffset(std::string_view text)
{
    if (text == "Z" || text == "z")
        return true;
    return text.size() == 6 && (matches(text, "+00:00") || matches(text, "-00:00"));
}

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

bool isRfc3339(std::string_view text)
{
    constexpr std::string_view pattern = "0000-00-00T00:00:00";
    std::string normal(text.substr(0, pattern.size()));
    std::ranges::replace(normal, 't', 'T');
    std::ranges::replace(normal, ' ', 'T');
    if (!matches(normal, pattern))
        return false;
    const auto month = twoDigits(normal, 5);
    const auto day = twoDigits(normal, 8);
    if (month < 1 || month > 12 || day < 1 || day > 31 || twoDigits(normal, 11) > 23
        || twoDigits(normal, 14) > 59 || twoDigits(normal, 17) > 60)
        return false;
    auto rest = text.substr(pattern.size());
    if (rest.starts_with('.')) {
        const auto end = rest.find_first_not_of("0123456789", 1);
        if (end == 1 || end == std::string_view::npos)
            return false;
        rest.remove_prefix(end);
    }
    return isOffset(rest);
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
