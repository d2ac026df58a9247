// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/chunkexport.h"
#include "model/formats/sentry/chunkwriter.h"
#include "model/spans/spantable.h"

#include <QString>
#include <QStringList>

#include <cstddef>
#include <optional>
#include <stop_token>
#include <vector>

namespace ember::app {

// A Sentry chunk of an open profile: one that was opened, or one that a capture would be cut into.
struct ChunkEntry {
    QString profilerId;
    QString chunkId; // empty: made when it is written
    model::TimeRange range;
    std::uint32_t threads = 0;
    std::uint64_t samples = 0;
    std::uint64_t bytes = 0; // 0: not known before it is written
    QString relayReason; // why Relay refuses it; empty: it does not
    std::vector<model::sentry::Piece> pieces; // what saving or sending it writes
};

// Linear in the samples; for a background thread.
std::vector<ChunkEntry> chunkList(const model::Profile &profile);

// What is to be saved or sent: pieces of one profile.
struct ChunkChoice {
    model::ProfilePointer profile;
    std::vector<model::sentry::Piece> pieces;
    model::sentry::CutLoss loss; // by cutting; writing may add to it
};

ChunkChoice chooseEntries(const model::ProfilePointer &profile,
                          const std::vector<ChunkEntry> &entries,
                          const std::vector<std::size_t> &chosen);
ChunkChoice chooseSelection(const model::ProfilePointer &profile,
                            const model::Selection &selection);

// What leaves the machine with a choice.
struct ChunkContent {
    std::uint64_t samples = 0;
    std::uint64_t bytes = 0; // of the JSON, before compression
    QStringList threads; // names, else ids; each once
    QStringList paths; // of binaries and sources
};

// The content of a chunk that is not written yet; its size in bytes stays 0.
ChunkContent contentOf(const ChunkChoice &choice);

struct WrittenChunks {
    std::vector<model::sentry::WrittenChunk> chunks;
    model::sentry::WriteReport report;
    ChunkContent content;
};

// Errors: those of sentry::writePieces; Cancelled, after the chunk at hand. For a background
// thread.
model::Result<WrittenChunks> writeChoice(const ChunkChoice &choice,
                                         const model::sentry::ChunkOptions &options,
                                         const std::stop_token &stop);

// Writes the chunks to files named after `output`, as the command line does. Returns the paths.
// Errors: those of sentry::ChunkFiles.
model::Result<QStringList> saveChunks(const ChunkChoice &choice, const WrittenChunks &written,
                                      const QString &output,
                                      model::sentry::ChunkContainer container);

} // namespace ember::app
