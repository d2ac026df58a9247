// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/chunkexport.h"

#include "model/formats/export/losses.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <utility>

namespace ember::model::sentry {

namespace {

constexpr std::uint32_t unknownPid = 0;

// The number with three digits, or more if it needs them.
std::string numberText(std::size_t number)
{
    auto digits = std::to_string(number);
    return digits.size() < 3 ? std::string(3 - digits.size(), '0') + digits : digits;
}

// The length of the path without the extension of its file.
std::size_t stemLength(std::string_view path)
{
    const auto slash = path.rfind('/');
    const auto name = slash == std::string_view::npos ? 0 : slash + 1;
    const auto dot = path.rfind('.');
    return dot == std::string_view::npos || dot <= name ? path.size() : dot;
}

// Returns the group of the launched process, the first if there are several. Of its images (of one
// pid, each made by exec from the previous one) the one with the most samples counts, of equal ones
// the last. Without a launched process, returns the first group with chunks.
std::size_t launchedGroup(std::span<const ChunkGroup> groups)
{
    const auto rank = [&](std::size_t row) {
        const auto &group = groups[row];
        return group.chunks == 0 || !group.launched ? 0 : group.samples + 1;
    };
    std::size_t best = 0;
    while (best + 1 < groups.size() && groups[best].chunks == 0)
        ++best;
    const auto isImageOfBest = [&](std::size_t row) {
        return groups[row].pid != unknownPid && groups[row].pid == groups[best].pid;
    };
    for (auto row = best + 1; row < groups.size(); ++row) {
        if (rank(row) == 0)
            continue;
        if (rank(best) == 0 || (isImageOfBest(row) && rank(row) >= rank(best)))
            best = row;
    }
    return best;
}

} // namespace

std::vector<std::string> chunkFileNames(std::string_view output, std::span<const ChunkGroup> groups)
{
    const auto stem = std::string(output.substr(0, stemLength(output)));
    const auto extension = std::string(output.substr(stem.size()));
    const auto launched = launchedGroup(groups);
    std::map<std::uint32_t, std::size_t> seen{{unknownPid, 1}};
    std::vector<std::string> names;
    for (std::size_t row = 0; row < groups.size(); ++row) {
        const auto &group = groups[row];
        if (group.chunks + group.transactions == 0)
            continue;
        auto base = stem;
        if (row != launched) {
            if (group.pid != unknownPid)
                base += '-' + std::to_string(group.pid);
            if (const auto turn = ++seen[group.pid]; turn > 1)
                base += '.' + std::to_string(turn);
        }
        const auto add = [&](const std::string &start, std::size_t count) {
            for (std::size_t place = 0; place < count; ++place)
                names.push_back(start + (count > 1 ? '-' + numberText(place) : "") + extension);
        };
        add(base, group.chunks);
        add(base + ".transaction", group.transactions);
    }
    return names;
}

namespace {

// Counts parts of which only some are lost.
struct PartialLosses {
    std::uint64_t places = 0; // frames at another address than their function's
    std::uint64_t mainThreads = 0;
    std::uint64_t imageLives = 0;

