// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/chunklist.h"

#include "app/session/filenames.h"
#include "model/formats/sentry/sessionidentity.h"

#include <QFile>

#include <algorithm>
#include <string>

namespace ember::app {

namespace {

using model::Profile;
using model::Result;
using model::sentry::Piece;

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

ChunkEntry entryOfPiece(const Profile &profile, const Piece &piece)
{
    ChunkEntry entry;
    entry.profilerId = toQString(profile.text(profile.process(piece.process).profilerId));
    entry.range = piece.range();
    entry.threads = static_cast<std::uint32_t>(piece.threads.size());
    entry.samples = piece.samples();
    entry.pieces = {piece};
    return entry;
}

// Relay's reason, which the reader stored in the chunk's metadata as a JSON string.
QString relayReasonOf(const Profile &profile, const model::Source &source)
{
    for (const model::Attribute &attribute : source.attributes) {
        if (profile.text(attribute.key) != "verdict")
            continue;
        const QString reason = toQString(profile.text(attribute.json)).remove(QLatin1Char('"'));
        return reason == QLatin1String("accepted") ? QString() : reason;
    }
    return {};
}

std::uint32_t threadsWithin(const Profile &profile, const model::Source &source)
{
    std::uint32_t count = 0;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const model::ThreadIndex thread(row);
        if (profile.thread(thread).process != source.process || profile.samples(thread).isEmpty())
            continue;
        const auto &times = profile.samples(thread).times;
        const bool isApart =
            times[model::SampleIndex(0)] > source.range.end || times.back() < source.range.start;
        count += isApart ? 0 : 1;
    }
    return count;
}

ChunkEntry entryOfSource(const Profile &profile, const model::Source &source)
{
    ChunkEntry entry;
    entry.profilerId = toQString(profile.text(profile.process(source.process).profilerId));
    entry.chunkId = toQString(profile.text(source.chunkId));
    entry.range = source.range;
    entry.samples = source.samples;
    entry.bytes = source.bytes;
    entry.threads = threadsWithin(profile, source);
    entry.relayReason = relayReasonOf(profile, source);
    return entry;
}

bool overlap(const Piece &piece, const model::Source &source)
{
    return piece.first <= source.range.end && piece.last >= source.range.start;
}

// The opened chunks as entries. A piece of a chunk that Relay accepts refers to its chunk; a piece
// of a chunk that had to be cut again is assigned by its time.
std::vector<ChunkEntry> entriesOfSources(const Profile &profile, const std::vector<Piece> &pieces)
{
    std::vector<ChunkEntry> entries;
    std::size_t row = 0;
    for (const model::Source &source : profile.tables().sources) {
        const model::SourceIndex index(row++);
        ChunkEntry entry = entryOfSource(profile, source);
        for (const Piece &piece : pieces) {
            const bool isOfIt = piece.source.isValid()
                ? piece.source == index
                : piece.process == source.process && overlap(piece, source);
            if (isOfIt)
                entry.pieces.push_back(piece);
        }
        entries.push_back(std::move(entry));
    }
    return entries;
}

bool isFromChunks(const Profile &profile)
{
    const auto &sources = profile.tables().sources;
    return !sources.isEmpty()
        && std::ranges::all_of(
            sources, [](model::StringIndex id) { return id.isValid(); }, &model::Source::chunkId);
}

QStringList namesOf(const std::vector<model::sentry::ExportedChunk> &files)
{
    QStringList names;
    for (const auto &file : files)
        names.append(QFile::decodeName(QByteArray::fromStdString(file.path)));
    return names;
}

} // namespace

std::vector<ChunkEntry> chunkList(const Profile &profile)
{
    const auto cut = model::sentry::cutIntoPieces(profile, {});
    if (isFromChunks(profile))
        return entriesOfSources(profile, cut.pieces);
    std::vector<ChunkEntry> entries;
    for (const Piece &piece : cut.pieces)
        entries.push_back(entryOfPiece(profile, piece));
    return entries;
}

