// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/chunkexport.h"

#include "model/formats/sentry/chunkfilenames.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace ember::model::sentry {

namespace {

struct CloseFile {
    void operator()(std::FILE *file) const { std::fclose(file); }
};

Error writeError(const std::string &path, int reason)
{
    const auto code =
        reason == ENOSPC || reason == EDQUOT ? ErrorCode::DiskFull : ErrorCode::FileNotWritable;
    return {code, path, std::strerror(reason)};
}

Result<void> writeFile(const std::string &path, std::string_view bytes)
{
    std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "wbe"));
    if (!file)
        return writeError(path, errno);
    const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), file.get()) == bytes.size();
    const int reason = errno;
    if (!whole)
        return writeError(path, reason);
    if (std::fclose(file.release()) != 0)
        return writeError(path, errno);
    return {};
}

// The chunks of one process image of one profile, in temporary files.
struct Group {
    const Profile *profile;
    ProcessIndex process;
    std::vector<ExportedChunk> chunks;
};

// Temporary files that vanish unless they got their names.
class Staging {
public:
    explicit Staging(std::string output) : m_output(std::move(output)) { }
    ~Staging()
    {
        for (const auto &path : m_temporary)
            std::remove(path.c_str());
    }
    Staging(const Staging &) = delete;
    Staging &operator=(const Staging &) = delete;

    Result<void> add(const Profile &profile, const WrittenChunk &chunk, ChunkContainer container)
    {
        const std::string path = m_output + '.' + std::to_string(m_temporary.size()) + ".part";
        m_temporary.push_back(path);
        const std::string bytes =
            container == ChunkContainer::Envelope ? chunkEnvelope(chunk) : chunk.json;
        EMBER_RETURN_IF_ERROR(writeFile(path, bytes));
        if (m_groups.empty() || m_groups.back().profile != &profile
            || m_groups.back().process != chunk.piece.process)
            m_groups.push_back({&profile, chunk.piece.process, {}});
        m_groups.back().chunks.push_back(
            {path, chunk.chunkId, chunk.profilerId, chunk.piece.samples(), bytes.size()});
        return {};
    }

    Result<std::vector<ExportedChunk>> finish()
    {
        std::vector<ChunkGroup> groups;
        for (const auto &group : m_groups) {
            const Process &process = group.profile->process(group.process);
            auto &row = groups.emplace_back();
            row.pid = process.pid;
            row.launched = process.launched;
            row.chunks = group.chunks.size();
            for (const auto &chunk : group.chunks)
                row.samples += chunk.samples;
        }
        const auto names = chunkFileNames(m_output, groups);
        std::vector<ExportedChunk> named;
        for (auto &group : m_groups) {
            for (auto &chunk : group.chunks) {
                const auto &name = names[named.size()];
                if (std::rename(chunk.path.c_str(), name.c_str()) != 0)
                    return writeError(name, errno);
                chunk.path = name;
                named.push_back(std::move(chunk));
            }
        }
        m_temporary.clear();
        return named;
    }

private:
    std::string m_output;
    std::vector<std::string> m_temporary;
    std::vector<Group> m_groups;
};

void add(WriteReport &sum, const WriteReport &report)
{
    sum.chunks += report.chunks;
    sum.loss += report.loss;
    sum.renumberedThreads += report.renumberedThreads;
    sum.imagesWithoutId += report.imagesWithoutId;
}

} // namespace

Result<ChunkExport> exportChunks(std::span<const ProfilePointer> profiles,
                                 const Selection &selection, const ChunkOptions &options,
                                 const std::string &output, ChunkContainer container)
{
    ChunkExport result;
    Staging staging(output);
    for (const auto &profile : profiles) {
        EMBER_ASSIGN_OR_RETURN(const auto report,
                               writeChunks(*profile, selection, options, [&](WrittenChunk &&chunk) {
                                   return staging.add(*profile, chunk, container);
                               }));
        add(result.report, report);
    }
    EMBER_ASSIGN_OR_RETURN(result.files, staging.finish());
    return result;
}

} // namespace ember::model::sentry
