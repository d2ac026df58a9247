// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/json/numbertext.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model {

enum class JsonType : std::uint8_t { Array, Object, Number, String, Boolean, Null };

// What JsonCursor throws at text that is no JSON; caught where the reading started.
struct BadJson {
    std::size_t offset; // of the first byte that is wrong; the text's size if it ends too early
    const char *reason;
};

// Thrown when the stop token asks for it.
struct ReadingStopped { };

// Walks once through a JSON text and gives its values out in the order of the file. Strict (RFC
// 8259, UTF-8 and surrogates included): whoever takes or skips every value and then calls end() has
// read JSON to the last byte. Nothing is built, nothing is indexed beforehand, so a huge text costs
// no memory and can be left at any value. Iterative: nesting costs a bit per level.
class JsonCursor {
public:
    // Both must outlive the cursor.
    JsonCursor(std::string_view text, const std::stop_token &stop)
        : m_begin(text.data()),
          m_at(text.data()),
          m_end(text.data() + text.size()),
          m_stop(stop)
    {
    }

    // Of the value that comes next.
    JsonType type();

    // Each takes the next value, which must be of that type.
    std::string_view string(); // unescaped; valid until the next string is taken
    NumberText number();
    bool boolean();
    void null();

    // Takes the next value if it is a plain index, as nearly all are; nullopt: nothing is taken.
    std::optional<std::uint32_t> index();

    // Calls `use(key)` for each member; it must take the member's value.
    template<typename Use>
    void object(Use use)
    {
        take('{', "expected '{'");
        if (takes('}'))
            return;
        std::string escaped;
        do {
            use(key(escaped));
        } while (goesOn('}', "expected ',' or '}'"));
    }

    // Calls `use()` for each element; it must take the element.
    template<typename Use>
    void array(Use use)
    {
        take('[', "expected '['");
        if (!takes(']'))
            arrayRest(use);
    }

    // The same of the rest of an array, from an element on.
    template<typename Use>
    void arrayRest(Use use)
    {
        do {
            use();
        } while (goesOn(']', "expected ',' or ']'"));
    }

    struct Skipped {
        std::string_view text; // without white space around it
        std::size_t depth = 0; // of arrays and objects in it
        bool hasHugeNumber = false; // one that no double can hold
    };

    // Takes the next value, whatever it is.
    Skipped skip();

    // Offset of what comes next: where something is wrong that is no fault of the JSON.
    std::size_t place() const { return static_cast<std::size_t>(m_at - m_begin); }
    // To what stands there, for who knows what comes before it.
    void goTo(std::size_t place) { m_at = m_begin + place; }
    std::string_view whole() const { return {m_begin, static_cast<std::size_t>(m_end - m_begin)}; }

    // Nothing but white space may follow.
    void end();

private:
    void skipSpace()
    {
        while (m_at != m_end && (*m_at == ' ' || *m_at == '\n' || *m_at == '\t' || *m_at == '\r'))
            ++m_at;
    }

    bool takes(char wanted)
    {
        skipSpace();
        if (m_at == m_end || *m_at != wanted)
            return false;
        ++m_at;
        return true;
    }

    void take(char wanted, const char *reason)
    {
        if (!takes(wanted))
            fail(m_at, reason);
    }

    bool goesOn(char close, const char *reason)
    {
        step();
        if (takes(','))
            return true;
        take(close, reason);
        return false;
    }

    // Asks the stop token now and then.
    void step()
    {
        constexpr unsigned stepsPerQuestion = 256;
        if (m_steps++ % stepsPerQuestion == 0 && m_stop.stop_requested())
            throw ReadingStopped();
    }

    std::string_view key(std::string &escaped);
    void skipScalar(Skipped &skipped);
    void literal(std::string_view word);
    const char *plainEnd(const char *from, bool &isAscii) const;
    std::string_view unescaped(const char *start, const char *backslash);
    void appendEscape();
    std::uint32_t codeUnit();
    void appendCharacter();
    void checkUtf8(const char *start, const char *end) const;
    [[noreturn]] void fail(const char *place, const char *reason) const;

    const char *m_begin;
    const char *m_at;
    const char *m_end;
    const std::stop_token &m_stop;
    unsigned m_steps = 0;
    std::string m_unescaped;
};

inline std::optional<std::uint32_t> JsonCursor::index()
{
    skipSpace();
    constexpr int mostDigits = 9;
    const char *at = m_at;
    std::uint32_t number = 0;
    while (at != m_end && *at >= '0' && *at <= '9')
        number = number * 10 + static_cast<std::uint32_t>(*at++ - '0');
    const auto count = at - m_at;
    if (count == 0 || count > mostDigits || (*m_at == '0' && count > 1))
        return std::nullopt;
    if (at != m_end && (*at == '.' || *at == 'e' || *at == 'E'))
        return std::nullopt;
    m_at = at;
    return number;
}

} // namespace ember::model
