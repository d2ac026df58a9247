// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/files/chunkwriter.h"

#include "model/formats/bytes/bytesource.h"
#include "model/formats/export/losses.h"
#include "model/formats/export/randomuuid.h"
#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/documentjson.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/chunkbuilder.h"
#include "model/formats/sentry/files/chunkchanges.h"
#include "model/formats/sentry/files/v1writer.h"
#include "model/formats/sentry/relay.h"
#include "model/formats/sentry/sessionidentity.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ember::model::sentry {

namespace {

std::uint64_t countImagesWithoutId(const Profile &profile)
{
    const auto &images = profile.tables().images;
    return static_cast<std::uint64_t>(std::ranges::count_if(images, [&](const Image &image) {
        return profile.text(image.debugId).empty() && profile.text(image.codeId).empty();
    }));
}

// Judges the written text alone, as Relay would.
std::optional<Rejection> rejectionOf(const WrittenChunk &chunk)
{
    const Bytes bytes{std::string_view(chunk.json)};
    const auto unread = [](const Error &error) {
        return Rejection{RejectReason::InvalidJson, {}, error.detail};
    };
    auto reading = chunk.transaction.empty() ? readChunk(bytes.view()) : readProfile(bytes.view());
    return reading ? judge(*reading, {.itemPlatform = chunk.platform}).rejection
                   : unread(reading.error());
}

std::uint64_t countThreadsWithoutSamples(const Profile &profile)
{
    std::uint64_t count = 0;
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        count += profile.samples(ThreadIndex(row)).isEmpty() ? 1U : 0U;
    return count;
}

std::uint64_t countValuesWithoutUnit(const Profile &profile)
{
    std::uint64_t count = 0;
    for (const Measurement &series : profile.tables().measurements)
        count += longUnit(profile.text(series.unit)).empty() ? series.values.size() : 0;
    return count;
}

CutLimits limitsOf(SampleFormat format)
{
    if (format == SampleFormat::V1)
        return {longestProfile, longestProfile};
    return {};
}

// The least bytes of all stacks: a digit and a comma per frame.
std::uint64_t leastStackBytes(const Profile &profile, const Piece &piece)
{
    std::vector<bool> isCounted(profile.tables().stacks.size());
    std::uint64_t bytes = 0;
    for (const auto &part : piece.threads) {
        const auto &stacks = profile.samples(part.thread).stacks;
        for (auto row = part.first.row(); row < part.end.row(); ++row) {
            const auto stack = stacks[SampleIndex(row)];
            if (!isCounted[stack.row()])
                bytes += std::uint64_t(profile.stack(stack).depth) * 2;
            isCounted[stack.row()] = true;
        }
    }
    return bytes;
}

// A name for a piece that was not written, and so has no chunk_id.
std::string nameOf(const Profile &profile, const Piece &piece)
{
    const auto &process = profile.process(piece.process);
    std::string name(profile.text(process.name));
    if (name.empty())
        name = "pid " + std::to_string(process.pid);
    return name;
}

} // namespace

ChunkWriter::ChunkWriter(const Profile &profile, ChunkOptions options)
    : m_profile(profile),
      m_options(std::move(options)),
      m_threadIds(chunkThreadIds(profile))
{
}

const SessionIdentity &ChunkWriter::identity(ProcessIndex process)
{
    const auto known = m_identities.find(process);
    if (known != m_identities.end())
        return known->second;
    return m_identities.emplace(process, sessionIdentity(m_profile, process, m_options))
        .first->second;
}

WrittenChunk ChunkWriter::write(const Piece &piece)
{
    return m_options.format == SampleFormat::V1 ? writeProfileV1(piece) : writeChunk(piece);
}

std::string ChunkWriter::chunkIdOf(const Piece &piece, std::string_view profilerId) const
{
    if (m_options.ids == Ids::Fresh)
        return randomUuid();
    if (piece.source.isValid()) {
        const auto &source = m_profile.tables().sources[piece.source];
        if (auto kept = keptId(m_profile.text(source.chunkId)))
            return *kept;
    }
    return derivedChunkId(m_profile, piece, profilerId);
}

