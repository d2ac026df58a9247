// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model {

// Append JSON values to a text. Strings must be UTF-8.
void appendJsonString(std::string &json, std::string_view text);
void appendJsonNumber(std::string &json, std::uint64_t number);
// Appends the shortest digits that give the same double, with a point or an exponent; null if it is
// not finite.
void appendJsonNumber(std::string &json, double number);
// Appends the address as a string: "0x1f".
void appendJsonAddress(std::string &json, std::uint64_t address);

// Writes a JSON document member by member. Not recursive: nesting may be as deep as call stacks.
class JsonWriter {
public:
    void beginObject() { open('{', '}'); }
    void beginArray() { open('[', ']'); }
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
        // Std::to_string() of an integer does not depend on the locale.
        m_text += std::to_string(number);
    }
    void boolean(bool is) // NOLINT: a truth is what it writes
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
    // Appends a value that is JSON already.
    void raw(std::string_view json)
    {
        separate();
        m_text += json;
    }

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

} // namespace ember::model
