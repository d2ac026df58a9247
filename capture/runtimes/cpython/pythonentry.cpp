// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/cpython/pythonentry.h"

#include "capture/unwind/codewalk.h"
#include "capture/unwind/x86instruction.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <iterator>
#include <utility>
#include <vector>

namespace ember::capture {

#if defined __x86_64__

namespace {

enum GeneralRegister : unsigned { Rax, Rcx, Rdx, Rbx, Rsp, Rbp, Rsi, Rdi, generalRegisters = 16 };

// A register's value as far as it is known: an address, as an offset from the thread's state, from
// the new frame, from its caller's _PyCFrame or frame, or (Stack) from what the stack pointer was
// where the function begins.
struct EntryValue {
    enum class Of : std::uint8_t { Unknown, State, Frame, CallersCFrame, CallersFrame, Stack };

    Of of = Of::Unknown;
    std::int64_t offset = 0;

    friend bool operator==(const EntryValue &, const EntryValue &) = default;

    bool isAt(Of where, std::int64_t place) const { return of == where && offset == place; }
};

using Instruction = machine::X86Instruction;
using machine::OpcodeMap;

struct EntryStore {
    EntryValue place;
    std::int64_t size = 0;
    EntryValue value;
    std::size_t end = 0; // offset of the next instruction
};

// Follows the instructions of the function one after the other, from its begin.
class EntryWalk {
public:
    EntryWalk(std::span<const std::byte> code, const PythonLayout &layout)
        : m_code(code),
          m_layout(layout)
    {
        m_registers[Rdi].of = EntryValue::Of::State;
        m_registers[Rsi].of = EntryValue::Of::Frame;
        m_registers[Rsp].of = EntryValue::Of::Stack;
    }

    std::optional<UnfilledCFrame> find()
    {
        constexpr std::size_t longest = 0x100;
        std::size_t at = 0;
        while (at < longest && m_code.size() - at >= machine::longestInstruction) {
            WalkState ignored;
            const auto bytes = m_code.subspan(at, machine::longestInstruction);
            const auto flow = machine::followInstruction(bytes, 0, ignored);
            const bool isContinued = flow.kind == CodeFlow::Kind::Next
                || (flow.kind == CodeFlow::Kind::Branch && m_link == 0);
            if (!isContinued)
                return std::nullopt;
            at += flow.length;
            if (flow.kind == CodeFlow::Kind::Next && !follow(*machine::readInstruction(bytes), at))
                return std::nullopt;
            if (m_link != 0 && isFilled())
                return UnfilledCFrame{{m_link, at}, std::move(m_callers)};
            if (m_link != 0)
                noteCaller(at);
        }
        return std::nullopt;
    }

private:
    // Takes in one instruction. Returns false where what follows cannot be told.
    bool follow(const Instruction &one, std::size_t end)
    {
        const bool isShort = one.map == OpcodeMap::OneByte;
        const bool isOther = isShort
            && ((one.opcode >= 0x58 && one.opcode < 0x60) // pop
                || (one.opcode >= 0xa4 && one.opcode <= 0xaf
                    && !isOfAccumulator(one)) // an instruction on memory that rsi and rdi point to
                || movesStack(one));
        if (one.isVector || isOther || (!isShort && one.map != OpcodeMap::Of0f))
            return false;
        const bool followed = isShort ? followMove(one, end) : followTwoByte(one, end);
        if (!followed)
            forget(one);
        const bool isCall =
            isShort && (one.opcode == 0xe8 || (one.opcode == 0xff && (one.reg & 7U) == 2));
        if (isCall)
            forgetAfterCall();
        return m_registers[Rsp].of == EntryValue::Of::Stack && !(isCall && m_link != 0);
    }

    // Whether an instruction moves the stack pointer without naming it: push and pop of operands
    // other than registers, enter and leave.
    static bool movesStack(const Instruction &one)
    {
        switch (one.opcode) {
        case 0x68:
        case 0x6a:
        case 0x8f:
        case 0x9c:
        case 0x9d:
        case 0xc8:
        case 0xc9: return true;
        case 0xff: return (one.reg & 7U) == 6;
        default: return false;
        }
    }

