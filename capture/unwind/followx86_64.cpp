// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/codewalk.h"

#if !defined(EMBER_UNWIND_AARCH64) && defined(__x86_64__)

#include <optional>

namespace ember::capture::machine {

namespace {

using Kind = CodeFlow::Kind;

constexpr unsigned rsp = 4;
constexpr unsigned rbp = 5;

enum class OpcodeMap : std::uint8_t { OneByte, Of0f, Of0f38, Of0f3a };

// The parts of an instruction (Intel's manual, volume 2, chapter 2). Register numbers are those of
// the encoding, with the bits of REX or VEX.
struct X86Instruction {
    OpcodeMap map = OpcodeMap::OneByte;
    std::uint8_t opcode = 0;
    bool isVector = false; // VEX or EVEX
    bool isWide = false;
    bool isShort = false; // prefix 66
    bool hasModRm = false;
    bool isMemory = false;
    bool isRipRelative = false;
    bool hasIndex = false;
    unsigned extension = 0; // REX.B/VEX.B bit of a register that the opcode names
    unsigned reg = 0;
    unsigned rm = 0; // a register, or the base of an address; noBase
    std::int32_t displacement = 0;
    std::int64_t immediate = 0;
    std::size_t length = 0;

    static constexpr unsigned noBase = 32;
};

class X86Reader {
public:
    explicit X86Reader(std::span<const std::byte> bytes) : m_bytes(bytes) { }

    // Decodes the instruction; absent if the bytes are none, or it is longer than `bytes`.
    std::optional<X86Instruction> read()
    {
        readPrefixes();
        readOpcode();
        if (m_isBad || !isValid())
            return std::nullopt;
        m_one.hasModRm = hasModRm();
        if (m_one.hasModRm)
            readModRm();
        m_one.immediate = readSigned(immediateSize());
        m_one.length = m_at;
        return m_isBad ? std::nullopt : std::optional(m_one);
    }

private:
    std::uint8_t peek() const
    {
        return m_at < m_bytes.size() ? std::to_integer<std::uint8_t>(m_bytes[m_at]) : 0;
    }

    std::uint8_t take()
    {
        const auto byte = peek();
        m_isBad = m_isBad || m_at >= m_bytes.size();
        ++m_at;
        return byte;
    }

    std::int64_t readSigned(std::size_t size)
    {
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value |= std::uint64_t(take()) << (8 * i);
        if (size == 0 || size == 8)
            return static_cast<std::int64_t>(value);
        const auto sign = std::uint64_t(1) << (8 * size - 1);
        return static_cast<std::int64_t>((value ^ sign) - sign);
    }

    static bool isPrefix(std::uint8_t byte)
    {
        switch (byte) {
        case 0x26:
        case 0x2e:
        case 0x36:
        case 0x3e:
        case 0x64:
        case 0x65:
        case 0x66:
        case 0x67:
        case 0xf0:
        case 0xf2:
        case 0xf3: return true;
        default: return false;
        }
    }

    void readPrefixes()
    {
        while (isPrefix(peek()) && m_at < longestInstruction)
            m_one.isShort = take() == 0x66 || m_one.isShort;
        if ((peek() & 0xf0U) == 0x40)
            m_rex = take();
        m_one.isWide = (m_rex & 8U) != 0;
        m_one.extension = (m_rex & 1U) << 3U;
    }

    void readOpcode()
    {
        m_one.opcode = take();
        const unsigned next = peek();
        if (m_one.opcode == 0x0f) {
            m_one.map = OpcodeMap::Of0f;
            m_one.opcode = take();
            if (m_one.opcode == 0x38 || m_one.opcode == 0x3a) {
                m_one.map = m_one.opcode == 0x38 ? OpcodeMap::Of0f38 : OpcodeMap::Of0f3a;
                m_one.opcode = take();
            }
        } else if (m_one.opcode == 0xc5 && m_rex == 0) {
            take();
            m_rex = (next & 0x80U) != 0 ? 0 : 4;
            setVector(1);
        } else if (m_one.opcode == 0xc4 && m_rex == 0) {
            take();
            m_rex = (~next >> 5U) & 7U;
            m_one.isWide = (take() & 0x80U) != 0;
            setVector(next & 0x1fU);
        } else if (m_one.opcode == 0x62 && m_rex == 0) {
            take();
            m_rex = (~next >> 5U) & 7U;
            m_one.isWide = (take() & 0x80U) != 0;
            take();
            setVector(next & 7U);
        }
    }

    void setVector(unsigned map)
    {
        m_one.isVector = true;
        m_isBad = m_isBad || map == 0 || map > 3;
        m_one.map = map == 1 ? OpcodeMap::Of0f : map == 2 ? OpcodeMap::Of0f38 : OpcodeMap::Of0f3a;
        m_one.opcode = take();
    }

    // Whether 64-bit code has this opcode.
    bool isValid() const
    {
        if (m_one.map != OpcodeMap::OneByte)
            return true;
        const unsigned opcode = m_one.opcode;
        if (opcode < 0x40)
            return (opcode & 7U) < 6;
        switch (opcode) {
        case 0x60:
        case 0x61:
        case 0x62:
        case 0x82:
        case 0x9a:
        case 0xc4:
        case 0xc5:
        case 0xce:
        case 0xd4:
        case 0xd5:
        case 0xd6:
        case 0xea: return false;
        default: return true;
        }
    }

