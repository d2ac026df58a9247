// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/elffile.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ember::capture {

// Where functions begin and end, by the entries that stripped binaries keep for unwinding. A part
// that the compiler moved away from its function (a cold one) counts as a function of its own.
class FunctionRanges {
public:
    // Nothing of a file without such entries, or of a machine whose entries are not read.
    explicit FunctionRanges(const ElfFile &file);

    struct Range {
        std::uint64_t start = 0;
        std::uint64_t end = 0; // first byte behind
    };

    // The function around an address of the file.
    std::optional<Range> at(std::uint64_t address) const;

private:
    std::vector<Range> m_ranges; // sorted by start
};

} // namespace ember::capture