WrittenChunk ChunkWriter::writeChunk(const Piece &piece)
{
    const auto &session = identity(piece.process);
    const auto chunkId = chunkIdOf(piece, session.profilerId);
    const auto chunk = ChunkBuilder(m_profile, piece, session, m_threadIds).build(chunkId);
    addChanges(changesToV2(m_profile, piece.process));
    addChanges(changesToChunk(m_profile, piece, session, chunkId, m_options));
    auto header = headerOfChunk(m_profile, piece, m_options);
    addChanges(header.changes);
    return {piece,
            chunkId,
            session.profilerId,
            session.platform,
            session.release,
            writeChunkJson(chunk, Members::All),
            {},
            {},
            std::move(header.json),
            {}};
}

WrittenChunk ChunkWriter::writeProfileV1(const Piece &piece)
{
    const auto &session = identity(piece.process);
    auto chunk = ChunkBuilder(m_profile, piece, session, m_threadIds).build({});
    auto written =
        V1Writer(m_profile, piece, session, m_threadIds, std::move(chunk)).write(m_options);
    addChanges(written.changes);
    addChanges(headersLeftOut(m_profile, piece.process));
    return {piece,
            written.eventId,
            {},
            session.platform,
            session.release,
            std::move(written.json),
            written.transactionId,
            std::move(written.transaction),
            std::move(written.envelopeHeader),
            {}};
}

void ChunkWriter::addChanges(const std::vector<std::string> &changes)
{
    for (const auto &change : changes) {
        if (std::ranges::find(m_changes, change) == m_changes.end())
            m_changes.push_back(change);
    }
}

Result<WriteReport> writePieces(const Profile &profile, const std::vector<Piece> &pieces,
                                const ChunkOptions &options, const ChunkSink &sink)
{
    ChunkWriter writer(profile, options);
    WriteReport report;
    std::vector<Piece> waiting(pieces.rbegin(), pieces.rend());
    while (!waiting.empty()) {
        const auto piece = std::move(waiting.back());
        waiting.pop_back();
        // Estimated first, as few bytes of deep stacks can become gigabytes of a chunk.
        auto bytes = leastStackBytes(profile, piece);
        auto written = bytes > options.maximumBytes ? WrittenChunk() : writer.write(piece);
        bytes = std::max<std::uint64_t>(bytes, written.json.size());
        if (bytes > options.maximumBytes) {
            const auto smaller = halves(profile, piece, report.loss, limitsOf(options.format));
            if (smaller.empty())
                return Error{ErrorCode::TooLarge,
                             written.chunkId.empty() ? nameOf(profile, piece) : written.chunkId,
                             std::to_string(bytes) + " bytes, at most "
                                 + std::to_string(options.maximumBytes)};
            waiting.insert(waiting.end(), smaller.rbegin(), smaller.rend());
            continue;
        }
        written.rejection = rejectionOf(written);
        EMBER_RETURN_IF_ERROR(sink(std::move(written)));
        ++report.chunks;
    }
    report.changes = writer.changes();
    report.renumberedThreads = writer.renumberedThreads();
    report.imagesWithoutId = countImagesWithoutId(profile);
    report.threadsWithoutSamples = countThreadsWithoutSamples(profile);
    report.measuredValues = countValuesWithoutUnit(profile);
    report.tracingSpans = profile.tables().tracingSpans.size();
    return report;
}

Result<WriteReport> writeChunks(const Profile &profile, const Selection &selection,
                                const ChunkOptions &options, const ChunkSink &sink)
{
    if (profile.tables().origin == TimeOrigin::None)
        return cannotHoldUntimed(options.format == SampleFormat::V1 ? "Sentry V1"
                                                                    : "a Sentry chunk");
    const auto cut = cutIntoPieces(profile, selection, limitsOf(options.format));
    if (cut.pieces.empty())
        return Error{ErrorCode::NothingToShow, {}, "no thread has two samples that are not idle"};
    auto report = writePieces(profile, cut.pieces, options, sink);
    if (report)
        report->loss += cut.loss;
    return report;
}

std::string chunkEnvelope(const WrittenChunk &chunk)
{
    NewEnvelope envelope;
    envelope.others = chunk.envelopeHeader;
    if (chunk.transaction.empty()) {
        envelope.eventId = chunk.chunkId;
        envelope.items.push_back({"profile_chunk", chunk.platform, "application/json", chunk.json});
    } else {
        envelope.eventId = chunk.transactionId;
        envelope.items.push_back({"transaction", {}, "application/json", chunk.transaction});
        envelope.items.push_back({"profile", {}, "application/json", chunk.json});
    }
    return writeEnvelope(envelope);
}

} // namespace ember::model::sentry
