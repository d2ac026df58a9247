// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/blockstore.h"
#include "model/core/index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace ember::model {

// An append-only column of a table, addressed by its own index type.
//
// Rows live in blocks that double in size (64, 64, 128, 256, …), so a row never moves and a copy of
// the column is a couple of dozen pointers, whatever its length. A copy is a snapshot: it sees the
// rows that were there when it was made, while the original goes on appending.
//
// Threads: one thread appends to the original; any number of threads read snapshots. Handing a
// snapshot over needs the usual happens-before (a mutex), reading it needs no lock. Only the
// original appends: appending to a copy as well would write the same row twice.
template<typename I, typename T>
class Column {
public:
    std::size_t size() const { return m_size; }

    bool isEmpty() const { return m_size == 0; }

    bool contains(I index) const { return index.row() < m_size; }

    const T &operator[](I index) const { return at(index.row()); }

    T &operator[](I index) { return const_cast<T &>(at(index.row())); }

    const T &back() const { return at(m_size - 1); }

    I nextIndex() const { return I(m_size); }

    I append(T value)
    {
        const auto place = placeOf(m_size);
        auto &block = m_blocks.at(place.block);
        if (!block)
            block = makeBlock(blockSize(place.block));
        block.get()[place.offset] = std::move(value);
        return I(m_size++);
    }

    // The rows from `first`, which must exist, to the last one in its block: loops over millions of
    // rows step from run to run instead of finding the block of each row.
    std::span<const T> run(std::size_t first) const
    {
        assert(first < m_size);
        const auto place = placeOf(first);
        const auto length = std::min(blockSize(place.block) - place.offset, m_size - first);
        return {m_blocks[place.block].get() + place.offset, length};
    }

    // run(first); empty if there is no such row.
    std::span<const T> runFrom(std::size_t first) const
    {
        return first < m_size ? run(first) : std::span<const T>();
    }

    // Calls `use(row number, value)` for every row in order.
    template<typename Use>
    void forEach(Use use) const
    {
        for (std::size_t row = 0; row < m_size;) {
            for (const T &value : run(row))
                use(row++, value);
        }
    }

private:
    static constexpr std::size_t firstBits = 6;
    static constexpr std::size_t blockCount = 33 - firstBits;

    struct Place {
        std::size_t block;
        std::size_t offset;
    };

    static constexpr std::size_t blockSize(std::size_t block)
    {
        return block == 0 ? std::size_t(1) << firstBits : std::size_t(1) << (firstBits + block - 1);
    }

    static Place placeOf(std::size_t row)
    {
        const auto block = static_cast<std::size_t>(std::bit_width(row >> firstBits));
        return {block, block == 0 ? row : row - (std::size_t(1) << (firstBits + block - 1))};
    }

    static std::shared_ptr<T[]> makeBlock(std::size_t rows)
    {
        // Rows that were never written are never read: they need not be constructed, and the free
        // half of a block takes no memory.
        if constexpr (std::is_trivially_copyable_v<T>) {
            if (rows * sizeof(T) >= BlockStore::smallestBlock) {
                const auto memory = BlockStore::allocate(rows * sizeof(T));
                return {memory, static_cast<T *>(memory.get())};
            }
        }
        return std::make_shared<T[]>(rows);
    }

    const T &at(std::size_t row) const
    {
        assert(row < m_size);
        const auto place = placeOf(row);
        return m_blocks[place.block].get()[place.offset];
    }

    std::array<std::shared_ptr<T[]>, blockCount> m_blocks;
    std::size_t m_size = 0;
};

} // namespace ember::model
