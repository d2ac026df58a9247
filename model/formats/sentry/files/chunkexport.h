// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/stagedfiles.h"
#include "model/formats/sentry/files/chunkwriter.h"

#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace ember::model::sentry {

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

// Chunk files named after one output (chunkFileNames), all or none of them.
class ChunkFiles {
public:
    ChunkFiles(std::string output, ChunkContainer container);

    // Chunks of one process image come one after the other. Errors: FormatCannotHold for what Relay
    // would refuse; those of StagedFiles.
    Result<void> add(const Profile &profile, const WrittenChunk &chunk);
    // See StagedFiles::protect().
    void protect(std::vector<std::string> inputs) { m_staged.protect(std::move(inputs)); }
    Result<std::vector<ExportedChunk>> publish();

private:
    struct Group {
        const Profile *profile;
        ProcessIndex process;
        std::vector<ExportedChunk> chunks;
    };

    std::string m_output;
    ChunkContainer m_container;
    StagedFiles m_staged;
    std::vector<Group> m_groups;
};

// Writes the chosen samples of all profiles as chunk files. None of `inputs` is replaced under a
// name other than `output` (StagedFiles::protect). Errors: those of writeChunks and of ChunkFiles.
Result<ChunkExport> exportChunks(std::span<const ProfilePointer> profiles,
                                 const Selection &selection, const ChunkOptions &options,
                                 const std::string &output,
                                 const std::vector<std::string> &inputs = {});

} // namespace ember::model::sentry
