// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/json/jsonplace.h"

#include <algorithm>

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

// Whether there are control characters near the start that text never contains. False if it begins
// like a JSON document: if that is damaged, the error tells where.
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

} // namespace ember::model
