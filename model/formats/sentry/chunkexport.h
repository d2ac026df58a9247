// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkwriter.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace ember::model::sentry {

enum class ChunkContainer : std::uint8_t {
    Json, // the bare chunk
    Envelope, // one profile_chunk per envelope
};

struct ExportedChunk {
    std::string path;
    std::string chunkId;
    std::string profilerId;
    std::uint64_t samples = 0;
    std::size_t bytes = 0;
};

struct ChunkExport {
    std::vector<ExportedChunk> files;
    WriteReport report;
};

// Writes the chosen samples of all profiles as chunk files named after `output` (chunkFileNames).
// All or nothing: chunks go to temporary files beside it that get their names when the last one is
// complete. Errors: those of writeChunks, FileNotWritable, DiskFull.
Result<ChunkExport> exportChunks(std::span<const ProfilePointer> profiles,
                                 const Selection &selection, const ChunkOptions &options,
                                 const std::string &output, ChunkContainer container);

} // namespace ember::model::sentry
