// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/runtimes/cpython/pythonentry.h"

#include "capture/unwind/codewalk.h"
#include "capture/unwind/x86instruction.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace ember::capture {

#if defined __x86_64__

namespace {

enum GeneralRegister : unsigned { Rax, Rcx, Rdx, Rbx, Rsp, Rbp, Rsi, Rdi, generalRegisters = 16 };

// A register's value, as far as it is known: an address of the thread's state, of the new frame,
// or of the native stack, as an offset from what the stack pointer was at the function's begin.
struct EntryValue {
    enum class Of : std::uint8_t { Unknown, State, Frame, Stack };

    Of of = Of::Unknown;
    std::int64_t offset = 0;

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

// Follows the instructions of the function from its begin, straight on.
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

    std::optional<CodeOffsets> find()
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
                return CodeOffsets{m_link, at};
        }
        return std::nullopt;
    }

private:
    // Returns false where what follows cannot be told.
    bool follow(const Instruction &one, std::size_t end)
    {
        const bool isShort = one.map == OpcodeMap::OneByte;
        const bool isOther = isShort
            && ((one.opcode >= 0x58 && one.opcode < 0x60) // pop
                || (one.opcode >= 0xa4 && one.opcode <= 0xaf) // on memory that rsi and rdi point to
                || movesStack(one));
        if (one.isVector || isOther || (!isShort && one.map != OpcodeMap::Of0f))
            return false;
        const bool followed = isShort ? followMove(one, end) : followVector(one, end);
        if (!followed)
            forget(one);
        const bool isCall =
            isShort && (one.opcode == 0xe8 || (one.opcode == 0xff && (one.reg & 7U) == 2));
        if (isCall)
            forgetAfterCall();
        return m_registers[Rsp].of == EntryValue::Of::Stack && !(isCall && m_link != 0);
    }

    // Whether an instruction moves the stack pointer without naming it: push and pop of other
    // things than registers, enter and leave.
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

    // Instructions that leave the general registers alone, some of which store.
    bool followVector(const Instruction &one, std::size_t end)
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
        case 0x8b:
            m_registers[one.reg] = one.isWide && !one.isMemory ? m_registers[one.rm] : EntryValue();
            return true;
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

    // An instruction that is not followed may change each of its operands, and those that some
    // instructions have without naming them.
    void forget(const Instruction &one)
    {
        for (const auto number : {one.reg, one.rm, unsigned(Rax), unsigned(Rdx)}) {
            if (number < generalRegisters)
                m_registers[number] = {};
        }
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

    // Whether all that is read of the structure and of the new frame was stored: its caller, and
    // what says that native code has called it. 3.12 has a frame of its own for that.
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
    std::size_t m_link = 0; // the instruction behind the one that links the structure; 0: none
    std::int64_t m_cframe = 0; // where the structure lies on the stack
};

} // namespace

std::optional<CodeOffsets> unfilledCFrame(std::span<const std::byte> code,
                                          const PythonLayout &layout)
{
    return EntryWalk(code, layout).find();
}

#else

std::optional<CodeOffsets> unfilledCFrame(std::span<const std::byte> /*code*/,
                                          const PythonLayout & /*layout*/)
{
    return std::nullopt;
}

#endif

} // namespace ember::capture
