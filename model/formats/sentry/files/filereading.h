// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/import/importer.h"
#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/files/assembler.h"
#include "model/formats/sentry/relay.h"
#include "model/formats/sentry/v1/v1findings.h"

#include <cstddef>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry::v1 {

// How a profile came.
struct Packing {
    enum class Place : std::uint8_t { Bare, Envelope };

    Place place = Place::Bare;
    std::optional<TransactionEvent> event; // in an envelope: of its transaction, if it has one
    std::string_view header; // of the envelope, as JSON; "" if it says nothing
};

// Must outlive neither the envelope nor its bytes.
Packing packingIn(const Envelope &envelope);

// Judges a payload as Relay does where it comes so, with what the event says taken over. Normalises
// `reading` as far as it comes. All findings go into `log`.
Verdict judgeProfile(Reading &reading, const Packing &packing, std::size_t maxSize, ImportLog &log);

// Reads, judges and prepares a payload; what Relay refuses is kept as it was read, if there is
// anything to look at. Errors: those of readProfile; UnsupportedVersion for a trace of Android;
// NothingToShow.
Result<ChunkFile> openProfile(std::string_view payload, const std::string &uri,
                              const Packing &packing, ImportLog &log, const std::stop_token &stop);

// Gives what stands beside the profiles of an envelope, as text, to the one it belongs to: the
// transaction's own by their ids, else the first; the header to the first chunk where there are
// only chunks. To one only, as the text may be long and the profiles many.
void keepPacking(const Packing &packing, std::span<ChunkFile> files, ImportLog &log);

} // namespace ember::model::sentry::v1

namespace ember::model::sentry {

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
        v1::Packing packing = {}; // if it is a V1 profile
    };

    Result<void> readItems(const ImportFile &file, const Envelope &envelope);
    Result<void> readPayload(const Payload &payload);
    Result<void> readProfileV1(const Payload &payload);
    Result<void> readRefused(const Payload &payload, ChunkReading reading, const Verdict &verdict);
    Result<void> keep(ChunkFile file);
    void report(const Error &error);

    ImportLog m_log;
    const std::stop_token &m_stop;
    std::size_t m_worthHelp;
    std::vector<ChunkFile> m_chunks;
};

} // namespace ember::model::sentry
