// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/unwind/gofunctions.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ember::tests {

// An ELF file with a table of Go functions, written by hand in one of its layouts, as there is no
// compiler of each. "main.outer" has its frame from 0x1004 on and runs the inlined "main.inner" at
// [0x1010, 0x1030).
struct GoImage {
    static constexpr std::uint64_t outer = 0x1000;
    static constexpr std::uint64_t goexit = 0x1080;
    static constexpr std::uint64_t sigreturn = 0x10c0;
    static constexpr std::uint64_t codeEnd = 0x1100;
    static constexpr std::uint64_t tableAddress = 0x2000;

    std::vector<std::byte> file;
    std::vector<std::byte> table; // its .gopclntab
};

GoImage goImage(capture::GoFunctions::Layout layout);

} // namespace ember::tests