    // Follows an instruction of two opcode bytes: moves of vector registers, some of which store,
    // and loads of small numbers. Returns false for others.
    bool followTwoByte(const Instruction &one, std::size_t end)
    {
        switch (one.opcode) {
        case 0x11: store(one, one.isRepeated ? 4 : 16, {}, end); return true;
        case 0x29:
        case 0x7f: store(one, 16, {}, end); return true;
        case 0x13:
        case 0x17:
        case 0xd6: store(one, 8, {}, end); return true;
        case 0x10:
        case 0x12:
        case 0x14:
        case 0x16:
        case 0x1e: // endbr64
        case 0x1f: // nop
        case 0x28:
        case 0x57:
        case 0x6c:
        case 0x6e:
        case 0x6f:
        case 0xc6:
        case 0xef: return true;
        case 0xb6:
        case 0xb7:
        case 0xbe:
        case 0xbf: m_registers[one.reg] = {}; return true;
        default: return false;
        }
    }

    bool followMove(const Instruction &one, std::size_t end)
    {
        auto &stack = m_registers[Rsp].offset;
        if (one.opcode >= 0x50 && one.opcode < 0x58) {
            stack -= 8;
            return true;
        }
        switch (one.opcode) {
        case 0x84:
        case 0x85: // test
        case 0x38:
        case 0x39:
        case 0x3a:
        case 0x3b: return true; // compare
        case 0x83:
        case 0x81:
            if ((one.reg & 7U) != 5 || one.isMemory || one.rm != Rsp)
                return (one.reg & 7U) == 7; // compare
            stack -= one.immediate;
            return true;
        case 0x88:
        case 0xc6: store(one, 1, {}, end); return one.isMemory;
        case 0xc7: store(one, sizeOf(one), {}, end); return one.isMemory;
        case 0x89:
            store(one, sizeOf(one), m_registers[one.reg], end);
            if (!one.isMemory)
                m_registers[one.rm] = one.isWide ? m_registers[one.reg] : EntryValue();
            return true;
        case 0x8b: m_registers[one.reg] = one.isWide ? source(one) : EntryValue(); return true;
        case 0x8d: m_registers[one.reg] = one.isWide ? place(one) : EntryValue(); return true;
        default: return false;
        }
    }

    static std::int64_t sizeOf(const Instruction &one)
    {
        return one.isWide ? 8 : one.isShort ? 2 : 4;
    }

    // The address of an operand.
    EntryValue place(const Instruction &one) const
    {
        const bool isPlain =
            one.isMemory && !one.hasIndex && !one.isOtherAddress && one.rm < generalRegisters;
        auto value = isPlain ? m_registers[one.rm] : EntryValue();
        value.offset += one.displacement;
        return value;
    }

    // Returns the value that a move of 8 bytes reads, as far as it is known.
    EntryValue source(const Instruction &one) const
    {
        using enum EntryValue::Of;
        if (!one.isMemory)
            return m_registers[one.rm];
        const auto from = place(one);
        if (from.isAt(State, m_layout.threadFrame) && m_link == 0)
            return {CallersCFrame, 0};
        if (from.isAt(CallersCFrame, m_layout.cframeFrame))
            return {CallersFrame, 0};
        return {};
    }

    void store(const Instruction &one, std::int64_t size, EntryValue value, std::size_t end)
    {
        if (!one.isMemory)
            return;
        const auto where = place(one);
        m_stores.push_back({where, size, value, end});
        if (where.isAt(EntryValue::Of::State, m_layout.threadFrame)
            && value.of == EntryValue::Of::Stack) {
            m_link = end;
            m_cframe = value.offset;
        }
    }

    // Forgets the registers that an instruction may change if it is not followed: each that it
    // names, and those that some instructions change without naming them.
    void forget(const Instruction &one)
    {
        m_registers[Rax] = {};
        m_registers[Rdx] = {};
        if (isOfAccumulator(one))
            return;
        if (one.reg < generalRegisters)
            m_registers[one.reg] = {};
        if (one.rm < generalRegisters && !one.isMemory)
            m_registers[one.rm] = {};
    }

    // Whether an instruction is one on al or rax and a constant, which names no register.
    static bool isOfAccumulator(const Instruction &one)
    {
        return one.map == OpcodeMap::OneByte
            && ((one.opcode < 0x40 && (one.opcode & 6U) == 4) || one.opcode == 0xa8
                || one.opcode == 0xa9);
    }

    void forgetAfterCall()
    {
        for (const unsigned number : {0U, 1U, 2U, 6U, 7U, 8U, 9U, 10U, 11U})
            m_registers[number] = {};
    }

    const EntryStore *storeTo(EntryValue::Of where, std::int64_t offset, std::int64_t size) const
    {
        const auto found = std::ranges::find_if(m_stores, [&](const EntryStore &store) {
            const auto &place = store.place;
            return place.of == where && place.offset <= offset
                && place.offset + store.size >= offset + size;
        });
        return found != m_stores.end() ? &*found : nullptr;
    }

