// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ember::capture::machine {

enum class OpcodeMap : std::uint8_t { OneByte, Of0f, Of0f38, Of0f3a };

// The parts of an instruction (Intel's manual, volume 2, chapter 2). Register numbers are those of
// the encoding, with the bits of REX or VEX; without ModRM, `reg` and `rm` are both the number in
// the opcode's last bits.
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
    // The address is not the one that the operands say: a prefix adds a segment's base, or shortens
    // it to 32 bits.
    bool isOtherAddress = false;
    bool isRepeated = false; // has the prefix f2 or f3
    unsigned reg = 0;
    unsigned rm = 0; // a register, or the base of an address; noBase: the address has none
    std::int32_t displacement = 0;
    std::int64_t immediate = 0;
    std::size_t length = 0;

    static constexpr unsigned noBase = 32;
    static constexpr unsigned stackPointer = 4;
    static constexpr unsigned framePointer = 5;
};

// Decodes an instruction of 64-bit code; absent if the bytes are no instruction, or end within it.
std::optional<X86Instruction> readInstruction(std::span<const std::byte> bytes);

} // namespace ember::capture::machine
