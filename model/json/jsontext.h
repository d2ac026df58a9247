// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model {

// Appends `text`, which must be UTF-8, as a JSON string; jsonString() returns it as one.
void appendJsonString(std::string &json, std::string_view text);
std::string jsonString(std::string_view text);
// Appends the shortest digits that give the same double, with a point or an exponent; null if it is
// not finite.
void appendJsonNumber(std::string &json, double number);
// Appends a member to `object`, whose closing brace is not written yet; it is "" before the first.
void appendJsonMember(std::string &object, std::string_view key, std::string_view json);

// Writes a JSON document member by member. Not recursive: nesting may be as deep as call stacks.
class JsonWriter {
public:
    void beginObject() { open('{', '}'); }
    void beginArray() { open('[', ']'); }
    // Writes an array of values.
    template<typename Elements>
    void values(const Elements &elements)
    {
        beginArray();
        for (const auto &element : elements)
            value(element);
        end();
    }
    // Writes an array of objects; `write(element)` writes the members of each.
    template<typename Elements, typename Write>
    void objects(const Elements &elements, Write write)
    {
        beginArray();
        for (const auto &element : elements) {
            beginObject();
            write(element);
            end();
        }
        end();
    }
    // Closes the innermost array or object.
    void end()
    {
        m_text += m_closing.back();
        m_closing.pop_back();
        m_isFirst = false;
    }

    JsonWriter &key(std::string_view name)
    {
        separate();
        appendJsonString(m_text, name);
        m_text += ':';
        m_isFirst = true; // the value follows without a comma
        return *this;
    }

    void value(std::string_view text)
    {
        separate();
        appendJsonString(m_text, text);
    }
    void value(double number)
    {
        separate();
        appendJsonNumber(m_text, number);
    }
    void value(std::integral auto number)
    {
        separate();
        std::array<char, 24> digits;
        const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
        m_text.append(digits.data(), end);
    }
    // An address as a string: "0x1f".
    void address(std::uint64_t address) { value("0x" + hexDigits(address)); }
    void boolean(bool is) // NOLINT: the bool is the value to write
    {
        raw(is ? "true" : "false");
    }
    void null() { raw("null"); }
    template<typename Number>
    void valueOrNull(const std::optional<Number> &number)
    {
        if (number)
            value(*number);
        else
            null();
    }
    // Appends the members of `object`, the text of a JSON object; "" has none.
    void members(std::string_view object)
    {
        if (object.size() > 2)
            raw(object.substr(1, object.size() - 2));
    }
    // Appends a value that is JSON already.
    void raw(std::string_view json)
    {
        separate();
        m_text += json;
    }

    void reserve(std::size_t bytes) { m_text.reserve(bytes); }
    std::string take() { return std::exchange(m_text, {}); }

private:
    void open(char opening, char closing)
    {
        separate();
        m_text += opening;
        m_closing.push_back(closing);
        m_isFirst = true;
    }

    void separate()
    {
        if (!m_isFirst)
            m_text += ',';
        m_isFirst = false;
    }

    std::string m_text;
    std::vector<char> m_closing;
    bool m_isFirst = true;
};

// Whether a text is JSON with moderate nesting, so that code may recurse over it.
bool isShallowJson(std::string_view json);

// The members of a JSON object in their order; values are kept as text. Time and memory are linear
// in the text.
class JsonMembers {
public:
    enum class Depth { Shallow, Any };

    // Parses a JSON object; nullopt if the text is none, or is nested too deeply.
    static std::optional<JsonMembers> read(std::string_view json, Depth depth = Depth::Shallow);

    bool isEmpty() const { return m_members.empty(); }

    // Return the value of a member if it has that type; if a key occurs twice, the last one counts.
    std::optional<std::string> text(std::string_view key) const;
    std::optional<JsonMembers> object(std::string_view key) const;

    void setText(std::string_view key, std::string_view text);
    void setJson(std::string_view key, std::string json);
    bool erase(std::string_view key); // returns whether it was there

    std::string json() const;

private:
    const std::string *find(std::string_view key) const;

    std::vector<std::pair<std::string, std::string>> m_members;
};

// A string of a JSON document in place, a value or a key: for texts that are looked at or replaced
// without a tree of the document. The document must be valid JSON.
struct JsonStringPlace {
    std::size_t begin = 0; // of the opening quote in the document
    std::size_t end = 0; // behind the closing quote
    std::string_view key; // key whose value, or array, has the string; for a key, itself
    // The keys of the objects and arrays around the string, outermost first; "" for those without a
    // key.
    const std::vector<std::string_view> &around;
};

// Returns the end of the string that begins at `begin`, behind its closing quote.
inline std::size_t jsonStringEnd(std::string_view json, std::size_t begin)
{
    auto at = begin + 1;
    while (at < json.size() && json[at] != '"')
        at += json[at] == '\\' ? 2U : 1U;
    return std::min(at + 1, json.size());
}

// Returns where the value of the key at this place begins; the end of the document if there is
// none.
inline std::size_t jsonValueBegin(std::string_view json, const JsonStringPlace &key)
{
    return std::min(json.find_first_not_of(" \t\r\n:", key.end), json.size());
}

// Calls use(place) for each string that is a value, and useKey(place) for each key, in the order of
// the document. JsonStringPlace::key is text of the document: without quotes, with its escapes.
void forEachJsonString(std::string_view json, auto use, auto useKey)
{
    std::vector<std::string_view> around;
    std::string_view key;
    for (auto at = json.find_first_of("\"{}[]"); at != std::string_view::npos;) {
        auto end = at + 1;
        if (json[at] == '{' || json[at] == '[') {
            around.push_back(key);
        } else if (json[at] != '"') {
            if (!around.empty()) {
                key = around.back();
                around.pop_back();
            }
        } else {
            end = jsonStringEnd(json, at);
            const auto next = json.find_first_not_of(" \t\r\n", end);
            if (next != std::string_view::npos && json[next] == ':') {
                key = json.substr(at + 1, end - at - 2);
                useKey(JsonStringPlace{at, end, key, around});
            } else {
                use(JsonStringPlace{at, end, key, around});
            }
        }
        at = json.find_first_of("\"{}[]", end);
    }
}

void forEachJsonString(std::string_view json, auto use)
{
    forEachJsonString(json, use, [](const JsonStringPlace &) {});
}

} // namespace ember::model
