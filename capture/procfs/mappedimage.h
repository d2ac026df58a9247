// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/fileidentity.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ember::capture {

// A binary mapped into the target.
struct MappedImage {
    std::uint64_t start = 0; // first byte of the whole image's mappings
    std::uint64_t end = 0;
    std::uint64_t bias = 0; // run-time address − address in the file's program headers
    std::string path; // path to open; may be /proc/PID/map_files/… or /proc/PID/root/…
    std::string displayPath; // path as in the target's maps
    std::string buildId; // NT_GNU_BUILD_ID in lower hex; "" if it has none
    FileIdentity identity; // identity of the file at `path`
    // The image's content if no file has it (the vDSO, deleted binaries); `path` is not opened
    // then.
    std::shared_ptr<const std::vector<std::byte>> memory;

    friend bool operator==(const MappedImage &, const MappedImage &) = default;
};

} // namespace ember::capture
