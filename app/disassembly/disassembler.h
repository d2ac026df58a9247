// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ember::app {

// One instruction, or bytes that are none.
struct DecodedInstruction {
    std::uint64_t address = 0;
    std::uint32_t length = 0; // bytes
    std::string text; // "mov      eax, 1"; x86 in Intel's syntax
    std::optional<std::uint64_t> target; // of a jump or call to a place that it names itself
};

// The machine code of x86-64 or AArch64, whose first byte is at `address`, decoded from its start.
// Each byte is of one of them. Nothing: the machine (EM_… of ELF headers) is another one. Any
// thread.
std::optional<std::vector<DecodedInstruction>>
disassembled(std::span<const std::byte> code, std::uint64_t address, std::uint16_t machine);

} // namespace ember::app
