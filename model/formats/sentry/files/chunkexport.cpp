// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/chunkexport.h"

#include "model/formats/sentry/chunkfilenames.h"

#include <algorithm>
#include <utility>

namespace ember::model::sentry {

namespace {

void add(WriteReport &sum, const WriteReport &report)
{
    sum.chunks += report.chunks;
    sum.loss += report.loss;
    sum.renumberedThreads += report.renumberedThreads;
    sum.imagesWithoutId += report.imagesWithoutId;
    sum.threadsWithoutSamples += report.threadsWithoutSamples;
    sum.measuredValues += report.measuredValues;
    sum.tracingSpans += report.tracingSpans;
    for (const auto &change : report.changes) {
        if (std::ranges::find(sum.changes, change) == sum.changes.end())
            sum.changes.push_back(change);
    }
}

} // namespace

ChunkFiles::ChunkFiles(std::string output, ChunkContainer container)
    : m_output(std::move(output)),
      m_container(container),
      m_staged(m_output)
{
}

Result<void> ChunkFiles::add(const Profile &profile, const WrittenChunk &chunk)
{
    if (chunk.rejection)
        return Error{ErrorCode::FormatCannotHold, m_output, toText(*chunk.rejection)};
    const bool isEnvelope = m_container == ChunkContainer::Envelope;
    const auto envelope = isEnvelope ? chunkEnvelope(chunk) : std::string();
    const std::string_view bytes = isEnvelope ? envelope : chunk.json;
    EMBER_RETURN_IF_ERROR(m_staged.add(bytes));
    if (m_groups.empty() || m_groups.back().profile != &profile
        || m_groups.back().process != chunk.piece.process)
        m_groups.push_back({&profile, chunk.piece.process, {}});
    m_groups.back().chunks.push_back(
        {{}, chunk.chunkId, chunk.profilerId, chunk.piece.samples(), bytes.size()});
    return {};
}

Result<std::vector<ExportedChunk>> ChunkFiles::publish()
{
    std::vector<ChunkGroup> groups;
    std::vector<ExportedChunk> chunks;
    for (auto &group : m_groups) {
        const Process &process = group.profile->process(group.process);
        auto &row =
            groups.emplace_back(ChunkGroup{process.pid, process.launched, group.chunks.size(), 0});
        for (auto &chunk : group.chunks) {
            row.samples += chunk.samples;
            chunks.push_back(std::move(chunk));
        }
    }
    const auto names = chunkFileNames(m_output, groups);
    EMBER_RETURN_IF_ERROR(m_staged.publish(names));
    for (std::size_t i = 0; i < names.size(); ++i)
        chunks[i].path = names[i];
    return chunks;
}

Result<ChunkExport> exportChunks(std::span<const ProfilePointer> profiles,
                                 const Selection &selection, const ChunkOptions &options,
                                 const std::string &output, const std::vector<std::string> &inputs)
{
    ChunkExport result;
    ChunkFiles files(output, options.container);
    files.protect(inputs);
    for (const auto &profile : profiles) {
        EMBER_ASSIGN_OR_RETURN(const auto report,
                               writeChunks(*profile, selection, options, [&](WrittenChunk &&chunk) {
                                   return files.add(*profile, chunk);
                               }));
        add(result.report, report);
    }
    EMBER_ASSIGN_OR_RETURN(result.files, files.publish());
    return result;
}

} // namespace ember::model::sentry
