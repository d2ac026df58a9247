// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/ruby/rubysymbols.h"

#include "capture/runtimes/copybytes.h"
#include "capture/runtimes/ruby/rubyobjects.h"

#include <array>

namespace ember::capture {

bool RubySymbols::areKnown(StopReader &reader)
{
    if (m_table == 0 && m_searches < ruby::mostSearches) {
        ++m_searches;
        findTable(reader);
    }
    return m_table != 0;
}

std::string RubySymbols::text(std::uint64_t id, StopReader &reader)
{
    std::uint64_t table = 0;
    return areKnown(reader) && reader.readValue(m_table, table) ? textIn(table, id, reader)
                                                                : std::string();
}

// rb_sym_all_symbols() names the second member of rb_symbols_t relative to its instructions; the
// third is the table.
void RubySymbols::findTable(StopReader &reader)
{
    constexpr std::uint64_t plus = '+'; // operators of one character are their own IDs
    std::array<std::byte, 144> code{};
    if (m_places.symbolsCode == 0 || !reader.read(m_places.symbolsCode, code))
        return;
    for (std::size_t at = 0; at + sizeof(std::int32_t) <= code.size(); ++at) {
        const auto distance = memberAt<std::int32_t>(code, at);
        const auto end = m_places.symbolsCode + at + sizeof(distance);
        const auto place = end + static_cast<std::uint64_t>(std::int64_t(distance)) + 8;
        std::uint64_t table = 0;
        if (place % 8 == 0 && place >= m_places.imageStart && place < m_places.imageEnd
            && reader.readValue(place, table) && textIn(table, plus, reader) == "+") {
            m_table = place;
            return;
        }
    }
}

// The table is an Array of Arrays of 512 pairs: the text of a symbol, and the symbol.
std::string RubySymbols::textIn(std::uint64_t table, std::uint64_t id, StopReader &reader) const
{
    constexpr std::uint64_t mostOperators = 1024; // the least of all other IDs is larger
    constexpr std::uint64_t perArray = 512;
    const auto number = id < mostOperators ? id : id >> 4U;
    const auto page = ruby::elementOf(table, number / perArray, reader);
    return ruby::textOf(ruby::elementOf(page, number % perArray * 2, reader), m_places.layout,
                        reader);
}

} // namespace ember::capture
