// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// A line of /proc/PID/maps: proc(5).
struct Mapping {
    std::uint64_t start = 0;
    std::uint64_t end = 0; // exclusive
    std::uint64_t offset = 0; // in the file
    std::uint64_t device = 0; // as packed by makedev(3)
    std::uint64_t inode = 0; // 0: no file
    std::string path; // "" for anonymous memory; [stack], [vdso], …; without " (deleted)"
    bool isReadable = false;
    bool isWritable = false;
    bool isExecutable = false;
    bool isShared = false;
    bool isDeleted = false; // the file was unlinked

    std::uint64_t size() const { return end - start; }

    bool contains(std::uint64_t address) const { return start <= address && address < end; }
};

// In address order, as the kernel writes them. Errors: SyntaxError with the line's number.
model::Result<std::vector<Mapping>> parseMaps(std::string_view text);

// The mapping that contains an address, or null. `mappings` must be in address order.
const Mapping *findMapping(const std::vector<Mapping> &mappings, std::uint64_t address);

} // namespace ember::capture
