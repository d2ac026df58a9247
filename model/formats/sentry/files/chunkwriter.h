// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/chunkoptions.h"
#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/sessionidentity.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// A chunk, or a V1 profile, as it goes to a file or into an envelope.
struct WrittenChunk {
    Piece piece;
    std::string chunkId; // 32 lower hex; of a V1 profile its event_id
    std::string profilerId;
    std::string platform; // the item header of an envelope must say the same (S6)
    std::string release;
    std::string json;
    // The event a V1 profile travels with: its id, and itself as JSON. "" for a chunk.
    std::string transactionId;
    std::string transaction;
    // What else the header of an envelope says that it was read from, a JSON object; "": nothing.
    std::string envelopeHeader;
    // What Relay refuses it for: each is judged again as Relay would, when writePieces() hands it
    // on. A mistake of ours, or a profile that no chunk can hold.
    std::optional<Rejection> rejection;
};

// What was written, and what could not be.
struct WriteReport {
    std::uint64_t chunks = 0;
    CutLoss loss;
    // Threads that shared an id with another one of their process, or had one that is no decimal
    // number, and so got a new one.
    std::uint64_t renumberedThreads = 0;
    std::uint64_t imagesWithoutId = 0; // of the whole profile: left out of debug_meta
    std::uint64_t threadsWithoutSamples = 0; // of the whole profile: in no thread_metadata
    // Of the whole profile: of series with a unit that Relay does not know, and spans.
    std::uint64_t measuredValues = 0;
    std::uint64_t tracingSpans = 0;
    // What is other than in the profile because the format asks for it, in words; each once.
    std::vector<std::string> changes;
};

// Writes the strictest form that text and backend agree on (SPEC.md). One profiler session: keep a
// writer for all pieces of a profile, so that ids agree between its chunks.
class ChunkWriter {
public:
    // `profile` must outlive the writer.
    ChunkWriter(const Profile &profile, ChunkOptions options);

    // The chunk_id is that of a chunk which is written whole, else one that follows from the
    // samples: the same one however often they are written. Ids::Fresh: new with every call.
    WrittenChunk write(const Piece &piece);

    // Of all that was written.
    const std::vector<std::string> &changes() const { return m_changes; }

    std::uint64_t renumberedThreads() const { return m_threadIds.renumbered; }

private:
    const SessionIdentity &identity(ProcessIndex process);
    std::string chunkIdOf(const Piece &piece, std::string_view profilerId) const;
    WrittenChunk writeChunk(const Piece &piece);
    WrittenChunk writeProfileV1(const Piece &piece);
    void addChanges(const std::vector<std::string> &changes);

    const Profile &m_profile;
    ChunkOptions m_options;
    ChunkThreadIds m_threadIds;
    std::map<ProcessIndex, SessionIdentity> m_identities;
    std::vector<std::string> m_changes;
};

// Takes a chunk that was written; an error ends the writing.
using ChunkSink = std::function<Result<void>(WrittenChunk &&)>;

// Cuts, writes, and divides pieces again that come out bigger than options.maximumBytes. Chunks go
// to `sink` one at a time, by process and time.
// Errors: FormatCannotHold (samples without time), NothingToShow (no thread has two samples),
// TooLarge (a piece of a few samples exceeds the limit), the sink's.
Result<WriteReport> writeChunks(const Profile &profile, const Selection &selection,
                                const ChunkOptions &options, const ChunkSink &sink);

// The same for pieces that are cut already (a list the user chose from).
Result<WriteReport> writePieces(const Profile &profile, const std::vector<Piece> &pieces,
                                const ChunkOptions &options, const ChunkSink &sink);

// A chunk as the only item of an envelope, a V1 profile behind its transaction; without sent_at
// (that is written at the moment of sending: stampSentAt).
std::string chunkEnvelope(const WrittenChunk &chunk);

} // namespace ember::model::sentry
