// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/unwinder.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <sys/types.h>

namespace ember::capture {

// Reads a running process's memory a page at a time by process_vm_readv. Forget before each stack:
// pages are those of the moment they were first asked for.
class ProcessMemory : public MemoryReader {
public:
    explicit ProcessMemory(pid_t process) : m_thread(process) { }

    bool readWord(std::uint64_t address, std::uint64_t &word) override;
    void forget();
    // Any thread of the process will do that lives; at first it is the first one.
    void readBy(pid_t thread) { m_thread = thread; }

private:
    static constexpr std::size_t pageSize = 4096;

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
