// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/procreader.h"
#include "capture/runtimes/scriptruntime.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace ember::capture {

// Reads whole pages and remembers them for the present stop: the objects that describe a function
// are small, many, and near each other. The sampler's thread.
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
    std::vector<std::uint64_t> m_pages; // their addresses, in the order of m_bytes
    std::vector<std::byte> m_bytes;
};

} // namespace ember::capture
