// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/hotspot/javamethods.h"
#include "capture/runtimes/hotspot/javawalk.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture::hotspot {

// Writes what a copier hands to its decoder for one stop: the methods that the decoder does not
// have yet, and stacks. There is one stack, the thread's, or several of which native unwinding
// decides later which is right.
class JavaCopyWriter {
public:
    // Appends to `to`, at most `limit` bytes for that many stacks. Methods and frames are written
    // as far as there is room, see hasRoomFor() and addFrame(); the start and the end of a stack
    // always are.
    JavaCopyWriter(std::vector<std::byte> &to, std::size_t limit, std::size_t mostStacks = 1);

    // Whether there is room for a method with these names.
    bool hasRoomFor(const JavaMethod &method) const;
    void addMethod(const JavaMethod &method);
    // Begins a stack whose leaf has called the native code that returns to `pc` and leaves the
    // stack pointer at `sp`. Both 0: it is the thread's stack, whatever its native part.
    void beginStack(std::uint64_t pc, std::uint64_t sp);
    bool addFrame(const JavaFrame &frame); // false: no room
    void endStack(bool isWhole);

private:
    template<typename Value>
    void put(Value value);
    void put(std::string_view text);
    std::size_t room() const;

    std::vector<std::byte> &m_to;
    const std::size_t m_end;
};

// One item of a copy: a method, or the start, a frame or the end of a stack.
struct JavaCopyItem {
    enum class Kind : std::uint8_t { Method = 1, Stack, Frame, End };

    Kind kind = Kind::End;
    // Members of an item of kind Method; `number` also of an item of kind Frame.
    std::uint32_t number = 0;
    std::uint32_t firstLine = 0;
    std::string_view name, className, file;
    // Members of an item of kind Stack.
    std::uint64_t pc = 0;
    std::uint64_t sp = 0;
    // Members of an item of kind Frame.
    std::uint32_t line = 0;
    // Members of an item of kind End.
    bool isWhole = false;
};

// Reads what a JavaCopyWriter has written. The texts of the items are views of `bytes`, which must
// outlive them.
class JavaCopyReader {
public:
    explicit JavaCopyReader(std::span<const std::byte> bytes) : m_bytes(bytes) { }

    // Returns the next item. Absent: the copy ends, or makes no sense; see isBroken().
    std::optional<JavaCopyItem> next();

    bool isBroken() const { return m_isBroken; }

private:
    template<typename Value>
    Value take();
    std::string_view takeText();

    std::span<const std::byte> m_bytes;
    bool m_isBroken = false;
};

} // namespace ember::capture::hotspot