QString idWhenWritten(const Profile &profile, const ChunkEntry &entry)
{
    if (!entry.chunkId.isEmpty() || entry.pieces.size() != 1)
        return entry.chunkId;
    const Piece &piece = entry.pieces.front();
    const auto session = model::sentry::sessionIdentity(profile, piece.process, {});
    return toQString(model::sentry::derivedChunkId(profile, piece, session.profilerId));
}

ChunkChoice chooseEntries(const model::ProfilePointer &profile,
                          const std::vector<ChunkEntry> &entries,
                          const std::vector<std::size_t> &chosen)
{
    ChunkChoice choice;
    choice.profile = profile;
    for (const std::size_t place : chosen) {
        const auto &pieces = entries.at(place).pieces;
        choice.pieces.insert(choice.pieces.end(), pieces.begin(), pieces.end());
    }
    return choice;
}

ChunkChoice chooseSelection(const model::ProfilePointer &profile, const model::Selection &selection)
{
    auto cut = model::sentry::cutIntoPieces(*profile, selection);
    return {profile, std::move(cut.pieces), cut.loss};
}

std::uint64_t WrittenChunks::samples() const
{
    std::uint64_t count = 0;
    for (const auto &chunk : chunks)
        count += chunk.samples();
    return count;
}

std::uint64_t WrittenChunks::bytes() const
{
    std::uint64_t count = 0;
    for (const auto &chunk : chunks)
        count += chunk.json.size();
    return count;
}

Result<WrittenChunks> writeChoice(const ChunkChoice &choice,
                                  const model::sentry::ChunkOptions &options,
                                  const std::stop_token &stop)
{
    WrittenChunks written;
    const auto keep = [&](model::sentry::WrittenChunk &&chunk) -> Result<void> {
        if (stop.stop_requested())
            return model::Error{model::ErrorCode::Cancelled, {}, {}};
        written.chunks.push_back(std::move(chunk));
        return {};
    };
    EMBER_ASSIGN_OR_RETURN(
        written.report, model::sentry::writePieces(*choice.profile, choice.pieces, options, keep));
    written.report.loss += choice.loss;
    return written;
}

Result<QStringList> saveChunks(const ChunkChoice &choice, const WrittenChunks &written,
                               const QString &output, model::sentry::ChunkContainer container,
                               const QStringList &inputs)
{
    model::sentry::ChunkFiles files(QFile::encodeName(output).toStdString(), container);
    std::vector<std::string> paths;
    for (const QString &input : inputs)
        paths.push_back(toPath(input));
    files.protect(std::move(paths));
    for (const auto &chunk : written.chunks)
        EMBER_RETURN_IF_ERROR(files.add(*choice.profile, chunk));
    for (const auto &transaction : written.report.transactions)
        EMBER_RETURN_IF_ERROR(files.add(*choice.profile, transaction));
    EMBER_ASSIGN_OR_RETURN(const auto saved, files.publish());
    return namesOf(saved);
}

std::vector<model::Loss> lossesOfV1(const model::ProfilePointer &profile)
{
    return model::sentry::lossesOfChunks({&profile, 1});
}

Result<QStringList> saveAsV1(const model::ProfilePointer &profile,
                             model::sentry::ChunkOptions options, const QString &output,
                             const QStringList &inputs)
{
    using model::sentry::ChunkContainer;
    options.format = model::sentry::SampleFormat::V1;
    options.container = output.endsWith(QLatin1String(".envelope"), Qt::CaseInsensitive)
        ? ChunkContainer::Envelope
        : ChunkContainer::Json;
    std::vector<std::string> paths;
    for (const QString &input : inputs)
        paths.push_back(toPath(input));
    EMBER_ASSIGN_OR_RETURN(
        const auto saved,
        model::sentry::exportChunks({&profile, 1}, options, toPath(output), paths));
    return namesOf(saved.files);
}

} // namespace ember::app
