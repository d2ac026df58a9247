// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/index.h"

#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ember::model {

// Interned UTF-8 strings: equal text, equal index. Snapshots share the characters.
class StringTable {
public:
    // The text; "" for an invalid index, so that "absent" can be shown without asking first.
    std::string_view operator[](StringIndex index) const
    {
        return m_views.contains(index) ? m_views[index] : std::string_view();
    }

    std::size_t size() const { return m_views.size(); }

private:
    friend class StringInterner;
    using Arena = std::vector<std::unique_ptr<char[]>>;

    Column<StringIndex, std::string_view> m_views;
    std::shared_ptr<Arena> m_arena = std::make_shared<Arena>(); // only the interner looks into it
};

// The one writer of a StringTable.
class StringInterner {
public:
    explicit StringInterner(StringTable &table) : m_table(table) { }

    StringIndex intern(std::string_view text);
    // The index of a text that is there already, else an invalid one.
    StringIndex find(std::string_view text) const;

private:
    char *allocate(std::size_t size);

    StringTable &m_table;
    std::unordered_map<std::string_view, StringIndex> m_known;
    char *m_free = nullptr;
    std::size_t m_freeSize = 0;
};

} // namespace ember::model
