// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/import/importer.h"
#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/assembler.h"
#include "model/formats/sentry/relay.h"
#include "model/formats/sentry/specfindings.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// How the items of an envelope come, but for their own headers. Must outlive neither the envelope
// nor its bytes.
Packing packingIn(const Envelope &envelope);

// Judges a V1 profile as Relay does where it comes so, with what the event says taken over.
// Normalises `reading` as far as it comes. All findings go into `log`.
Verdict judgeProfile(ChunkReading &reading, const Packing &packing, std::size_t maxSize,
                     ImportLog &log);

// What comes of one file: its chunks, judged and prepared. An item of an envelope that cannot be
// read spoils only itself.
class FileReading {
public:
    // `worthHelp` as in readChunk().
    explicit FileReading(const std::stop_token &stop, std::size_t worthHelp = neverWorthHelp)
        : m_stop(stop),
          m_worthHelp(worthHelp)
    {
    }

    // Errors: those of the file and of its readers, NothingToShow, UnsupportedVersion, Cancelled.
    Result<void> read(ImportFile file);

    std::vector<ChunkFile> &chunks() { return m_chunks; }

    const ImportLog &log() const { return m_log; }

private:
    // A bare file, or an item of an envelope.
    struct Payload {
        std::string uri;
        std::string_view json; // into the file's Bytes
        RelayOptions options = {};
        Packing packing = {}; // if it is a V1 profile
    };

    Result<void> readItems(const ImportFile &file, const Envelope &envelope);
    Result<void> readPayload(const Payload &payload);
    Result<void> readProfileV1(const Payload &payload);
    Result<ChunkFile> openProfile(const Payload &payload);
    Result<void> readRefused(const Payload &payload, ChunkReading reading, const Verdict &verdict);
    void keepPacking(const Packing &packing, std::size_t firstChunk);
    void noteRejection(const Payload &payload, const Rejection &rejection);
    Result<void> keep(ChunkFile file);
    void report(const Error &error);

    ImportLog m_log;
    const std::stop_token &m_stop;
    std::size_t m_worthHelp;
    std::vector<ChunkFile> m_chunks;
};

} // namespace ember::model::sentry
