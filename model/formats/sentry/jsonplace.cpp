// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/jsonplace.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ember::model::sentry {

namespace {

using Json = nlohmann::json;

// Follows a document without keeping anything but its depth and its first fault.
class Checker : public nlohmann::json_sax<Json> {
public:
    explicit Checker(std::size_t depthLimit) : m_depthLimit(depthLimit) { }

    bool null() override { return true; }

    bool boolean(bool) override { return true; }

    bool number_integer(number_integer_t) override { return true; }

    bool number_unsigned(number_unsigned_t) override { return true; }

    bool number_float(number_float_t, const string_t &) override { return true; }

    bool string(string_t &) override { return true; }

    bool binary(binary_t &) override { return true; }

    bool key(string_t &) override { return true; }

    bool start_object(std::size_t) override { return enter(); }

    bool end_object() override { return leave(); }

    bool start_array(std::size_t) override { return enter(); }

    bool end_array() override { return leave(); }

    bool parse_error(std::size_t position, const std::string &,
                     const Json::exception &error) override
    {
        m_position = position;
        m_reason = error.what();
        return false;
    }

    std::optional<std::size_t> position() const { return m_position; }

    const std::string &reason() const { return m_reason; }

    bool isTooDeep() const { return m_depth > m_depthLimit; }

private:
    bool enter() { return ++m_depth <= m_depthLimit; }

    bool leave()
    {
        --m_depth;
        return true;
    }

    std::size_t m_depthLimit;
    std::size_t m_depth = 0;
    std::optional<std::size_t> m_position;
    std::string m_reason;
};

// "[json.exception.parse_error.101] parse error at line 1, column 5: syntax error while …" without
// what is in front of the reason.
std::string bareReason(const std::string &reason)
{
    constexpr std::string_view behind = ": ";
    const auto place = reason.find("column ");
    const auto start = reason.find(behind, place == std::string::npos ? 0 : place);
    return start == std::string::npos ? reason : reason.substr(start + behind.size());
}

// 1-based, in bytes.
std::string lineAndColumn(std::string_view text, std::size_t offset)
{
    const auto before = text.substr(0, offset);
    const auto line = std::ranges::count(before, '\n') + 1;
    const auto lineStart = before.rfind('\n');
    const auto column = lineStart == std::string_view::npos ? offset + 1 : offset - lineStart;
    return std::to_string(line) + ':' + std::to_string(column) + " (byte " + std::to_string(offset)
        + ")";
}

// Where the token starts that ends before `end`: the parser has read it when it complains.
std::size_t tokenStart(std::string_view text, std::size_t end)
{
    const auto isWordPart = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || c == '+' || c == '-' || c == '.';
    };
    auto start = end - 1;
    if (text[start] != '"') {
        while (start > 0 && isWordPart(text[start]) && isWordPart(text[start - 1]))
            --start;
        return start;
    }
    while (start > 0) {
        --start;
        const auto escapes = start - (text.substr(0, start).find_last_not_of('\\') + 1);
        if (text[start] == '"' && escapes % 2 == 0)
            break;
    }
    return start;
}

bool isWhiteSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// Control characters that no text has, near the start.
bool isBinary(std::string_view text)
{
    constexpr std::size_t looked = 4096;
    return std::ranges::any_of(text.substr(0, looked), [](char c) {
        return static_cast<unsigned char>(c) < ' ' && !isWhiteSpace(c) && c != '\f' && c != '\x1b';
    });
}

} // namespace

std::string JsonPlace::path() const
{
    if (!parent)
        return {};
    auto path = parent->path();
    if (key.empty())
        return path + '[' + std::to_string(index) + ']';
    if (!path.empty())
        path += '.';
    return path.append(key);
}

Error describeBadJson(std::string_view text, std::string_view fallback)
{
    if (std::ranges::all_of(text, isWhiteSpace))
        return {ErrorCode::FileEmpty, {}, "no JSON in it"};
    if (isBinary(text))
        return {ErrorCode::WrongType, {}, "binary data, not JSON"};
    Checker checker(text.size());
    Json::sax_parse(text.begin(), text.end(), &checker);
    if (!checker.position())
        return {ErrorCode::SyntaxError, {}, std::string(fallback)};
    // The position counts the bytes read, the one at fault included; behind the last byte it is the
    // end that is at fault.
    const auto end = checker.reason().find("unexpected end of input") != std::string::npos
        || *checker.position() > text.size();
    auto offset = text.size();
    if (!end && *checker.position() > 0)
        offset = checker.reason().find("unexpected") != std::string::npos
            ? tokenStart(text, *checker.position())
            : *checker.position() - 1;
    return {end ? ErrorCode::Truncated : ErrorCode::SyntaxError,
            {},
            lineAndColumn(text, offset) + ": " + bareReason(checker.reason())};
}

JsonCheck checkJson(std::string_view text, std::size_t depth)
{
    Checker checker(depth);
    if (Json::sax_parse(text.begin(), text.end(), &checker))
        return JsonCheck::Ok;
    return checker.isTooDeep() ? JsonCheck::TooDeep : JsonCheck::Invalid;
}

} // namespace ember::model::sentry
