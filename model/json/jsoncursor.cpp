// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/json/jsoncursor.h"

#include "model/core/text.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace ember::model {

namespace {

// Returns "line:column (byte N)". Lines and columns are 1-based; columns count bytes.
std::string lineAndColumn(std::string_view text, std::size_t offset)
{
    const auto before = text.substr(0, offset);
    const auto line = std::ranges::count(before, '\n') + 1;
    const auto lineStart = before.rfind('\n');
    const auto column = lineStart == std::string_view::npos ? offset + 1 : offset - lineStart;
    return std::to_string(line) + ':' + std::to_string(column) + " (byte " + std::to_string(offset)
        + ")";
}

bool isJsonSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Whether the text has control characters near its start that no text has. False if it begins like
// a JSON document: if that is damaged, the error tells where.
bool isBinary(std::string_view text)
{
    constexpr std::size_t looked = 4096;
    const auto first = std::ranges::find_if_not(text, isJsonSpace);
    if (first != text.end() && (*first == '{' || *first == '['))
        return false;
    return std::ranges::any_of(text.substr(0, looked), [](char c) {
        return static_cast<unsigned char>(c) < ' ' && !isJsonSpace(c) && c != '\f' && c != '\x1b';
    });
}

} // namespace

std::string JsonPlace::path() const
{
    return spell(Indices::Numbers);
}

std::string JsonPlace::shape() const
{
    return spell(Indices::Left);
}

std::string JsonPlace::spell(Indices indices) const
{
    if (!parent)
        return {};
    auto path = parent->spell(indices);
    if (key.empty())
        return path + '[' + (indices == Indices::Numbers ? std::to_string(index) : "") + ']';
    if (!path.empty())
        path += '.';
    return path.append(key);
}

Error describeBadJson(std::string_view text, std::size_t offset, std::string_view reason)
{
    if (std::ranges::all_of(text, isJsonSpace))
        return {ErrorCode::FileEmpty, {}, "no JSON in it"};
    if (isBinary(text))
        return {ErrorCode::WrongType, {}, "binary data, not JSON"};
    return {offset == text.size() ? ErrorCode::Truncated : ErrorCode::SyntaxError,
            {},
            lineAndColumn(text, offset) + ": " + std::string(reason)};
}

namespace {

constexpr std::uint64_t everyByte(unsigned char byte)
{
    return 0x0101'0101'0101'0101ULL * byte;
}

constexpr std::uint64_t highBits = everyByte(0x80);

// Returns a word that has the high bit of each zero byte of `word` set. Exact up to the first zero
// byte; bits above it may be set wrongly.
constexpr std::uint64_t zeroBytes(std::uint64_t word)
{
    return (word - everyByte(1)) & ~word & highBits;
}

// Returns a word that has the high bit of each byte set that a plain string cannot hold: quote,
// backslash, control character. Exact up to the first such byte.
constexpr std::uint64_t specialBytes(std::uint64_t word)
{
    const auto control = (word - everyByte(' ')) & ~word & highBits;
    return zeroBytes(word ^ everyByte('"')) | zeroBytes(word ^ everyByte('\\')) | control;
}

bool isSpecial(char c)
{
    return c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ';
}

bool isPartOfNumber(char c)
{
    return isDigit(c) || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
}

int hexValue(char c)
{
    if (isDigit(c))
        return c - '0';
    const char lower = static_cast<char>(static_cast<unsigned char>(c) | 0x20U);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

} // namespace

JsonType JsonCursor::type()
{
    skipSpace();
    if (m_at == m_end)
        fail(m_end, "expected a value");
    switch (*m_at) {
    case '{': return JsonType::Object;
    case '[': return JsonType::Array;
    case '"': return JsonType::String;
    case 't':
    case 'f': return JsonType::Boolean;
    case 'n': return JsonType::Null;
    default: break;
    }
    if (*m_at != '-' && (*m_at < '0' || *m_at > '9'))
        fail(m_at, "expected a value");
    return JsonType::Number;
}

NumberText JsonCursor::number()
{
    skipSpace();
    const auto number = scanLeadingNumber({m_at, static_cast<std::size_t>(m_end - m_at)});
    if (!number) {
        const char *last = m_at;
        while (last != m_end && isPartOfNumber(*last))
            ++last;
        fail(last == m_end ? m_end : m_at, "invalid number");
    }
    m_at += number->text.size();
    return *number;
}

bool JsonCursor::boolean()
{
    skipSpace();
    const bool isTrue = m_at != m_end && *m_at == 't';
    literal(isTrue ? "true" : "false");
    return isTrue;
}

void JsonCursor::null()
{
    skipSpace();
    literal("null");
}

void JsonCursor::literal(std::string_view word)
{
    const auto left = static_cast<std::size_t>(m_end - m_at);
    const std::string_view found(m_at, std::min(left, word.size()));
    if (found != word)
        fail(word.starts_with(found) ? m_end : m_at, "invalid literal");
    m_at += word.size();
}

std::string_view JsonCursor::key(std::string &escaped)
{
    skipSpace();
    if (m_at == m_end || *m_at != '"')
        fail(m_at, "expected a name in quotes");
    auto key = string();
    if (key.data() == m_unescaped.data()) {
        escaped.assign(key);
        key = escaped;
    }
    take(':', "expected ':'");
    return key;
}

// Returns the first byte at or after `from` that ends a run of plain characters.
const char *JsonCursor::plainEnd(const char *from, bool &isAscii) const
{
    std::uint64_t seen = 0;
    while (std::endian::native == std::endian::little && m_end - from >= 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, from, sizeof word);
        const auto special = specialBytes(word);
        if (special != 0) {
            const auto plain = static_cast<unsigned>(std::countr_zero(special)) & ~7U;
            seen |= word & ((std::uint64_t(1) << plain) - 1);
            isAscii = isAscii && (seen & highBits) == 0;
            return from + plain / 8;
        }
        seen |= word;
        from += sizeof word;
    }
    for (; from != m_end && !isSpecial(*from); ++from)
        seen |= static_cast<unsigned char>(*from);
    isAscii = isAscii && (seen & highBits) == 0;
    return from;
}

