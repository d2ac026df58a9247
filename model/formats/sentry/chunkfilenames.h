// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// The pieces of one process image, as far as file names go.
struct ChunkGroup {
    std::uint32_t pid = 0; // 0: not known, as of chunks
    bool launched = false; // the command the user asked for
    std::size_t chunks = 0;
    std::uint64_t samples = 0; // of all of them
};

// The names of the files for `-o output`, group by group, chunk by chunk (DESIGN.md §6): the
// launched process is output itself, or NAME-000.json, NAME-001.json … if it has several chunks;
// other processes are NAME-PID.json or NAME-PID-000.json …. Commands are often started through a
// shell or env that execs them: of several images of the launched process the one with most samples
// is meant. Of several launched processes, as of files converted together, it is the first; without
// one the first group takes its place. An image whose pid came up
// before is NAME-PID.2, one without a pid NAME.2.
std::vector<std::string> chunkFileNames(std::string_view output,
                                        std::span<const ChunkGroup> groups);

} // namespace ember::model::sentry
