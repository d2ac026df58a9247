// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cassert>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace ember::model {

// A small table whose rows may still change: threads get names, images are unloaded. Copies share
// the rows; the first change after a copy was made clones them (copy on write). For tables of at
// most some ten thousand rows; tables that grow with the samples are Columns.
//
// Threads: one thread changes the original; copies are read-only snapshots, as with Column.
template<typename I, typename T>
class SharedTable {
public:
    std::size_t size() const { return m_rows->size(); }

    bool isEmpty() const { return m_rows->empty(); }

    bool contains(I index) const { return index.row() < m_rows->size(); }

    const T &operator[](I index) const
    {
        assert(contains(index));
        return (*m_rows)[index.row()];
    }

    T &edit(I index)
    {
        assert(contains(index));
        return own()[index.row()];
    }

    I append(T value)
    {
        own().push_back(std::move(value));
        return I(m_rows->size() - 1);
    }

    auto begin() const { return m_rows->cbegin(); }

    auto end() const { return m_rows->cend(); }

private:
    std::vector<T> &own()
    {
        if (m_rows.use_count() > 1)
            m_rows = std::make_shared<std::vector<T>>(*m_rows);
        return *m_rows;
    }

    std::shared_ptr<std::vector<T>> m_rows = std::make_shared<std::vector<T>>();
};

} // namespace ember::model
