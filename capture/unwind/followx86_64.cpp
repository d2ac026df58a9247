// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/codewalk.h"
#include "capture/unwind/x86instruction.h"

#if !defined(EMBER_UNWIND_AARCH64) && defined(__x86_64__)

#include <optional>

namespace ember::capture::machine {

namespace {

using Kind = CodeFlow::Kind;

constexpr unsigned rsp = X86Instruction::stackPointer;
constexpr unsigned rbp = X86Instruction::framePointer;

// The tracked register with this number of the encoding, which is not the DWARF number.
std::optional<Register> keptRegister(unsigned number)
{
    switch (number) {
    case 3: return Register::Rbx;
    case rsp: return Register::Rsp;
    case rbp: return Register::Rbp;
    case 12: return Register::R12;
    case 13: return Register::R13;
    case 14: return Register::R14;
    case 15: return Register::R15;
    default: return std::nullopt;
    }
}

CodePlace addressOf(const X86Instruction &one, const WalkState &state)
{
    if (!one.isMemory || one.hasIndex)
        return {};
    if (one.rm == rsp)
        return state.stack.plus(one.displacement);
    if (one.rm == rbp)
        return state.frame.plus(one.displacement);
    return {};
}

void setRegister(unsigned number, CodePlace value, WalkState &state)
{
    if (number == rsp)
        state.stack = value;
    if (number == rbp)
        state.frame = value;
}

CodePlace valueOf(unsigned number, const WalkState &state)
{
    return number == rsp ? state.stack : number == rbp ? state.frame : CodePlace();
}

void push(WalkState &state)
{
    state.moveStack(-8);
    state.store(state.stack);
}

void pop(unsigned number, WalkState &state)
{
    const auto place = state.stack;
    state.moveStack(8);
    if (const auto kept = keptRegister(number))
        state.load(*kept, place);
}

// Follows moves between registers, and between registers and the stack.
void move(const X86Instruction &one, WalkState &state)
{
    const bool isStore = one.opcode == 0x89;
    if (one.isMemory) {
        const auto place = addressOf(one, state);
        const auto kept = keptRegister(one.reg);
        if (isStore && place.isKnown())
            state.store(place);
        else if (!isStore && kept && one.isWide && place.isKnown())
            state.load(*kept, place);
        else if (!isStore)
            setRegister(one.reg, {}, state);
        return;
    }
    const auto value = one.isWide ? valueOf(isStore ? one.reg : one.rm, state) : CodePlace();
    setRegister(isStore ? one.rm : one.reg, value, state);
}

void addToRegister(const X86Instruction &one, WalkState &state)
{
    const unsigned operation = one.reg & 7U;
    if (one.isMemory || operation == 7) // a comparison
        return;
    const auto value = valueOf(one.rm, state);
    const bool isSum = one.isWide && (operation == 0 || operation == 5);
    setRegister(one.rm,
                isSum ? value.plus(operation == 0 ? one.immediate : -one.immediate) : CodePlace(),
                state);
}

// Marks the registers that other instructions change as unknown: their results are not followed.
void calculate(const X86Instruction &one, WalkState &state)
{
    const unsigned opcode = one.opcode;
    if (opcode < 0x38 && one.hasModRm) {
        if ((opcode & 2U) != 0)
            setRegister(one.reg, {}, state);
        else if (!one.isMemory)
            setRegister(one.rm, {}, state);
        return;
    }
    const bool changesRm = opcode == 0xc1 || opcode == 0xc7 || opcode == 0xd1 || opcode == 0xd3
        || opcode == 0x87 || (opcode == 0xff && (one.reg & 7U) < 2)
        || (opcode == 0xf7 && ((one.reg & 7U) == 2 || (one.reg & 7U) == 3));
    if (changesRm && !one.isMemory)
        setRegister(one.rm, {}, state);
    if (opcode == 0x87 || opcode == 0x63 || opcode == 0x69 || opcode == 0x6b)
        setRegister(one.reg, {}, state);
}

void leaveFrame(WalkState &state)
{
    state.stack = state.frame;
    pop(rbp, state);
}

CodeFlow followByModRm(const X86Instruction &one, CodeFlow flow, WalkState &state)
{
    const unsigned operation = one.reg & 7U;
    switch (one.opcode) {
    case 0x81:
    case 0x83: addToRegister(one, state); break;
    case 0x89:
    case 0x8b: move(one, state); break;
    case 0x8d: setRegister(one.reg, one.isWide ? addressOf(one, state) : CodePlace(), state); break;
    case 0x8f: state.moveStack(8); break;
    case 0xff:
        if (operation == 4)
            flow.kind = one.isRipRelative ? Kind::LeaveElsewhere : Kind::JumpElsewhere;
        else if (operation == 3 || operation == 5 || operation == 7)
            flow.kind = Kind::End;
        else if (operation == 6)
            push(state);
        else
            calculate(one, state);
        break;
    default: calculate(one, state);
    }
    return flow;
}

CodeFlow followOneByte(const X86Instruction &one, CodeFlow flow, WalkState &state)
{
    const unsigned opcode = one.opcode;
    if (one.hasModRm)
        return followByModRm(one, flow, state);
    if (opcode >= 0x50 && opcode <= 0x57)
        push(state);
    else if (opcode >= 0x58 && opcode <= 0x5f)
        pop(one.rm, state);
    else if ((opcode >= 0x70 && opcode <= 0x7f) || (opcode >= 0xe0 && opcode <= 0xe3))
        flow.kind = Kind::Branch;
    else if (opcode >= 0xb8 && opcode <= 0xbf)
        setRegister(one.rm, {}, state);
    switch (opcode) {
    case 0x68:
    case 0x6a:
    case 0x9c: push(state); break;
    case 0x9d: state.moveStack(8); break;
    case 0xc9: leaveFrame(state); break;
    case 0xc2:
    case 0xc3: flow.kind = Kind::Return; break;
    case 0xe9:
    case 0xeb: flow.kind = Kind::Jump; break;
    case 0xc8:
    case 0xca:
    case 0xcb:
    case 0xcc:
    case 0xcf:
    case 0xf4: flow.kind = Kind::End; break;
    default: break;
    }
    return flow;
}

} // namespace

CodeFlow followInstruction(std::span<const std::byte> bytes, std::uint64_t address,
                           WalkState &state)
{
    const auto one = readInstruction(bytes);
    if (!one || one->length > longestInstruction)
        return {};
    CodeFlow flow;
    flow.kind = Kind::Next;
    flow.length = static_cast<std::uint8_t>(one->length);
    flow.target = address + one->length + static_cast<std::uint64_t>(one->immediate);
    if (one->isVector)
        return flow;
    if (one->map == OpcodeMap::OneByte)
        return followOneByte(*one, flow, state);
    if (one->map == OpcodeMap::Of0f) {
        if (one->opcode >= 0x80 && one->opcode <= 0x8f)
            flow.kind = Kind::Branch;
        else if (one->opcode == 0x0b)
            flow.kind = Kind::End;
        else if (one->opcode == 0xa0 || one->opcode == 0xa8)
            push(state);
        else if (one->opcode == 0xa1 || one->opcode == 0xa9)
            state.moveStack(8);
    }
    return flow;
}

// Whether the bytes end in a CALL: E8 rel32, or FF /2 with the length that its address form needs.
bool endsInCall(std::uint64_t before)
{
    const auto byteAt = [before](unsigned fromEnd) {
        return static_cast<unsigned>(before >> (8 * (8 - fromEnd)) & 0xffU);
    };
    if (byteAt(5) == 0xe8)
        return true;
    for (unsigned length = 2; length <= 7; ++length) {
        if (byteAt(length) != 0xff || (byteAt(length - 1) >> 3U & 7U) != 2)
            continue;
        std::array<std::byte, 8> bytes{};
        for (unsigned i = 0; i < length; ++i)
            bytes[i] = std::byte(byteAt(length - i));
        const auto call = readInstruction(std::span(bytes).first(length));
        if (call && call->length == length)
            return true;
    }
    return false;
}

} // namespace ember::capture::machine

#endif
