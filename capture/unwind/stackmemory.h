// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/procreader.h"
#include "capture/unwind/unwinder.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <sys/types.h>
#include <utility>

namespace ember::capture {

// Reads the words of a stack: from the copies if they have them, else from the target's memory,
// unless the thread has meanwhile left the frames that were copied. Records the highest addresses
// read, and the first address that no copy has.
class StackMemory {
public:
    StackMemory(std::span<const StackCopy> copies, MemoryReader *reader, std::uint64_t leafSp)
        : m_copies(copies),
          m_reader(reader),
          m_codeReader(reader)
    {
        for (const StackCopy &copy : copies) {
            if (holds(copy, leafSp))
                m_leafCopy = m_current = copy;
        }
    }

    StackMemory(const StackMemory &) = delete;
    StackMemory &operator=(const StackMemory &) = delete;

    bool read(std::uint64_t address, std::uint64_t &word)
    {
        if (!holds(m_current, address) && !changeCopy(address))
            return readBeyond(address, word);
        std::memcpy(&word, m_current.bytes.data() + (address - m_current.address), sizeof(word));
        *m_deepest = std::max(*m_deepest, address);
        return true;
    }

    // Returns the words below an address, lowest first, if the copy that was read last has all of
    // them; else null.
    const std::byte *wordsBelow(std::uint64_t address, std::size_t bytes)
    {
        const auto start = address - bytes;
        if (start > address || !holds(m_current, start)
            || m_current.bytes.size() - (start - m_current.address) < bytes)
            return nullptr;
        *m_deepest = std::max(*m_deepest, address - sizeof(address));
        return m_current.bytes.data() + (start - m_current.address);
    }

    // Whether the copy of the leaf's stack has the word at the address.
    bool isOfLeaf(std::uint64_t address) const { return holds(m_leafCopy, address); }

    // Reads eight bytes of code from the target; code does not change even if the thread has moved
    // on.
    bool readCode(std::uint64_t address, std::uint64_t &bytes)
    {
        return m_codeReader && m_codeReader->readWord(address, bytes);
    }

    // Notes that the next frames are on another stack, from `sp` on. Only the first call counts.
    void continueApart(std::uint64_t sp)
    {
        if (m_apartFrom == 0) {
            m_apartFrom = sp;
            m_deepestApart = 0;
        }
    }

    // Notes that the next words are on a stack to which frame pointers have led. Words of that
    // stack that no copy has are read only if the thread is still in its leaf's function: else the
    // goroutine may run on in another thread.
    void leaveByFrames() { m_hasLeftByFrames = true; }

    bool hasLeftByFrames() const { return m_hasLeftByFrames; }

    std::uint64_t deepestRead() const { return m_deepestOfLeaf; }

    std::uint64_t apartFrom() const { return m_apartFrom; }

    std::uint64_t apartDeepest() const { return m_deepestApart; }

    std::uint64_t beyondCopies() const { return m_beyond; }

private:
    static bool holds(const StackCopy &copy, std::uint64_t address)
    {
        const auto size = copy.bytes.size();
        return size >= sizeof(address) && address >= copy.address
            && address - copy.address <= size - sizeof(address);
    }

    bool changeCopy(std::uint64_t address)
    {
        for (const StackCopy &copy : m_copies) {
            if (holds(copy, address)) {
                m_current = copy;
                m_deepest = copy.address == m_leafCopy.address ? &m_deepestOfLeaf : &m_deepestApart;
                return true;
            }
        }
        return false;
    }

    bool readBeyond(std::uint64_t address, std::uint64_t &word);
    bool areStillThere(std::size_t offset, std::size_t words) const;
    bool isLeafStill() const;
    bool isCopyStillTrue() const;

    std::span<const StackCopy> m_copies;
    StackCopy m_current; // the copy that was read last: nearly always the one to read next
    StackCopy m_leafCopy;
    MemoryReader *m_reader; // null once the target has moved on
    MemoryReader *m_codeReader;
    std::uint64_t m_deepestOfLeaf = 0;
    std::uint64_t m_deepestApart = 0;
    // The member that holds the deepest address read from the copy that was read last.
    std::uint64_t *m_deepest = &m_deepestOfLeaf;
    std::uint64_t m_apartFrom = 0;
    bool m_hasLeftByFrames = false;
    bool m_isLeafChecked = false;
    std::uint64_t m_beyond = 0;
};

// Reads a running process's memory a page at a time by process_vm_readv. Call forget() before each
// stack: pages stay as they were when first asked for.
class ProcessMemory : public MemoryReader {
public:
    explicit ProcessMemory(pid_t process) : m_thread(process) { }

    bool readWord(std::uint64_t address, std::uint64_t &word) override;
    void forget();
    // Sets the thread by which memory is read: any live one of the process; at first, its first
    // thread.
    void readBy(pid_t thread) { m_thread = thread; }

private:
    struct Page {
        enum class State : std::uint8_t { Unused, Read, Unreadable };

        State state = State::Unused;
        std::uint64_t address = 0;
        std::array<std::byte, pageSize> bytes;
    };

    const Page *pageAt(std::uint64_t address);
    bool readAcrossPages(std::uint64_t address, std::uint64_t &word) const;

    pid_t m_thread;
    std::array<Page, 16> m_pages;
};

} // namespace ember::capture
