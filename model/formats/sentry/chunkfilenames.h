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
    std::uint32_t pid = 0;
    bool launched = false; // the command the user asked for
    std::size_t chunks = 0;
};

// The names of the files for `-o output`, group by group, chunk by chunk (DESIGN.md §6): the
// launched process is output itself, or NAME-000.json, NAME-001.json … if it has several chunks;
// other processes are NAME-PID.json or NAME-PID-000.json …. Without a launched process the first
// group takes its place. A pid that came up before (exec) is told apart as NAME-PID.2.
std::vector<std::string> chunkFileNames(std::string_view output,
                                        std::span<const ChunkGroup> groups);

} // namespace ember::model::sentry
