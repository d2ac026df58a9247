// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/callgrind/costlines.h"

#include "model/formats/bytes/textlines.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace ember::model::callgrind {

namespace {

std::optional<std::uint64_t> parseCount(std::string_view text)
{
    return text.starts_with("0x") ? parseHex(text) : parseUnsigned(text);
}

// A place, told from the one before; nothing if it is none or outside 64 bits.
std::optional<std::uint64_t> parsePlace(std::string_view word, std::uint64_t before)
{
    if (word == "*")
        return before;
    const bool isUp = word.starts_with('+');
    const bool isDown = word.starts_with('-');
    const auto number = parseCount(isUp || isDown ? word.substr(1) : word);
    if (!number || (!isUp && !isDown))
        return number;
    const auto room = isUp ? std::numeric_limits<std::uint64_t>::max() - before : before;
    if (*number > room)
        return std::nullopt;
    return isUp ? before + *number : before - *number;
}

} // namespace

bool CostLines::setPositions(std::string_view words)
{
    m_hasInstruction = false;
    m_hasLine = false;
    while (!trimmed(words).empty()) {
        const auto word = takeWord(words);
        m_hasInstruction = m_hasInstruction || word == "instr";
        m_hasLine = m_hasLine || word == "line";
        if (word != "instr" && word != "line")
            return false;
    }
    return m_hasInstruction || m_hasLine;
}

const char *CostLines::read(std::string_view line)
{
    if (m_hasInstruction) {
        const auto place = parsePlace(takeWord(line), m_places[instruction]);
        if (!place)
            return "an instruction's address: a number, +n, -n or *";
        m_places[instruction] = *place;
        ++m_addresses;
    }
    if (m_hasLine) {
        const auto place = parsePlace(takeWord(line), m_places[sourceLine]);
        if (!place || *place > std::numeric_limits<std::uint32_t>::max())
            return "a line: a number, +n, -n or *";
        m_places[sourceLine] = *place;
        m_line = static_cast<std::uint32_t>(*place);
    }
    return readCosts(line);
}

const char *CostLines::readCosts(std::string_view text)
{
    std::ranges::fill(m_costs, 0);
    for (auto &cost : m_costs) {
        auto word = takeWord(text);
        if (word.empty())
            return nullptr;
        // PHP's xdebug counts memory that is given back.
        if (word.starts_with('-')) {
            ++m_negative;
            if (!parseCount(word.substr(1)))
                return "a cost: a whole number below 2^64";
            continue;
        }
        const auto number = parseCount(word);
        if (!number)
            return "a cost: a whole number below 2^64";
        cost = *number;
    }
    return trimmed(text).empty() ? nullptr : "no more costs than there are events";
}

} // namespace ember::model::callgrind
