// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/legacylines.h"

#include "model/formats/bytes/textlines.h"

#include <algorithm>
#include <limits>

namespace ember::model::pprof {

std::optional<std::string_view> LegacyLines::next()
{
    if (m_rest.empty())
        return std::nullopt;
    ++m_number;
    return trimmed(takeLine(m_rest));
}

Error LegacyLines::error(const std::string &reason) const
{
    const bool isCut = m_isCut && m_rest.empty();
    return {isCut ? ErrorCode::Truncated : ErrorCode::SyntaxError, m_file,
            std::string(m_kind) + ", line " + std::to_string(m_number) + ": " + reason};
}

bool isMemoryMap(std::string_view line)
{
    return line.find("--- Memory map: ---") != std::string_view::npos
        || line.find("MAPPED_LIBRARIES:") != std::string_view::npos;
}

std::optional<std::int64_t> wholeNumber(std::string_view text)
{
    const auto number = parseUnsigned(text);
    if (!number || *number > std::uint64_t(std::numeric_limits<std::int64_t>::max()))
        return std::nullopt;
    return static_cast<std::int64_t>(*number);
}

std::vector<std::uint64_t> addressesIn(std::string_view line)
{
    std::vector<std::uint64_t> addresses;
    for (auto start = line.find("0x"); start != std::string_view::npos; start = line.find("0x")) {
        line.remove_prefix(start + 2);
        const auto end = line.find_first_not_of("0123456789abcdefABCDEF");
        if (const auto address = parseHex(line.substr(0, end)))
            addresses.push_back(*address);
    }
    return addresses;
}

void readGoComment(std::string_view line, LegacyMessage &legacy)
{
    line.remove_prefix(std::min<std::size_t>(line.find_first_not_of('#'), line.size()));
    const auto address = parseHex(takeWord(line));
    auto name = takeWord(line);
    auto file = trimmed(line);
    const auto colon = file.rfind(':');
    if (!address || name.empty() || colon == std::string_view::npos)
        return;
    name = name.substr(0, name.rfind("+0x"));
    const auto number = parseUnsigned(file.substr(colon + 1)).value_or(0);
    legacy.nameAddress(*address, name, file.substr(0, colon),
                       static_cast<std::int64_t>(std::min<std::uint64_t>(number, 0xffffffffU)));
}

} // namespace ember::model::pprof