std::string_view JsonCursor::string()
{
    take('"', "expected a string");
    const char *const start = m_at;
    bool isAscii = true;
    const char *const end = plainEnd(start, isAscii);
    if (end != m_end && *end == '\\')
        return unescaped(start, end);
    if (end == m_end)
        fail(m_end, "the string does not end");
    if (*end != '"')
        fail(end, "a control character in a string");
    if (!isAscii)
        checkUtf8(start, end);
    m_at = end + 1;
    return {start, static_cast<std::size_t>(end - start)};
}

std::string_view JsonCursor::unescaped(const char *start, const char *backslash)
{
    m_unescaped.clear();
    for (;;) {
        checkUtf8(start, backslash);
        m_unescaped.append(start, backslash);
        m_at = backslash;
        if (m_at == m_end)
            fail(m_end, "the string does not end");
        if (*m_at == '"')
            break;
        if (*m_at != '\\')
            fail(m_at, "a control character in a string");
        ++m_at;
        appendEscape();
        bool isAscii = true;
        start = m_at;
        backslash = plainEnd(start, isAscii);
    }
    ++m_at;
    return m_unescaped;
}

void JsonCursor::appendEscape()
{
    if (m_at == m_end)
        fail(m_end, "the string does not end");
    constexpr std::string_view names = "\"\\/bfnrt";
    constexpr std::string_view characters = "\"\\/\b\f\n\r\t";
    if (*m_at == 'u') {
        appendCharacter();
        return;
    }
    const auto place = names.find(*m_at);
    if (place == std::string_view::npos)
        fail(m_at, "invalid escape");
    m_unescaped += characters[place];
    ++m_at;
}

void JsonCursor::appendCharacter()
{
    const char *const place = m_at;
    auto character = codeUnit();
    const auto isLow = [](std::uint32_t unit) { return unit >= 0xdc00 && unit < 0xe000; };
    if (isLow(character))
        fail(place, "a low surrogate without its high one");
    if (character >= 0xd800 && character < 0xdc00) {
        if (m_at == m_end || m_at + 1 == m_end)
            fail(m_end, "the string does not end");
        if (m_at[0] != '\\' || m_at[1] != 'u')
            fail(place, "a high surrogate without its low one");
        ++m_at;
        const auto low = codeUnit();
        if (!isLow(low))
            fail(place, "a high surrogate without its low one");
        character = 0x10000 + ((character - 0xd800) << 10U) + (low - 0xdc00);
    }
    appendUtf8(m_unescaped, character);
}

// Reads "u" and four hex digits.
std::uint32_t JsonCursor::codeUnit()
{
    std::uint32_t unit = 0;
    ++m_at;
    for (int digit = 0; digit < 4; ++digit, ++m_at) {
        const int value = m_at == m_end ? -1 : hexValue(*m_at);
        if (value < 0)
            fail(m_at, "expected four hex digits");
        unit = unit * 16 + static_cast<std::uint32_t>(value);
    }
    return unit;
}

void JsonCursor::checkUtf8(const char *start, const char *end) const
{
    if (isUtf8({start, end}))
        return;
    for (const char *next = start; next != end;) {
        start = next++;
        while (next != end && isUtf8Continuation(*next))
            ++next;
        if (!isUtf8({start, next}))
            break;
    }
    fail(end == m_end ? m_end : start, "a string that is not UTF-8");
}

JsonCursor::Skipped JsonCursor::skip()
{
    Skipped skipped;
    skipSpace();
    const char *const start = m_at;
    std::vector<bool> isObject; // for each array or object that encloses the next value
    std::string escaped;
    for (;;) {
        step();
        const auto next = type();
        const bool opens = next == JsonType::Object || next == JsonType::Array;
        if (opens) {
            const bool opensObject = next == JsonType::Object;
            ++m_at;
            skipped.depth = std::max(skipped.depth, isObject.size() + 1);
            if (!takes(opensObject ? '}' : ']')) {
                isObject.push_back(opensObject);
                if (opensObject)
                    key(escaped);
                continue;
            }
        } else {
            skipScalar(skipped);
        }
        while (!isObject.empty()
               && !(isObject.back() ? hasNext('}', "expected ',' or '}'")
                                    : hasNext(']', "expected ',' or ']'")))
            isObject.pop_back();
        if (isObject.empty())
            break;
        if (isObject.back())
            key(escaped);
    }
    skipped.text = {start, static_cast<std::size_t>(m_at - start)};
    return skipped;
}

void JsonCursor::skipScalar(Skipped &skipped)
{
    switch (type()) {
    case JsonType::String: string(); break;
    case JsonType::Boolean: boolean(); break;
    case JsonType::Null: null(); break;
    default: skipped.hasHugeNumber |= !toDouble(number()); break;
    }
}

void JsonCursor::end()
{
    skipSpace();
    if (m_at != m_end)
        fail(m_at, "something follows the document");
}

void JsonCursor::fail(const char *place, const char *reason) const
{
    throw BadJson{static_cast<std::size_t>(place - m_begin), reason};
}

} // namespace ember::model
