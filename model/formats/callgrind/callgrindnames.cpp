// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/callgrindnames.h"

#include "model/formats/bytes/textlines.h"

namespace ember::model::callgrind {

namespace {

// Names may begin with a parenthesis themselves: "(below main)".
std::optional<std::uint64_t> numberIn(std::string_view text)
{
    const auto end = text.find(')');
    if (!text.starts_with('(') || end == std::string_view::npos)
        return std::nullopt;
    return parseUnsigned(text.substr(1, end - 1));
}

} // namespace

std::optional<std::string_view> Names::read(std::string_view text)
{
    text = trimmed(text);
    const auto number = numberIn(text);
    if (!number)
        return text;
    const auto name = trimmed(text.substr(text.find(')') + 1));
    if (!name.empty())
        return m_names[*number] = name;
    const auto known = m_names.find(*number);
    return known != m_names.end() ? std::optional(known->second) : std::nullopt;
}

std::optional<std::string_view> Names::readPath(std::string_view text)
{
    const auto path = read(text);
    return path && *path == "???" ? std::string_view() : path;
}

} // namespace ember::model::callgrind
