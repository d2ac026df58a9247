// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace ember::capture {

// Tells which four-byte words at the start of an object must stay as they are.
class SteadyWords {
public:
    static constexpr std::size_t wordSize = 4;
    static constexpr std::size_t most = 128;

    // Adds the words that a member lies in. Words from `most` on are all added once one of them is.
    constexpr SteadyWords &add(std::size_t offset, std::size_t size = sizeof(std::uint64_t))
    {
        for (auto word = offset / wordSize; word <= (offset + size - 1) / wordSize; ++word) {
            if (word < most)
                m_bits[word / 64] |= std::uint64_t(1) << word % 64;
            else
                m_hasMore = true;
        }
        return *this;
    }

    constexpr bool contains(std::size_t word) const
    {
        return word < most ? (m_bits[word / 64] >> word % 64 & 1U) != 0 : m_hasMore;
    }

    constexpr SteadyWords &operator|=(const SteadyWords &other)
    {
        for (std::size_t i = 0; i < m_bits.size(); ++i)
            m_bits[i] |= other.m_bits[i];
        m_hasMore = m_hasMore || other.m_hasMore;
        return *this;
    }

    friend constexpr bool operator==(const SteadyWords &, const SteadyWords &) = default;

private:
    std::array<std::uint64_t, most / 64> m_bits{};
    bool m_hasMore = false;
};

// An object of SteadyMemory, as it was when it was found.
struct SteadyPlace {
    std::uint64_t index = 0;
    std::uint64_t readAt = 0; // number of the stop at which the object was read; 0: no object
};

// Keeps objects of a process that describe its code and hardly ever change. A stop takes them as
// they were at an earlier one, without reading; once the thread runs again they are read and
// compared. Objects that have changed are read at each stop for a while, as are those that were not
// used for long: another object may have their address by now. One per copier, for all threads of
// the process; used by the sampler's thread.
class SteadyMemory {
public:
    // Begins a stop.
    void begin();

    // Returns the bytes at an address; empty if they cannot be read. Valid until the next call. All
    // calls for one address share an object, of the largest size and with the steady words of all.
    std::span<const std::byte> find(std::uint64_t address, std::size_t size,
                                    const SteadyWords &words, StopReader &reader);

    // The object that find() returned last.
    SteadyPlace lastFound() const { return m_lastFound; }

    // Takes an object as it was at an earlier stop, as find() would. False if the object is not
    // known any more, has been read anew since, or is to be read anew. True if `place` names no
    // object.
    bool takeAgain(const SteadyPlace &place);

    // Whether the steady words of all objects that the stop took from earlier ones are unchanged.
    // Keeps the changed ones as they are now. Call once the thread runs again.
    bool confirm(StopReader &reader);

    // How many objects the present stop has read.
    std::size_t reads() const { return m_reads; }

    // For how many stops after its change an object is read anew at each.
    static constexpr std::uint64_t stopsOfMistrust = 64;
    // After how many stops an object that none of them used is read anew.
    static constexpr std::uint64_t stopsOfTrust = 256;
    // Number of failed reads in a row after which confirm() gives up; each object that is gone
    // fails one.
    static constexpr std::size_t mostFailures = 8;
    static constexpr std::size_t mostObjects = std::size_t(1) << 14U;
    static constexpr std::size_t mostBytes = std::size_t(2) << 20U;

private:
    struct Object {
        std::uint64_t address = 0;
        std::size_t offset = 0; // start of the object's bytes in m_bytes
        std::size_t size = 0;
        std::size_t room = 0; // bytes reserved for it in m_bytes
        SteadyWords words;
        std::uint64_t stop = 0; // number of the last stop that took it
        std::uint64_t readAt = 0; // number of the stop at which it was read, or had changed
        std::uint64_t mistrustedUntil = 0; // number of the stop up to which it is read anew at each
                                           // stop
        bool isRead = false;
    };

    bool isStale(const Object &object) const;

    std::span<std::byte> bytesOf(const Object &object)
    {
        return std::span(m_bytes).subspan(object.offset, object.size);
    }

    std::size_t placeOf(std::uint64_t address);
    void forgetTaken(std::size_t from);
    bool hasHeld(const Object &object, std::span<const std::byte> now);

    std::unordered_map<std::uint64_t, std::size_t> m_places; // indices in m_objects, by address
    std::vector<Object> m_objects;
    std::vector<std::byte> m_bytes;
    std::vector<std::size_t> m_taken; // indices of the objects that the present stop took and
                                      // confirm() is to compare
    // Places of objects that were found lately, by some bits of their addresses.
    std::array<std::uint32_t, 1024> m_recent{};
    SteadyPlace m_lastFound;
    std::uint64_t m_stop = 0;
    std::size_t m_reads = 0;
    // Kept to reuse their memory.
    std::vector<std::byte> m_now;
    std::vector<StopReader::Piece> m_pieces;
};

} // namespace ember::capture
