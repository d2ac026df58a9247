// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/capture.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ember::capture {

// The registers unwinding needs; x86-64 names, aarch64 maps its own onto them (unwind/aarch64.h).
struct Registers {
    std::uint64_t pc = 0;
    std::uint64_t sp = 0;
    std::uint64_t fp = 0; // rbp
    // Further callee-saved registers: DWARF expressions and main() of -O0 programs may ask for
    // them.
    std::uint64_t rbx = 0, r12 = 0, r13 = 0, r14 = 0, r15 = 0;
};

// A copy of part of a stack: `bytes` start at `address`. The memory of the target itself is read
// only where copies do not reach.
struct StackCopy {
    std::uint64_t address = 0;
    std::span<const std::byte> bytes;
};

// Reads the target's memory beside the copies (other areas of the stack, JIT code). Called by the
// unwinding thread; may fail. Not while the target is stopped: what it returns can be newer than
// the copy.
class MemoryReader {
public:
    virtual ~MemoryReader() = default;
    virtual bool readWord(std::uint64_t address, std::uint64_t &word) = 0;
};

// A piece of a binary mapped into the target.
struct MappedImage {
    std::uint64_t start = 0; // first byte of the whole image's mappings
    std::uint64_t end = 0;
    std::uint64_t bias = 0; // run-time address − address in the file's program headers
    std::string path; // to open it: may be /proc/PID/map_files/… or /proc/PID/root/…
    std::string displayPath; // as the target's maps show it
};

enum class UnwindMode : std::uint8_t { Auto, FramePointer, Dwarf };

struct UnwoundFrame {
    std::uint64_t pc = 0; // the leaf's pc, raw return addresses in callers
    model::UnwindMethod method = model::UnwindMethod::Leaf;
};

struct UnwoundStack {
    std::vector<UnwoundFrame> frames; // leaf first
    bool rootReached =
        false; // the outermost frame is the thread's true start (RA undefined, or _start/clone)
    bool truncated = false; // depth limit
};

} // namespace ember::capture
