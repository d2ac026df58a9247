// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/export/exporter.h"
#include "model/formats/export/stagedfiles.h"
#include "model/formats/sentry/files/chunkwriter.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::model::sentry {

// The properties of the pieces of one process image that chunkFileNames() needs.
struct ChunkGroup {
    std::uint32_t pid = 0; // 0: not known, as for processes from chunks
    bool launched = false; // the command that the user asked for
    std::size_t chunks = 0;
    std::uint64_t samples = 0; // of all pieces
    std::size_t transactions = 0;
};

// Returns the names of the files for `-o output`, group by group, chunk by chunk (DESIGN.md §6):
// the launched process is output itself, or NAME-000.json, NAME-001.json … if it has several
// chunks; other processes are NAME-PID.json or NAME-PID-000.json …. Commands are often started
// through a shell or env that execs them, so of several images of the launched process the one with
// most samples counts. Of several launched processes, as of files converted together, the first
// counts; if there is none, the first group with chunks does. A later image with the same pid is
// NAME-PID.2, one without a pid NAME.2. After the chunks of a group come its transactions,
// .transaction after the base, numbered if there are several.
std::vector<std::string> chunkFileNames(std::string_view output,
                                        std::span<const ChunkGroup> groups);

// Returns what profiles lose because chunks and V1 profiles have no place for it, beside what a
// WriteReport counts (samples, images, units and spans).
std::vector<Loss> lossesOfChunks(std::span<const ProfilePointer> profiles);

// A file with a chunk, a V1 profile, or a transaction.
struct ExportedChunk {
    std::string path;
    std::string chunkId; // id of the chunk; of a transaction its event_id
    std::string profilerId;
    std::uint64_t samples = 0; // number of samples; of a transaction of its spans
    std::size_t bytes = 0;
    bool isTransaction = false;
};

struct ChunkExport {
    std::vector<ExportedChunk> files;
    WriteReport report;
};

// Writes files of chunks and transactions named after one output (chunkFileNames), all or none of
// them.
class ChunkFiles {
public:
    ChunkFiles(std::string output, ChunkContainer container);

    // Adds a file. Errors:
    // FormatCannotHold for chunks that Relay would refuse; those of StagedFiles.
    Result<void> add(const Profile &profile, const WrittenChunk &chunk);
    // Adds a file for a transaction; all chunks of its process must be there. Errors: those of
    // StagedFiles.
    Result<void> add(const Profile &profile, const WrittenTransaction &transaction);
    // Sets the files that have been read: publish() replaces none of them unless it is the output
    // itself.
    void protect(std::vector<std::string> inputs) { m_staged.protect(std::move(inputs)); }
    Result<std::vector<ExportedChunk>> publish();

private:
    struct StagedFile {
        std::size_t place; // in the order of adding
        ExportedChunk file;
    };

    struct Group {
        const Profile *profile;
        ProcessIndex process;
        std::vector<StagedFile> chunks = {};
        std::vector<StagedFile> transactions = {};
    };

    Group &groupOf(const Profile &profile, ProcessIndex process);

    std::string m_output;
    ChunkContainer m_container;
    StagedFiles m_staged;
    std::vector<Group> m_groups;
    std::size_t m_count = 0; // number of files
};

// Writes the samples of all profiles as chunk files. No file of `inputs` is replaced unless
// it is `output` itself (StagedFiles::protect). Errors: those of writeChunks and of ChunkFiles.
Result<ChunkExport> exportChunks(std::span<const ProfilePointer> profiles,
                                 const ChunkOptions &options, const std::string &output,
                                 const std::vector<std::string> &inputs = {});

} // namespace ember::model::sentry
