// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace ember::capture::hotspot {

// Reads for one stop, up to a limit: what is new to the copier must not hold the thread for long.
// Past the limit every read fails.
class BudgetReader final : public StopReader {
public:
    // Enough for some hundred methods that were never seen before.
    static constexpr std::size_t mostReads = 4096;
    static constexpr std::size_t mostBytes = std::size_t(4) << 20U;

    explicit BudgetReader(StopReader &reader) : m_reader(reader) { }

    using StopReader::read;

    std::size_t read(std::span<const Piece> pieces) override
    {
        for (const auto &piece : pieces)
            m_bytes += piece.into.size();
        if (++m_reads > mostReads || m_bytes > mostBytes)
            return 0;
        return m_reader.read(pieces);
    }

    bool isSpent() const { return m_reads > mostReads || m_bytes > mostBytes; }

    std::size_t reads() const { return m_reads; }

private:
    StopReader &m_reader;
    std::size_t m_reads = 0;
    std::size_t m_bytes = 0;
};

// A structure of the target, read at once. at() returns its fields by their offsets.
class StructBytes {
public:
    // Reads a structure of at most 4096 bytes; empty if they cannot be read.
    StructBytes(StopReader &reader, std::uint64_t address, std::size_t size)
        : m_bytes(std::min<std::size_t>(size, 4096))
    {
        if (!reader.read(address, m_bytes))
            m_bytes.clear();
    }

    bool isRead() const { return !m_bytes.empty(); }

    // 0 if the field does not lie in what was read.
    template<typename Value>
    Value at(std::uint64_t offset) const
    {
        Value value{};
        if (offset <= m_bytes.size() && m_bytes.size() - offset >= sizeof(value))
            std::memcpy(&value, m_bytes.data() + offset, sizeof(value));
        return value;
    }

private:
    std::vector<std::byte> m_bytes;
};

} // namespace ember::capture::hotspot
