// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/procreader.h"
#include "capture/runtimes/scriptruntime.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace ember::capture {

// Memory of a stopped thread as a copier sees it. What the copier needed at the thread's last stop
// is read all at once when the next one begins; whatever else it asks for costs a read each. One
// per thread; used by the sampler's thread.
class StopMemory {
public:
    // Begins a stop: reads what find() and findPage() were asked for at the last one. `stack` is
    // the copied part of the thread's stack, which is looked at first.
    void begin(StopReader &reader, const StackCopy &stack);

    // Returns the bytes at an address; empty if they cannot be read. Valid until the next call of
    // find() or findPage(). Ranges that were asked for are read ahead at the next stop.
    std::span<const std::byte> find(std::uint64_t address, std::size_t size);
    // Finds bytes as find() does, and reads ahead the whole pages that they are in.
    std::span<const std::byte> findPage(std::uint64_t address, std::size_t size);

    template<typename Value>
    bool readValue(std::uint64_t address, Value &value)
    {
        static_assert(std::is_trivially_copyable_v<Value>);
        const auto bytes = find(address, sizeof(value));
        if (!bytes.empty())
            std::memcpy(&value, bytes.data(), sizeof(value));
        return !bytes.empty();
    }

    // How many system calls the present stop took.
    std::size_t reads() const { return m_reads; }

    // Limit of the bytes that are read ahead; the rest is read when it is asked for.
    static constexpr std::size_t mostAhead = std::size_t(256) << 10U;

private:
    struct Range {
        std::uint64_t address = 0;
        std::size_t size = 0;
        std::size_t offset = 0; // start of the range's bytes in m_bytes
        bool isRead = false;
        bool wasUsed = false;
        bool arePages = false;
    };

    std::span<const std::byte> inRange(Range &range, std::uint64_t address, std::size_t size);
    std::span<const std::byte> known(std::uint64_t address, std::size_t size);
    std::span<const std::byte> readRange(std::uint64_t address, std::size_t size,
                                         std::uint64_t wanted, std::size_t wantedSize);
    void forgetUnused();
    bool isJoined(std::size_t place) const;
    void readAhead();

    StopReader *m_reader = nullptr;
    StackCopy m_stack;
    std::vector<Range> m_ranges;
    std::size_t m_last = 0; // index of the range that was found last
    std::vector<std::byte> m_bytes;
    std::vector<StopReader::Piece> m_pieces; // kept to reuse its memory
    std::size_t m_reads = 0;
};

// Reads whole pages and remembers them for the present stop: the objects that describe a function
// are small, many, and near each other. Used by the sampler's thread.
class PageReader : public StopReader {
public:
    // Begins a stop.
    void begin(StopReader &reader)
    {
        m_reader = &reader;
        m_pages.clear();
        m_bytes.clear();
    }

    using StopReader::read;

    std::size_t read(std::span<const Piece> pieces) override
    {
        const auto failed =
            std::ranges::find_if(pieces, [this](const Piece &piece) { return !readOne(piece); });
        return static_cast<std::size_t>(failed - pieces.begin());
    }

    static constexpr std::size_t mostPages = 64;

private:
    bool readOne(const Piece &piece)
    {
        const auto offset = static_cast<std::size_t>(piece.address % pageSize);
        const auto first = std::min(pageSize - offset, piece.into.size());
        if (piece.into.size() > pageSize || !copy(piece.address, piece.into.first(first))
            || !copy(piece.address + first, piece.into.subspan(first)))
            return m_reader->read(piece.address, piece.into);
        return true;
    }

    // Copies bytes of one page.
    bool copy(std::uint64_t address, std::span<std::byte> into)
    {
        if (into.empty())
            return true;
        const auto offset = address % pageSize;
        const auto page = address - offset;
        auto row = static_cast<std::size_t>(std::ranges::find(m_pages, page) - m_pages.begin());
        if (row == m_pages.size()) {
            if (row == mostPages)
                return false;
            m_bytes.resize((row + 1) * pageSize);
            if (!m_reader->read(page, std::span(m_bytes).subspan(row * pageSize)))
                return false;
            m_pages.push_back(page);
        }
        std::ranges::copy(std::span(m_bytes).subspan(
                              row * pageSize + static_cast<std::size_t>(offset), into.size()),
                          into.begin());
        return true;
    }

    StopReader *m_reader = nullptr;
    std::vector<std::uint64_t> m_pages; // addresses of the pages, in the order of m_bytes
    std::vector<std::byte> m_bytes;
};

} // namespace ember::capture
