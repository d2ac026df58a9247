// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/scriptruntime.h"
#include "capture/unwind/registerfile.h"
#include "capture/unwind/unwinder.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <sys/types.h>

// Goroutines of Go programs on x86-64: which of them a stopped thread runs, and on which stack.
namespace ember::capture {

// Offsets of the members by which a thread's goroutine is found, in some versions of Go, in bytes
// from the start of a structure (Go's sources: runtime/runtime2.go). In all of them a goroutine's
// structure (g) points at the same offset to its thread's (m), which begins with a pointer to the
// goroutine of the thread's own stack (g0).
struct GoLayout {
    int firstMinor; // the versions 1.firstMinor to 1.lastMinor
    int lastMinor;
    std::uint16_t goroutineId; // g.goid; g.atomicstatus and g.stackLock are right before it
    std::uint16_t threadId; // m.procid
    std::uint16_t handler; // m.gsignal: the structure of its stack for signal handlers
    std::uint16_t current; // m.curg: the goroutine that it runs, or works for on its own stack
};

// The layout of a version as Go's linker writes it ("go1.19.8"); null: it is not known. Versions
// under development ("devel go1.27-…") are not known.
const GoLayout *goLayoutOf(std::string_view version);

// How many bytes of a goroutine's structure describe its stack, in all versions of Go.
constexpr std::size_t goroutineStackBytes = 72;

// Returns the stack that a goroutine's structure describes; an unknown one if its members make no
// sense. `isLeft`: the thread has left the goroutine's stack for its own. Only then does the
// structure tell where it was left; else it tells of an earlier time.
GoroutineStack goroutineStackOf(std::span<const std::byte, goroutineStackBytes> structure,
                                bool isLeft);

// Reads which goroutine a thread runs. One per thread; belongs to the sampler's thread.
//
// What is read is believed only if it fits together: the thread's structure names the goroutine,
// which names the thread and has the state of one that a thread has.
class GoroutineOfThread {
public:
    // Returns what is best read together with the thread's stack, into buffers of this object.
    // Empty: nothing can be told now. `threadPointer`: 0 if it is not known, as of a thread that
    // sleeps; then its m must be known from an earlier stop.
    std::span<const StopReader::Piece> pieces(const Registers &registers,
                                              std::uint64_t threadPointer);
    // Returns the goroutine's id; 0: the thread runs none, or it is not known. Call after pieces(),
    // at the same stop, if that gave any. `read`: how many of them were read, from the first on;
    // what else is needed is read by `reader`, mostly nothing.
    std::uint64_t id(const GoLayout &layout, pid_t thread, std::size_t read, StopReader &reader);

    // The stack of the goroutine that id() has found. Call after id(), if that gave one.
    GoroutineStack stack() const;

    // Whether the goroutine's stack is still where `left`, the result of an earlier stack(), says;
    // reads its structure anew. While the thread works on its own stack, the collector may move the
    // goroutine's stack, and others then use the memory.
    bool isStillAt(const GoroutineStack &left, StopReader &reader) const;

    // Whether a stop would tell more than a look at the sleeping thread: its m is not known, and no
    // stop has looked for it yet.
    bool needsStop() const { return m_thread == 0 && m_stops == 0; }

    // How many bytes of m and of g are read: enough for `current` and `goroutineId`, the farthest
    // members.
    static constexpr std::size_t threadBytes = 200;
    static constexpr std::size_t goroutineBytes = 168;

private:
    template<std::size_t size>
    struct Structure {
        std::uint64_t address = 0; // address that was asked for; 0: none
        bool isRead = false;
        std::array<std::byte, size> bytes{};

        std::uint64_t word(std::size_t offset) const;
        bool read(std::uint64_t from, StopReader &reader);
    };

    bool isThreadOf(const GoLayout &layout, std::uint64_t goroutine, StopReader &reader);

    std::uint64_t m_thread = 0; // address of the thread's m; 0: not known
    std::uint64_t m_threadId = 0; // the thread's id in m: that of the process's own namespace
    std::uint32_t m_stops = 0; // number of stops since its m was found last
    std::uint64_t m_register = 0; // value of the register in which Go's own code keeps the
                                  // goroutine's address
    std::uint64_t m_stackPointer = 0;
    std::uint64_t m_runningAt = 0; // address from which m_running is read; 0: it is not read
    std::array<std::byte, sizeof(std::uint64_t)> m_running{}; // address of the g that runs
    bool m_isOnOwnStack = false; // the thread works on its own stack, as far as id() could tell
    Structure<threadBytes> m_m;
    Structure<goroutineBytes> m_g;
    std::array<StopReader::Piece, 3> m_pieces;
};

} // namespace ember::capture
