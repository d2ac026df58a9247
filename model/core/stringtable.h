// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/index.h"

#include <memory>
#include <string_view>

namespace ember::model {

// Interned UTF-8 strings: equal texts have equal indices. Snapshots share the characters.
class StringTable {
public:
    StringTable();

    // The text; "" for an invalid index, so that "absent" can be shown without asking first.
    std::string_view operator[](StringIndex index) const
    {
        return m_views.contains(index) ? m_views[index] : std::string_view();
    }

    std::size_t size() const { return m_views.size(); }

private:
    friend class StringInterner;
    struct Interned;

    Column<StringIndex, std::string_view> m_views;
    std::shared_ptr<Interned> m_interned; // owns the characters; the interner adds to them
};

// The one writer of a StringTable. It continues a table that an earlier interner has filled, at no
// cost; only one copy of a table may be continued.
class StringInterner {
public:
    explicit StringInterner(StringTable &table) : m_table(table) { }

    StringIndex intern(std::string_view text);

private:
    StringTable &m_table;
};

} // namespace ember::model
