// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/json/jsontext.h"

#include "model/json/jsoncursor.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace ember::model {

namespace {

void appendEscape(std::string &json, char c)
{
    constexpr std::string_view digits = "0123456789abcdef";
    switch (c) {
    case '"': json += "\\\""; return;
    case '\\': json += "\\\\"; return;
    case '\b': json += "\\b"; return;
    case '\f': json += "\\f"; return;
    case '\n': json += "\\n"; return;
    case '\r': json += "\\r"; return;
    case '\t': json += "\\t"; return;
    default:
        json += "\\u00";
        json += digits[static_cast<unsigned char>(c) >> 4U];
        json += digits[static_cast<unsigned char>(c) & 0xfU];
    }
}

bool needsEscape(char c)
{
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ';
}

} // namespace

void appendJsonString(std::string &json, std::string_view text)
{
    json += '"';
    std::size_t written = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!needsEscape(text[i]))
            continue;
        json += text.substr(written, i - written);
        appendEscape(json, text[i]);
        written = i + 1;
    }
    json += text.substr(written);
    json += '"';
}

std::string jsonString(std::string_view text)
{
    std::string json;
    appendJsonString(json, text);
    return json;
}

void appendJsonMember(std::string &object, std::string_view key, std::string_view json)
{
    object += object.empty() ? '{' : ',';
    appendJsonString(object, key);
    object += ':';
    object += json;
}

void appendJsonNumber(std::string &json, double number)
{
    if (!std::isfinite(number)) {
        json += "null";
        return;
    }
    std::array<char, 32> buffer;
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr;
    const std::string_view digits(buffer.data(), static_cast<std::size_t>(end - buffer.data()));
    json += digits;
    if (digits.find_first_of(".e") == std::string_view::npos)
        json += ".0";
}

namespace {

constexpr std::size_t deepest = 100;

// Returns how deep arrays and objects nest; nullopt if the text is not JSON.
std::optional<std::size_t> depthOf(std::string_view json)
{
    const std::stop_token never;
    try {
        JsonCursor cursor(json, never);
        const auto depth = cursor.skip().depth;
        cursor.end();
        return depth;
    } catch (const BadJson &) {
        return std::nullopt;
    }
}

} // namespace

bool isShallowJson(std::string_view json)
{
    const auto depth = depthOf(json);
    return depth && *depth <= deepest;
}

std::optional<JsonMembers> JsonMembers::read(std::string_view json, Depth depth)
{
    const auto is = depthOf(json);
    if (!is || (depth == Depth::Shallow && *is > deepest))
        return std::nullopt;
    const std::stop_token never;
    JsonCursor cursor(json, never);
    if (cursor.type() != JsonType::Object)
        return std::nullopt;
    JsonMembers read;
    cursor.object([&](std::string_view key) {
        std::string name(key);
        read.m_members.emplace_back(std::move(name), cursor.skip().text);
    });
    return read;
}

std::optional<std::string> JsonMembers::text(std::string_view key) const
{
    const auto *const value = find(key);
    if (!value || !value->starts_with('"'))
        return std::nullopt;
    const std::stop_token never;
    return std::string(JsonCursor(*value, never).string());
}

std::optional<JsonMembers> JsonMembers::object(std::string_view key) const
{
    const auto *const value = find(key);
    return value ? read(*value) : std::nullopt;
}

void JsonMembers::setText(std::string_view key, std::string_view text)
{
    std::string json;
    appendJsonString(json, text);
    setJson(key, std::move(json));
}

void JsonMembers::setJson(std::string_view key, std::string json)
{
    const auto hasKey = [key](const auto &member) { return member.first == key; };
    const auto first = std::ranges::find_if(m_members, hasKey);
    if (first == m_members.end()) {
        m_members.emplace_back(key, std::move(json));
        return;
    }
    first->second = std::move(json);
    m_members.erase(std::remove_if(first + 1, m_members.end(), hasKey), m_members.end());
}

bool JsonMembers::erase(std::string_view key)
{
    return std::erase_if(m_members, [key](const auto &member) { return member.first == key; }) > 0;
}

std::string JsonMembers::json() const
{
    std::string json = "{";
    for (const auto &[key, value] : m_members) {
        json += json.size() > 1 ? "," : "";
        appendJsonString(json, key);
        json += ':';
        json += value;
    }
    // Line ends stand between values only: within strings they are escaped.
    std::ranges::replace(json, '\n', ' ');
    std::ranges::replace(json, '\r', ' ');
    return json + '}';
}

const std::string *JsonMembers::find(std::string_view key) const
{
    const auto found = std::find_if(m_members.rbegin(), m_members.rend(),
                                    [key](const auto &member) { return member.first == key; });
    return found == m_members.rend() ? nullptr : &found->second;
}

} // namespace ember::model
