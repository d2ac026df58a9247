// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/processimages.h"
#include "capture/unwind/registerfile.h"
#include "model/profile/sample.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ember::capture {

class TableCache;

// A copy of part of a stack: `bytes` start at `address`. The target's own memory is read only where
// there is no copy.
struct StackCopy {
    std::uint64_t address = 0;
    std::span<const std::byte> bytes;
};

// The stack of the goroutine that a Go thread runs, or works for on its own stack, as Go's
// structures have it at the stop.
struct GoroutineStack {
    std::uint64_t start = 0;
    std::uint64_t end = 0; // exclusive; a stack grows down from here; 0: not known
    // The stack pointer at which the thread has left this stack for its own, and the address where
    // the goroutine goes on (Go: g.sched). 0: the thread has not left it, or that is not known.
    std::uint64_t leftAt = 0;
    std::uint64_t returnAddress = 0;

    bool isKnown() const { return end != 0; }

    bool holds(std::uint64_t address) const { return address >= start && address < end; }

    bool operator==(const GoroutineStack &) const = default;
};

// Reads the target's memory where there is no copy (other areas of the stack, JIT code). Called by
// the unwinding thread; may fail. The target is not stopped meanwhile: what is read can be newer
// than the copy.
class MemoryReader {
public:
    virtual ~MemoryReader() = default;
    virtual bool readWord(std::uint64_t address, std::uint64_t &word) = 0;
};

enum class UnwindMode : std::uint8_t {
    Auto, // unwind tables; else the instructions up to the return, and frame pointers (JIT code)
    FramePointer,
    Dwarf, // as Auto, but without frame pointers and without walks through code
};

using model::UnwoundFrame;

struct UnwoundStack {
    std::vector<UnwoundFrame> frames; // leaf first
    bool rootReached = false; // the outermost frame is the root: no caller is to be found
    bool truncated = false; // the stack has more frames than the limit
    // The next frame depends on a register that is not known (mostly the frame pointer): `frames`
    // are right but end here. With all registers the stack would go on beyond these frames. Nothing
    // is guessed: if this is false, `frames` are the ones that all registers lead to.
    bool needsMissingRegister = false;
    // The first stack address that was asked for and that no copy had; 0: the copies sufficed. It
    // was read from the target's memory if possible.
    std::uint64_t beyondCopies = 0;
    // The highest address read from the copy that holds the leaf's sp: how much of it was needed.
    std::uint64_t deepestRead = 0;
    // For a signal handler on a stack of its own (sigaltstack), and Go's code on a thread's own
    // stack: the sp of the interrupted code, or of the goroutine, from which on that code's stack
    // was read, and the highest address read of that stack. 0: all frames are on one stack.
    std::uint64_t apartFrom = 0;
    std::uint64_t apartDeepest = 0;
    bool isApartByFrames = false; // the thread's frame pointers lead to the stack of apartFrom
    // If the stack of a goroutine was being grown: where Go's structure of a thread (m) has the
    // pointer to that goroutine, as an offset, for versions of Go whose structures are not known.
    // Else 0.
    std::uint32_t goroutineOffset = 0;
    // The first pc that is in no known image: JIT code, or maps are to be read again. 0: none.
    std::uint64_t unknownPc = 0;
};

struct UnwindOptions {
    UnwindMode mode = UnwindMode::Auto;
    std::size_t depthLimit = 16384;
};

// Unwinds the stacks of one address space, from copies: the target may run meanwhile. Tables are
// built when a pc first needs them, and shared with other processes through the TableCache.
// One thread at a time.
class Unwinder {
public:
    Unwinder(UnwindOptions options, std::shared_ptr<TableCache> tables);
    ~Unwinder();
    Unwinder(const Unwinder &) = delete;
    Unwinder &operator=(const Unwinder &) = delete;

    // Adds an image. It replaces images that it overlaps: their memory has been mapped over.
    void addImage(const MappedImage &image);
    // Removes the image that starts at `start`, if there is one.
    void removeImage(std::uint64_t start);
    bool knows(std::uint64_t pc) const;

    // Unwinds a stack. `copies` may be in any order, and empty; `reader` may be null.
    UnwoundStack unwind(const Registers &registers, std::span<const StackCopy> copies,
                        MemoryReader *reader, const GoroutineStack &goroutine = {});
    // Unwinds into an existing object, whose memory is reused: a recorder unwinds thousands of
    // stacks a second.
    void unwind(const Registers &registers, std::span<const StackCopy> copies, MemoryReader *reader,
                UnwoundStack &stack, const GoroutineStack &goroutine = {});

private:
    class Private;
    std::unique_ptr<Private> m_private;
};

} // namespace ember::capture
