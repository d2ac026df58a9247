// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ember::app {

// One instruction, or bytes that are not one.
struct DecodedInstruction {
    std::uint64_t address = 0;
    std::uint32_t length = 0; // bytes
    std::string text; // "mov      eax, 1"; x86 in Intel's syntax
    std::optional<std::uint64_t> target; // target of a direct jump or call
};

// Decodes machine code of x86-64 or AArch64; `address` is the address of its first byte. The result
// covers each byte once. Empty: another machine (EM_… of ELF headers), or Capstone does not start.
// Any thread.
std::optional<std::vector<DecodedInstruction>>
disassembled(std::span<const std::byte> code, std::uint64_t address, std::uint16_t machine);

} // namespace ember::app
