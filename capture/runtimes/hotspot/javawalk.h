// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/runtimes/hotspot/budgetreader.h"
#include "capture/runtimes/hotspot/codecache.h"
#include "capture/runtimes/hotspot/javamethods.h"
#include "capture/runtimes/hotspot/vmlayout.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ember::capture::hotspot {

// The stack of a stopped thread: its copied part, and more of it as it is asked for.
class JavaStack {
public:
    // `base`: the address right above the stack.
    JavaStack(const StackCopy &copy, std::uint64_t base, StopReader &reader)
        : m_copy(copy),
          m_base(base),
          m_reader(reader)
    {
    }

    bool read(std::uint64_t address, std::uint64_t &word);

    std::optional<std::uint64_t> word(std::uint64_t address)
    {
        std::uint64_t value = 0;
        return read(address, value) ? std::optional(value) : std::nullopt;
    }

private:
    static constexpr std::uint64_t chunkSize = 16384;

    const StackCopy &m_copy;
    const std::uint64_t m_base;
    StopReader &m_reader;
    std::uint64_t m_chunkAddress = 0;
    std::vector<std::byte> m_chunk; // the part of the stack that was read last
};

// A place of the stack at which code has stopped, or at which it goes on after a call.
struct CodePlaceOnStack {
    std::uint64_t pc = 0;
    std::uint64_t sp = 0;
    std::uint64_t fp = 0;
    // The thread has stopped at this very instruction: the frame may be half made. Else `pc` is a
    // return address.
    bool isLeaf = false;
};

// A Java method on a stack; one that is inlined into another has a JavaFrame of its own.
struct JavaFrame {
    const JavaMethod *method = nullptr;
    std::uint32_t line = 0;
};

// Why a walk ended.
enum class WalkEnd : std::uint8_t {
    Root, // at the native code by which Java was entered first
    Lost, // at a frame that is not understood
    TooDeep,
};

// Follows the frames of Java code on one stack. Each step must lead to code that can call Java: a
// walk that arrives elsewhere is lost, it never guesses.
class JavaWalk {
public:
    static constexpr std::size_t mostFrames = 8192;

    JavaWalk(const VmLayout &layout, CodeCache &code, JavaMethods &methods, JavaStack &stack,
             StopReader &reader)
        : m_layout(layout),
          m_code(code),
          m_methods(methods),
          m_stack(stack),
          m_reader(reader)
    {
    }

    // Appends the frames from `place` on. `registers`: those of the stopped thread if `place` is
    // its leaf.
    WalkEnd walk(CodePlaceOnStack place, const Registers *registers,
                 std::vector<JavaFrame> &frames);

    // Returns the place at which Java code called native code, from the registers that the VM has
    // noted in an anchor; the thread must be in native code. Absent: the registers lead to no such
    // place.
    std::optional<CodePlaceOnStack> anchored(std::uint64_t sp, std::uint64_t pc, std::uint64_t fp);

    // Whether `address` is the return address of a call from compiled code to a native function
    // that never stops a thread: of such calls the VM notes nothing.
    bool isLeafCall(std::uint64_t address);

private:
    enum class Step : std::uint8_t { Next, Root, Lost };

    Step step(CodePlaceOnStack &place, const Registers *registers, std::vector<JavaFrame> &frames);
    Step stepCompiled(const CodeBlob &blob, CodePlaceOnStack &place,
                      std::vector<JavaFrame> &frames);
    Step stepInterpreted(CodePlaceOnStack &place, const Registers *registers,
                         std::vector<JavaFrame> &frames);
    Step stepIntoMethod(CodePlaceOnStack &place, const Registers &registers);
    bool isEntered(const CodePlaceOnStack &place, const Registers &registers) const;
    static bool isCallersSp(const CodePlaceOnStack &place, std::uint64_t address);
    Step stepStub(const CodeBlob &blob, CodePlaceOnStack &place);
    Step stepOutOfCallStub(CodePlaceOnStack &place);
    Step returnFrom(std::uint64_t slot, std::uint64_t fp, CodePlaceOnStack &place);

    void addScopes(const CodeBlob &blob, std::uint64_t pc, std::vector<JavaFrame> &frames);
    bool addMethod(std::uint64_t method, std::optional<std::uint32_t> bytecode,
                   std::vector<JavaFrame> &frames);
    std::optional<std::uint64_t> unbuiltFrame(const CodeBlob &blob, std::uint64_t pc,
                                              std::uint64_t sp);
    bool isReturn(std::uint64_t address, std::uint64_t calleeBegin = 0,
                  std::uint64_t calleeEnd = 0);
    bool isCallTo(std::uint64_t address, std::uint64_t begin, std::uint64_t end);

    const VmLayout &m_layout;
    CodeCache &m_code;
    JavaMethods &m_methods;
    JavaStack &m_stack;
    StopReader &m_reader;
};

} // namespace ember::capture::hotspot
