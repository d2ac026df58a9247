// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/stringtable.h"

#include "model/core/rowset.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace ember::model {

namespace {

constexpr std::size_t pageSize = 64 * 1024;

std::size_t hashOf(std::string_view text)
{
    std::size_t hash = text.size();
    const char *from = text.data();
    std::uint64_t word = 0;
    auto left = text.size();
    for (; left >= sizeof word; left -= sizeof word, from += sizeof word) {
        std::memcpy(&word, from, sizeof word);
        hash = mixHash(hash, word);
    }
    word = 0;
    if (left > 0)
        std::memcpy(&word, from, left);
    return mixHash(hash, word);
}

} // namespace

struct StringTable::Interned {
    const char *keep(std::string_view text)
    {
        char *const place = allocate(text.size());
        if (!text.empty())
            std::memcpy(place, text.data(), text.size());
        return place;
    }

    char *allocate(std::size_t size)
    {
        if (size > freeSize) {
            const auto room = std::max(size, pageSize);
            // Not cleared: every byte is written before it is read.
            pages.emplace_back(new char[room]);
            char *const page = pages.back().get();
            if (size >= pageSize)
                // The text gets a page of its own; the current page keeps its free rest.
                return page;
            free = page;
            freeSize = room;
        }
        char *const place = free;
        free += size;
        freeSize -= size;
        return place;
    }

    RowSet rows;
    std::vector<std::unique_ptr<char[]>> pages;
    char *free = nullptr;
    std::size_t freeSize = 0;
};

StringTable::StringTable() : m_interned(std::make_shared<Interned>()) { }

StringIndex StringInterner::intern(std::string_view text)
{
    auto &views = m_table.m_views;
    auto &interned = *m_table.m_interned;
    return StringIndex(interned.rows.findOrAppend(
        hashOf(text),
        [&](std::uint32_t row) { return std::as_const(views)[StringIndex(row)] == text; },
        [&] {
            return views.append({interned.keep(text), text.size()}).raw();
        }));
}

} // namespace ember::model
