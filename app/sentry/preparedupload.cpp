// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/sentry/preparedupload.h"

#include "app/intake/forwarder.h"
#include "app/upload/outgoingenvelope.h"
#include "model/formats/sentry/chunkattributes.h"
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/relay.h"
#include "model/profile/pauses.h"

#include <QFile>

#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::app {

using model::Error;
using model::ErrorCode;
using model::Result;
using model::sentry::SampleFormat;

namespace {

bool hasOnlyV1(const ChunkChoice &choice)
{
    return !choice.pieces.empty()
        && std::ranges::all_of(choice.pieces, [&](const model::sentry::Piece &piece) {
               return model::sentry::profileSource(*choice.profile, piece.process) != nullptr;
           });
}

// Cuts pieces that are too long for V1: they were cut for chunks.
void divideForV1(ChunkChoice &choice)
{
    using model::sentry::longestProfile;
    using model::sentry::Piece;
    std::vector<Piece> waiting(choice.pieces.rbegin(), choice.pieces.rend());
    choice.pieces.clear();
    while (!waiting.empty()) {
        Piece piece = std::move(waiting.back());
        waiting.pop_back();
        std::vector<Piece> smaller;
        if (piece.duration() > longestProfile)
            smaller = model::sentry::halves(*choice.profile, piece, choice.loss,
                                            {longestProfile, longestProfile});
        if (smaller.empty())
            choice.pieces.push_back(std::move(piece));
        else
            waiting.insert(waiting.end(), smaller.rbegin(), smaller.rend());
    }
}

// Returns the samples of the pieces as selections; pieces of one process that follow each other
// without a gap share one.
std::vector<model::Selection> selectionsOf(const std::vector<model::sentry::Piece> &pieces)
{
    std::vector<model::Selection> selections;
    const model::sentry::Piece *before = nullptr;
    for (const model::sentry::Piece &piece : pieces) {
        const bool isContinued = before != nullptr && before->process == piece.process
            && before->coverage.end == piece.coverage.start;
        if (!isContinued)
            selections.push_back({.threads = {}, .range = piece.coverage});
        model::Selection &selection = selections.back();
        selection.range = model::united(selection.range, piece.coverage);
        for (const auto &part : piece.threads) {
            if (std::ranges::find(selection.threads, part.thread) == selection.threads.end())
                selection.threads.push_back(part.thread);
        }
        before = &piece;
    }
    return selections;
}

// Cuts a capture that was made for profiles of transactions at the transactions, as its pieces were
// cut for chunks.
void cutForV1(ChunkChoice &choice)
{
    using model::sentry::longestProfile;
    const auto selections = selectionsOf(choice.pieces);
    choice.pieces.clear();
    for (const model::Selection &selection : selections) {
        auto cut = model::sentry::cutAtTransactions(*choice.profile, selection,
                                                    {longestProfile, longestProfile});
        std::ranges::move(cut.pieces, std::back_inserter(choice.pieces));
        choice.loss += cut.loss;
    }
}

QList<OutgoingEnvelope> envelopesOf(const WrittenChunks &written)
{
    QList<OutgoingEnvelope> envelopes;
    for (const auto &chunk : written.chunks)
        envelopes.append(envelopeOf(chunk));
    for (const auto &transaction : written.report.transactions)
        envelopes.append(envelopeOf(transaction));
    return envelopes;
}

} // namespace

bool PreparedUpload::isSendable() const
{
    return !written.chunks.empty()
        && std::ranges::none_of(written.chunks, [](const model::sentry::WrittenChunk &chunk) {
               return chunk.rejection.has_value();
           });
}

Result<PreparedUpload> prepareUpload(ChunkChoice choice, model::sentry::ChunkOptions options,
                                     std::optional<SampleFormat> format,
                                     const std::stop_token &stop)
{
    PreparedUpload prepared;
    const bool isOfTransactions = model::isOfTransactions(*choice.profile);
    prepared.canBeV1 = isOfTransactions || hasOnlyV1(choice);
    options.format = format.value_or(prepared.canBeV1 ? SampleFormat::V1 : SampleFormat::V2);
    if (options.format == SampleFormat::V1) {
        options.container = model::sentry::ChunkContainer::Envelope;
        if (isOfTransactions)
            cutForV1(choice);
        else
            divideForV1(choice);
    }
    EMBER_ASSIGN_OR_RETURN(prepared.written, writeChoice(choice, options, stop));
    for (const auto &chunk : prepared.written.chunks) {
        if (stop.stop_requested())
            return model::Error{model::ErrorCode::Cancelled, {}, {}};
        prepared.preview.add(chunk);
        prepared.page.add(*choice.profile, chunk.piece.range());
    }
    for (const auto &transaction : prepared.written.report.transactions)
        prepared.preview.add(transaction);
    if (prepared.isSendable())
        prepared.envelopes = envelopesOf(prepared.written);
    return prepared;
}

Result<ReceivedUpload> readReceived(const QStringList &files, const std::stop_token &stop)
{
    constexpr qint64 most = 512LL * 1024 * 1024;
    ReceivedUpload received;
    qint64 bytes = 0;
    for (const QString &path : files) {
        if (stop.stop_requested())
            return Error{ErrorCode::Cancelled, {}, {}};
        QFile file(path);
        if (!file.open(QIODevice::ReadOnly))
            return Error{ErrorCode::FileUnreadable, path.toStdString(),
                         file.errorString().toStdString()};
        bytes += file.size();
        if (bytes > most)
            return Error{ErrorCode::FileTooBig, path.toStdString(),
                         "more than 512 MiB together: send fewer items at a time"};
        EMBER_ASSIGN_OR_RETURN(auto outgoing, toForward(file.readAll()));
        EMBER_ASSIGN_OR_RETURN(
            const auto envelope,
            model::sentry::parseEnvelope(std::string_view(
                outgoing.bytes.constData(), static_cast<std::size_t>(outgoing.bytes.size()))));
        received.preview.add(envelope);
        received.envelopes.append(std::move(outgoing));
    }
    return received;
}

} // namespace ember::app
