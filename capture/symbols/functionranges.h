// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ember::capture {

// Start and end of functions, taken from unwind entries, which stripped binaries keep. A part that
// the compiler split off a function (a cold one) counts as a function of its own.
class FunctionRanges {
public:
    // Empty for files without unwind entries and for machines whose entries are not supported.
    explicit FunctionRanges(const ElfFile &file);

    struct Range {
        std::uint64_t start = 0;
        std::uint64_t end = 0; // exclusive
    };

    // The function around an address of the file.
    std::optional<Range> at(std::uint64_t address) const;

private:
    std::vector<Range> m_ranges; // sorted by start
};

} // namespace ember::capture