    // Notes the place of the caller's frame before the instruction at `at`.
    void noteCaller(std::size_t at)
    {
        using enum EntryValue::Of;
        using In = UnfilledCFrame::Caller::In;
        UnfilledCFrame::Caller caller{at};
        const auto *const back = storeTo(Frame, m_layout.frameBack, 8);
        if (const auto cframe = std::ranges::find(m_registers, EntryValue{CallersCFrame});
            cframe != m_registers.end())
            caller = {at, In::CFrame, cframe - m_registers.begin()};
        else if (const auto frame = std::ranges::find(m_registers, EntryValue{CallersFrame});
                 frame != m_registers.end())
            caller = {at, In::Register, frame - m_registers.begin()};
        else if (back && back->value.of == Stack
                 && storeTo(Stack, back->value.offset + m_layout.frameBack, 8))
            caller = {at, In::Stack,
                      back->value.offset + m_layout.frameBack - m_registers[Rsp].offset};
        if (m_callers.empty() || !m_callers.back().isSamePlace(caller))
            m_callers.push_back(caller);
    }

    // Whether everything that the copier reads of the structure and of the new frame was stored:
    // the frame's caller, and the mark that native code has called it. In 3.12 that mark is a frame
    // of its own.
    bool isFilled() const
    {
        using enum EntryValue::Of;
        const auto *const back = storeTo(Frame, m_layout.frameBack, 8);
        if (!storeTo(Stack, m_cframe + m_layout.cframeFrame, 8) || !back)
            return false;
        if (m_layout.frameIsEntry != 0)
            return storeTo(Frame, m_layout.frameIsEntry, 1) != nullptr;
        const auto entry = back->value;
        return entry.of == Stack && storeTo(Stack, entry.offset + m_layout.frameBack, 8)
            && storeTo(Stack, entry.offset + m_layout.frameOwner, 1);
    }

    const std::span<const std::byte> m_code;
    const PythonLayout &m_layout;
    std::array<EntryValue, generalRegisters> m_registers{};
    std::vector<EntryStore> m_stores;
    std::vector<UnfilledCFrame::Caller> m_callers;
    std::size_t m_link = 0; // offset right after the instruction that links the structure; 0: none
    std::int64_t m_cframe = 0; // offset of the structure on the stack
};

std::uint64_t valueOf(const Registers &registers, std::size_t number)
{
    const std::array<std::uint64_t, generalRegisters> values{
        registers.rax, registers.rcx, registers.rdx, registers.rbx, registers.sp,  registers.fp,
        registers.rsi, registers.rdi, registers.r8,  registers.r9,  registers.r10, registers.r11,
        registers.r12, registers.r13, registers.r14, registers.r15};
    return values.at(number);
}

} // namespace

std::optional<UnfilledCFrame> unfilledCFrame(std::span<const std::byte> code,
                                             const PythonLayout &layout)
{
    return EntryWalk(code, layout).find();
}

std::optional<FramePointer> callerOfNewFrame(const UnfilledCFrame &part, std::size_t offset,
                                             const Registers &registers, const PythonLayout &layout)
{
    using Caller = UnfilledCFrame::Caller;
    const auto next =
        std::ranges::upper_bound(part.callers, offset, std::ranges::less(), &Caller::from);
    if (next == part.callers.begin() || registers.told != AvailableRegisters::All)
        return std::nullopt;
    const auto &caller = *std::prev(next);
    const auto number = static_cast<std::size_t>(caller.where); // the register's number
    switch (caller.in) {
    case Caller::In::Nothing: break;
    case Caller::In::Register: return FramePointer{valueOf(registers, number), false};
    case Caller::In::CFrame:
        return FramePointer{valueOf(registers, number) + layout.cframeFrame, true};
    case Caller::In::Stack:
        return FramePointer{registers.sp + static_cast<std::uint64_t>(caller.where), true};
    }
    return std::nullopt;
}

#else

std::optional<UnfilledCFrame> unfilledCFrame(std::span<const std::byte> /*code*/,
                                             const PythonLayout & /*layout*/)
{
    return std::nullopt;
}

std::optional<FramePointer> callerOfNewFrame(const UnfilledCFrame & /*part*/,
                                             std::size_t /*offset*/,
                                             const Registers & /*registers*/,
                                             const PythonLayout & /*layout*/)
{
    return std::nullopt;
}

#endif

} // namespace ember::capture
