// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/stringtable.h"

#include <cstring>

namespace ember::model {

namespace {
constexpr std::size_t pageSize = 64 * 1024;
}

StringIndex StringInterner::find(std::string_view text) const
{
    const auto known = m_known.find(text);
    return known == m_known.end() ? StringIndex() : known->second;
}

StringIndex StringInterner::intern(std::string_view text)
{
    if (const auto known = find(text); known.isValid())
        return known;
    char *const place = allocate(text.size());
    if (!text.empty())
        std::memcpy(place, text.data(), text.size());
    const std::string_view kept(place, text.size());
    const auto index = m_table.m_views.append(kept);
    m_known.emplace(kept, index);
    return index;
}

char *StringInterner::allocate(std::size_t size)
{
    if (size > m_freeSize) {
        const auto room = std::max(size, pageSize);
        m_table.m_arena->push_back(std::make_unique<char[]>(room));
        char *const page = m_table.m_arena->back().get();
        if (size >= pageSize)
            return page; // a page of its own; the current page keeps its free rest
        m_free = page;
        m_freeSize = room;
    }
    char *const place = m_free;
    m_free += size;
    m_freeSize -= size;
    return place;
}

} // namespace ember::model
