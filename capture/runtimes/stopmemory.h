// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

namespace ember::capture {

// Memory of a stopped thread as a copier sees it: what it needed at the thread's last stop is read
// at once, before it asks for it; what it asks for besides costs a read each. One per thread; the
// sampler's thread.
class StopMemory {
public:
    // Begins a stop: reads what was asked for at the last one. `stack` is what was copied of the
    // thread's stack; it is looked at first.
    void begin(StopReader &reader, const StackCopy &stack);

    // The bytes at an address; empty if they cannot be read. Valid until the next call of find() or
    // findPage(). Ranges that were asked for are read ahead at the next stop.
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

    // Limit of what is read ahead; the rest is read when it is asked for.
    static constexpr std::size_t mostAhead = std::size_t(256) << 10U;

private:
    struct Range {
        std::uint64_t address = 0;
        std::size_t size = 0;
        std::size_t offset = 0; // in m_bytes
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
    std::size_t m_last = 0; // the range that was found last
    std::vector<std::byte> m_bytes;
    std::vector<StopReader::Piece> m_pieces; // kept to reuse its memory
    std::size_t m_reads = 0;
};

} // namespace ember::capture