    void add(const Profile &profile)
    {
        // A frame in a chunk has one address, its function's.
        profile.tables().frames.forEach([&](std::size_t, const Frame &frame) {
            places += frame.pc != 0 && frame.address && *frame.address != frame.pc ? 1U : 0U;
        });
        for (const Thread &thread : profile.tables().threads) {
            const auto name = profile.text(thread.name);
            const bool isKnownByName = name == "main" || name == "MainThread";
            mainThreads += thread.isMain && !isKnownByName ? 1U : 0U;
        }
        for (const Image &image : profile.tables().images)
            imageLives += image.loaded || image.unloaded ? 1U : 0U;
    }
};

} // namespace

std::vector<Loss> lossesOfChunks(std::span<const ProfilePointer> profiles)
{
    auto losses =
        lossesBeside({Part::Times,      Part::Dates,       Part::Threads,        Part::ThreadIds,
                      Part::Priorities, Part::Processes,   Part::Releases,       Part::MainThreads,
                      Part::Lines,      Part::Columns,     Part::Addresses,      Part::InApp,
                      Part::Modules,    Part::Packages,    Part::FramePlatforms, Part::FrameFacts,
                      Part::Files,      Part::Paths,       Part::Images,         Part::ImageFacts,
                      Part::Spans,      Part::Measurements},
                     profiles, "sentry");
    PartialLosses partial;
    for (const auto &profile : profiles)
        partial.add(*profile);
    const auto add = [&](Part part, const char *which, std::uint64_t count) {
        if (count > 0)
            losses.push_back({std::string(partName(part)) + which, count});
    };
    add(Part::MainThreads, "", partial.mainThreads);
    add(Part::Addresses, " within functions", partial.places);
    if (partial.imageLives > 0)
        losses.push_back({"when binaries were loaded", partial.imageLives});
    return losses;
}

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
    sum.replacements.add(report.replacements);
    sum.threadsLeftOut += report.threadsLeftOut;
    sum.thinnedSamples += report.thinnedSamples;
    sum.transactionsLeft += report.transactionsLeft;
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

ChunkFiles::Group &ChunkFiles::groupOf(const Profile &profile, ProcessIndex process)
{
    const auto isSame = [&](const Group &group) {
        return group.profile == &profile && group.process == process;
    };
    const auto known = std::find_if(m_groups.rbegin(), m_groups.rend(), isSame);
    return known != m_groups.rend() ? *known : m_groups.emplace_back(Group{&profile, process});
}

Result<void> ChunkFiles::add(const Profile &profile, const WrittenChunk &chunk)
{
    if (chunk.rejection)
        return Error{ErrorCode::FormatCannotHold, m_output, toText(*chunk.rejection)};
    const bool isEnvelope = m_container == ChunkContainer::Envelope;
    const auto envelope = isEnvelope ? chunkEnvelope(chunk) : std::string();
    const std::string_view bytes = isEnvelope ? envelope : chunk.json;
    EMBER_RETURN_IF_ERROR(m_staged.add(bytes));
    groupOf(profile, chunk.piece.process)
        .chunks.push_back(
            {m_count++, {{}, chunk.chunkId, chunk.profilerId, chunk.samples(), bytes.size()}});
    return {};
}

Result<void> ChunkFiles::add(const Profile &profile, const WrittenTransaction &transaction)
{
    const bool isEnvelope = m_container == ChunkContainer::Envelope;
    const auto envelope = isEnvelope ? transactionEnvelope(transaction) : std::string();
    const std::string_view bytes = isEnvelope ? envelope : transaction.json;
    EMBER_RETURN_IF_ERROR(m_staged.add(bytes));
    groupOf(profile, transaction.process)
        .transactions.push_back({m_count++,
                                 {{},
                                  transaction.eventId,
                                  transaction.profilerId,
                                  transaction.spans,
                                  bytes.size(),
                                  true}});
    return {};
}

Result<std::vector<ExportedChunk>> ChunkFiles::publish()
{
    std::vector<ChunkGroup> groups;
    std::vector<StagedFile> files;
    for (auto &group : m_groups) {
        const Process &process = group.profile->process(group.process);
        auto &row = groups.emplace_back(ChunkGroup{
            process.pid, process.launched, group.chunks.size(), 0, group.transactions.size()});
        for (auto &chunk : group.chunks) {
            row.samples += chunk.file.samples;
            files.push_back(std::move(chunk));
        }
        std::ranges::move(group.transactions, std::back_inserter(files));
    }
    const auto names = chunkFileNames(m_output, groups);
    std::vector<ExportedChunk> exported;
    std::vector<std::string> paths(names.size()); // in the order of adding
    for (std::size_t i = 0; i < names.size(); ++i) {
        paths[files[i].place] = names[i];
        files[i].file.path = names[i];
        exported.push_back(std::move(files[i].file));
    }
    EMBER_RETURN_IF_ERROR(m_staged.publish(paths));
    return exported;
}

Result<ChunkExport> exportChunks(std::span<const ProfilePointer> profiles,
                                 const ChunkOptions &options, const std::string &output,
                                 const std::vector<std::string> &inputs)
{
    ChunkExport result;
    ChunkFiles files(output, options.container);
    files.protect(inputs);
    for (const auto &profile : profiles) {
        EMBER_ASSIGN_OR_RETURN(const auto report,
                               writeChunks(*profile, {}, options, [&](WrittenChunk &&chunk) {
                                   return files.add(*profile, chunk);
                               }));
        for (const auto &transaction : report.transactions)
            EMBER_RETURN_IF_ERROR(files.add(*profile, transaction));
        add(result.report, report);
    }
    EMBER_ASSIGN_OR_RETURN(result.files, files.publish());
    return result;
}

} // namespace ember::model::sentry
