// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/import/importer.h"
#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/assembler.h"
#include "model/formats/sentry/relay.h"
#include "model/formats/sentry/specfindings.h"
#include "model/formats/sentry/tracingevent.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// The packing that the items of an envelope share, without their own headers. The envelope and its
// bytes must outlive the result.
Packing packingIn(const Envelope &envelope);

// Judges a V1 profile in this packing as Relay does, then copies the event's members to it.
// Normalises `reading` up to the step that fails. All findings go into `log`.
Verdict judgeProfile(ChunkReading &reading, const Packing &packing, std::size_t maxSize,
                     ImportLog &log);

// Reads one file: finds its chunks and transactions, judges and prepares them. A damaged item of an
// envelope spoils only itself.
class FileReading {
public:
    // Two threads read an array that begins at least `worthHelp` bytes before the end of its
    // payload.
    explicit FileReading(const std::stop_token &stop, std::size_t worthHelp = neverWorthHelp)
        : m_stop(stop),
          m_worthHelp(worthHelp)
    {
    }

    // Reads a file. Errors: those of the file and of its readers, NothingToShow,
    // UnsupportedVersion, Cancelled.
    Result<void> read(ImportFile file);

    std::vector<ChunkFile> &chunks() { return m_chunks; }

    // The transactions that belong to no V1 profile of the file; others are in their ChunkFile.
    std::vector<TransactionFile> &transactions() { return m_transactions; }

    const ImportLog &log() const { return m_log; }

private:
    // The contents of a bare file, or an item of an envelope.
    struct Payload {
        std::string uri;
        std::string_view json; // into the file's Bytes
        RelayOptions options = {};
        Packing packing = {}; // for V1 profiles
    };

    Result<void> readItems(const ImportFile &file, const Envelope &envelope);
    Result<void> readItem(const EnvelopeItem &item, const std::string &uri, const Packing &packing);
    Result<void> readTransaction(std::string_view json, const std::string &uri);
    Result<void> readPayload(const Payload &payload);
    Result<void> readProfileV1(const Payload &payload);
    Result<ChunkFile> openProfile(const Payload &payload);
    Result<void> readRefused(const Payload &payload, ChunkReading reading, const Verdict &verdict);
    void keepPacking(const Packing &packing, std::size_t firstChunk);
    void giveToProfile(std::size_t firstChunk, std::size_t firstTransaction);
    void noteRejection(const Payload &payload, const Rejection &rejection);
    Result<void> keep(ChunkFile file);
    Result<void> keep(TransactionFile file);
    void report(const Error &error);

    ImportLog m_log;
    const std::stop_token &m_stop;
    std::size_t m_worthHelp;
    std::vector<ChunkFile> m_chunks;
    std::vector<TransactionFile> m_transactions;
    std::size_t m_fileBytes = 0;
    std::size_t m_transactionCount = 0; // with those of V1 profiles
    std::size_t m_spanCount = 0; // number of spans of all transactions
};

} // namespace ember::model::sentry
