// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/unwind/x86instruction.h"

#include "capture/unwind/codewalk.h"

namespace ember::capture::machine {

namespace {

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
        m_one.reg = m_one.rm = (m_one.opcode & 7U) | (m_rex & 1U) << 3U;
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
        while (isPrefix(peek()) && m_at < longestInstruction) {
            const auto prefix = take();
            m_one.isShort = m_one.isShort || prefix == 0x66;
            m_one.isRepeated = m_one.isRepeated || prefix == 0xf2 || prefix == 0xf3;
            m_one.isOtherAddress =
                m_one.isOtherAddress || prefix == 0x64 || prefix == 0x65 || prefix == 0x67;
        }
        if ((peek() & 0xf0U) == 0x40)
            m_rex = take();
        m_one.isWide = (m_rex & 8U) != 0;
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
        bool isBare = mode == 0 && low == X86Instruction::framePointer;
        m_one.isRipRelative = isBare;
        if (low == X86Instruction::stackPointer) {
            const unsigned scale = take();
            m_one.rm = (scale & 7U) | (m_rex & 1U) << 3U;
            m_one.hasIndex =
                (scale >> 3U & 7U) != X86Instruction::stackPointer || (m_rex & 2U) != 0;
            isBare = mode == 0 && (scale & 7U) == X86Instruction::framePointer;
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

} // namespace

std::optional<X86Instruction> readInstruction(std::span<const std::byte> bytes)
{
    return X86Reader(bytes).read();
}

} // namespace ember::capture::machine