    bool hasModRm() const
    {
        const unsigned opcode = m_one.opcode;
        switch (m_one.map) {
        case OpcodeMap::Of0f38:
        case OpcodeMap::Of0f3a: return true;
        case OpcodeMap::Of0f:
            if (opcode == 0x77)
                return false;
            if (m_one.isVector)
                return true;
            return !((opcode >= 0x05 && opcode <= 0x0b) || opcode == 0x0e
                     || (opcode >= 0x30 && opcode <= 0x37) || (opcode >= 0x80 && opcode <= 0x8f)
                     || (opcode >= 0xa0 && opcode <= 0xa2) || (opcode >= 0xa8 && opcode <= 0xaa)
                     || (opcode >= 0xc8 && opcode <= 0xcf));
        default: break;
        }
        if (opcode < 0x40)
            return (opcode & 7U) < 4;
        return opcode == 0x63 || opcode == 0x69 || opcode == 0x6b
            || (opcode >= 0x80 && opcode <= 0x8f) || opcode == 0xc0 || opcode == 0xc1
            || opcode == 0xc6 || opcode == 0xc7 || (opcode >= 0xd0 && opcode <= 0xd3)
            || (opcode >= 0xd8 && opcode <= 0xdf) || opcode == 0xf6 || opcode == 0xf7
            || opcode == 0xfe || opcode == 0xff;
    }

    void readModRm()
    {
        const unsigned byte = take();
        const unsigned mode = byte >> 6U;
        m_one.reg = (byte >> 3U & 7U) | (m_rex & 4U) << 1U;
        const unsigned low = byte & 7U;
        m_one.rm = low | (m_rex & 1U) << 3U;
        m_one.isMemory = mode != 3;
        if (!m_one.isMemory)
            return;
        bool isBare = mode == 0 && low == rbp;
        m_one.isRipRelative = isBare;
        if (low == rsp) {
            const unsigned scale = take();
            m_one.rm = (scale & 7U) | (m_rex & 1U) << 3U;
            m_one.hasIndex = (scale >> 3U & 7U) != rsp || (m_rex & 2U) != 0;
            isBare = mode == 0 && (scale & 7U) == rbp;
        }
        if (isBare)
            m_one.rm = X86Instruction::noBase;
        const std::size_t size = mode == 1 ? 1 : mode == 2 || isBare ? 4 : 0;
        m_one.displacement = static_cast<std::int32_t>(readSigned(size));
    }

    std::size_t immediateSize() const
    {
        const unsigned opcode = m_one.opcode;
        const std::size_t word = m_one.isShort ? 2 : 4;
        if (m_one.map == OpcodeMap::Of0f38)
            return 0;
        if (m_one.map == OpcodeMap::Of0f3a)
            return 1;
        if (m_one.map == OpcodeMap::Of0f) {
            if (opcode >= 0x80 && opcode <= 0x8f && !m_one.isVector)
                return 4;
            const bool hasByte = (opcode >= 0x70 && opcode <= 0x73) || opcode == 0xa4
                || opcode == 0xac || opcode == 0xba || opcode == 0xc2
                || (opcode >= 0xc4 && opcode <= 0xc6) || opcode == 0x0f;
            return hasByte ? 1 : 0;
        }
        if (opcode < 0x40)
            return (opcode & 7U) == 4 ? 1 : (opcode & 7U) == 5 ? word : 0;
        if ((opcode >= 0x70 && opcode <= 0x7f) || (opcode >= 0xb0 && opcode <= 0xb7)
            || (opcode >= 0xe0 && opcode <= 0xe7))
            return 1;
        if (opcode >= 0xb8 && opcode <= 0xbf)
            return m_one.isWide ? 8 : word;
        if (opcode >= 0xa0 && opcode <= 0xa3)
            return 8;
        switch (opcode) {
        case 0x6a:
        case 0x6b:
        case 0x80:
        case 0x83:
        case 0xa8:
        case 0xc0:
        case 0xc1:
        case 0xc6:
        case 0xcd:
        case 0xeb: return 1;
        case 0xc2:
        case 0xca: return 2;
        case 0xc8: return 3;
        case 0x68:
        case 0x69:
        case 0x81:
        case 0xa9:
        case 0xc7: return word;
        case 0xe8:
        case 0xe9: return 4;
        case 0xf6: return (m_one.reg & 7U) < 2 ? 1 : 0;
        case 0xf7: return (m_one.reg & 7U) < 2 ? word : 0;
        default: return 0;
        }
    }

    std::span<const std::byte> m_bytes;
    std::size_t m_at = 0;
    unsigned m_rex = 0;
    bool m_isBad = false;
    X86Instruction m_one;
};

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
    const unsigned number = (opcode & 7U) | one.extension;
    if (one.hasModRm)
        return followByModRm(one, flow, state);
    if (opcode >= 0x50 && opcode <= 0x57)
        push(state);
    else if (opcode >= 0x58 && opcode <= 0x5f)
        pop(number, state);
    else if ((opcode >= 0x70 && opcode <= 0x7f) || (opcode >= 0xe0 && opcode <= 0xe3))
        flow.kind = Kind::Branch;
    else if (opcode >= 0xb8 && opcode <= 0xbf)
        setRegister(number, {}, state);
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
    const auto one = X86Reader(bytes).read();
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
        const auto call = X86Reader(std::span(bytes).first(length)).read();
        if (call && call->length == length)
            return true;
    }
    return false;
}

} // namespace ember::capture::machine

#endif
