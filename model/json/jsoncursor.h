// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/json/numbertext.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace ember::model {

// The path of the value that is being read: a chain on the stack, formatted only on demand.
struct JsonPlace {
    const JsonPlace *parent = nullptr;
    std::string_view key; // of an object's member
    std::size_t index = 0; // of an array's element, if key is empty

    // The path as text: "profile.samples[3].timestamp"; "" for the document.
    std::string path() const;
    // The path with all indices left out: "profile.samples[].timestamp".
    std::string shape() const;

private:
    enum class Indices : std::uint8_t { Numbers, Left };

    std::string spell(Indices indices) const;
};

// Returns the error for a text that is not JSON, with the place as "line:column (byte N): reason":
// Truncated or SyntaxError, WrongType for binary data, FileEmpty for nothing but white space.
// `offset` is the first byte that is wrong, the text's size if it ends too early.
Error describeBadJson(std::string_view text, std::size_t offset, std::string_view reason);

// The deepest nesting that serde_json accepts in a document that it keeps: the 128th array or
// object is refused.
constexpr std::size_t serdeDepth = 127;

enum class JsonType : std::uint8_t { Array, Object, Number, String, Boolean, Null };

// Thrown by JsonCursor for text that is not JSON; caught where reading started.
struct BadJson {
    std::size_t offset; // first wrong byte; the size of the text if it ends too early
    const char *reason;
};

// Thrown when the stop token was triggered.
struct ReadingStopped { };

// A pull parser: reads the values of a JSON text in order. Strict (RFC 8259, with UTF-8 and
// surrogates): after all values were read or skipped, end() guarantees that the whole text is JSON.
// It builds no tree and no index, so a huge text costs no memory and reading can end at any value.
// Iterative: nesting costs one bit per level.
class JsonCursor {
public:
    // The text and the token must outlive the cursor.
    JsonCursor(std::string_view text, const std::stop_token &stop)
        : m_begin(text.data()),
          m_at(text.data()),
          m_end(text.data() + text.size()),
          m_stop(stop)
    {
    }

    // Type of the next value.
    JsonType type();

    // Each reads the next value, which must be of the type that the function names; BadJson
    // otherwise.
    std::string_view string(); // unescaped; valid until the next string is taken
    NumberText number();
    bool boolean();
    void null();

    // Reads the next value if it is plain digits, at most nine, as nearly all indices are;
    // otherwise reads nothing and returns nullopt.
    std::optional<std::uint32_t> index();

    // Reads an object: calls `use(key)` for each member; it must read the member's value.
    template<typename Use>
    void object(Use use)
    {
        take('{', "expected '{'");
        if (takes('}'))
            return;
        std::string escaped;
        do {
            use(key(escaped));
        } while (hasNext('}', "expected ',' or '}'"));
    }

    // Reads an array: calls `use()` for each element; it must read the element.
    template<typename Use>
    void array(Use use)
    {
        take('[', "expected '['");
        if (!takes(']'))
            arrayRest(use);
    }

    // Reads the rest of an array whose next value is an element: calls `use()` for each one left;
    // it must read the element.
    template<typename Use>
    void arrayRest(Use use)
    {
        do {
            use();
        } while (hasNext(']', "expected ',' or ']'"));
    }

    struct Skipped {
        std::string_view text; // without white space around it
        std::size_t depth = 0; // levels of nesting: arrays and objects
        bool hasHugeNumber = false; // has a number that no double can hold
    };

    // Skips the next value of any type.
    Skipped skip();

    // Offset of the next value, for errors in the content.
    std::size_t place() const { return static_cast<std::size_t>(m_at - m_begin); }
    // Moves to an offset of the text; the caller must know which value, comma or bracket is there.
    void goTo(std::size_t place) { m_at = m_begin + place; }
    std::string_view whole() const { return {m_begin, static_cast<std::size_t>(m_end - m_begin)}; }

    // Checks that only white space follows.
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

    bool hasNext(char close, const char *reason)
    {
        step();
        if (takes(','))
            return true;
        take(close, reason);
        return false;
    }

    // Checks the stop token now and then.
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
    constexpr int maxDigits = 9;
    const char *at = m_at;
    std::uint32_t number = 0;
    while (at != m_end && *at >= '0' && *at <= '9')
        number = number * 10 + static_cast<std::uint32_t>(*at++ - '0');
    const auto count = at - m_at;
    if (count == 0 || count > maxDigits || (*m_at == '0' && count > 1))
        return std::nullopt;
    if (at != m_end && (*at == '.' || *at == 'e' || *at == 'E'))
        return std::nullopt;
    m_at = at;
    return number;
}

} // namespace ember::model
