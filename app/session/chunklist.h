// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/files/chunkexport.h"
#include "model/formats/sentry/files/chunkwriter.h"
#include "model/spans/spantable.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace ember::app {

// A Sentry chunk of an open profile: either one that was opened, or one into which a capture would
// be cut.
struct ChunkEntry {
    QString profilerId;
    QString chunkId; // empty: created when it is written
    model::TimeRange range;
    std::uint32_t threads = 0;
    std::uint64_t samples = 0;
    std::uint64_t bytes = 0; // 0: unknown until it is written
    QString relayReason; // reason for which Relay would refuse it; empty: none
    std::vector<model::sentry::Piece> pieces; // the pieces that saving or sending writes
};

// Returns the chunks of a profile. Linear in the number of samples; call on a background thread.
std::vector<ChunkEntry> chunkList(const model::Profile &profile);

// Returns the chunk's own id; if it has none, the id with which it will be written unless fresh ids
// are asked for, or "" if it will not be written as exactly one chunk. By the id one can tell
// whether the chunk was sent already. Linear in its samples.
QString idWhenWritten(const model::Profile &profile, const ChunkEntry &entry);

// A selection of chunks to save or send: pieces of one profile.
struct ChunkChoice {
    model::ProfilePointer profile;
    std::vector<model::sentry::Piece> pieces;
    model::sentry::CutLoss loss; // lost by cutting; writing may add to it
};

ChunkChoice chooseEntries(const model::ProfilePointer &profile,
                          const std::vector<ChunkEntry> &entries,
                          const std::vector<std::size_t> &chosen);
ChunkChoice chooseSelection(const model::ProfilePointer &profile,
                            const model::Selection &selection);

struct WrittenChunks {
    std::vector<model::sentry::WrittenChunk> chunks;
    model::sentry::WriteReport report;

    std::uint64_t samples() const;
    std::uint64_t bytes() const; // of the JSON, before compression
};

// Writes the chunks as JSON. Errors: those of sentry::writePieces; Cancelled, after the current
// chunk. Call on a background thread.
model::Result<WrittenChunks> writeChoice(const ChunkChoice &choice,
                                         const model::sentry::ChunkOptions &options,
                                         const std::stop_token &stop);

// Writes the chunks, and the transactions written with them, to files named after `output`, as the
// command line does. None of `inputs` is replaced under a name other than `output`. Returns the
// paths. Errors: those of sentry::ChunkFiles.
model::Result<QStringList> saveChunks(const ChunkChoice &choice, const WrittenChunks &written,
                                      const QString &output,
                                      model::sentry::ChunkContainer container,
                                      const QStringList &inputs);

// Returns the losses, other than of samples, when a profile is written as V1 profiles.
std::vector<model::Loss> lossesOfV1(const model::ProfilePointer &profile);

// Writes a profile as V1 profiles: as envelopes with their transactions if `output` ends in
// .envelope, else as JSON. Names files, and protects inputs, as saveChunks() does. Returns the
// paths. Errors: those of sentry::exportChunks().
model::Result<QStringList> saveAsV1(const model::ProfilePointer &profile,
                                    model::sentry::ChunkOptions options, const QString &output,
                                    const QStringList &inputs);

} // namespace ember::app
