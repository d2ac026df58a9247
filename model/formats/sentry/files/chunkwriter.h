// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/time.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/chunkoptions.h"
#include "model/formats/sentry/chunkreader.h"
#include "model/formats/sentry/files/transactionwriter.h"
#include "model/formats/sentry/redaction.h"
#include "model/formats/sentry/sessionidentity.h"
#include "model/formats/sentry/sessionparts.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// A chunk or V1 profile for a file or an envelope.
struct WrittenChunk {
    Piece piece;
    std::string chunkId; // 32 lower hex; for a V1 profile its event_id
    std::string profilerId;
    std::string platform; // the item header of an envelope must have the same (SPEC S6)
    std::string release;
    std::string json;
    // The event that goes with a V1 profile: its id, and the event as JSON. "" for a chunk.
    std::string transactionId;
    std::string transaction;
    // Further members of the header of the envelope that the chunk was read from, a JSON object;
    // "": none.
    std::string envelopeHeader;
    // Why Relay refuses the chunk, if it does: writePieces() judges each chunk again before it
    // hands it on. The cause is a mistake of ours, or a profile that no chunk can hold.
    std::optional<Rejection> rejection;
    Replacements replacements = {}; // by the rules of redaction
    std::uint64_t spans = 0; // in an event that was made for a V1 profile
    std::uint64_t thinnedSamples = 0; // of the piece, left out as Waits::Thinned asks for

    std::uint64_t samples() const { return piece.samples() - thinnedSamples; }
};

// Counts what was written, and what could not be.
struct WriteReport {
    std::uint64_t chunks = 0;
    CutLoss loss;
    // Threads that got a new id, since theirs was that of another thread of their process or no
    // decimal number.
    std::uint64_t renumberedThreads = 0;
    std::uint64_t imagesWithoutId = 0; // in the whole profile: left out of debug_meta
    std::uint64_t threadsWithoutSamples = 0; // in the whole profile: not in thread_metadata
    // In the whole profile: values in series with a unit that Relay does not know, and spans that
    // are in no transaction that was written.
    std::uint64_t measuredValues = 0;
    std::uint64_t tracingSpans = 0;
    // By the rules of redaction: texts that were replaced, and threads that were left out.
    Replacements replacements;
    std::uint64_t threadsLeftOut = 0;
    std::uint64_t thinnedSamples = 0; // by Waits::Thinned
    // Transactions of the time of the chunks, to be sent with them. None for V1 profiles, each of
    // which comes with its own.
    std::vector<WrittenTransaction> transactions;
    // Transactions that were not written: of other times, of no process, on threads that are left
    // out, or too big for Relay. For V1: those without a piece.
    std::uint64_t transactionsLeft = 0;
    // Changes to the profile that the format requires, in words; each once.
    std::vector<std::string> changes;
};

// Writes chunks of one profile in the strictest form that SPEC.md and the backend agree on. Use one
// writer for all pieces of a profile, as they are one profiler session whose ids must agree.
class ChunkWriter {
public:
    // `facts` are those of the session that the profile is a part of; the writer adds to them.
    // nullptr: the profile is the whole session. Both must outlive the writer.
    ChunkWriter(const Profile &profile, ChunkOptions options, SessionFacts *facts = nullptr);

    // Writes a piece as a chunk. If it is a whole chunk, it keeps its chunk_id, else the id is
    // computed from the samples, so that it is the same each time. Ids::Fresh: a new id with every
    // call.
    WrittenChunk write(const Piece &piece);

    // Writes the transactions that overlap the time from the first to the last piece of their
    // process, and those of processes without samples; then those that options.transaction asks
    // for, for a session in parts only with its last part.
    void writeTransactions(std::span<const Piece> pieces, WriteReport &report);

    // The changes to everything written so far.
    const std::vector<std::string> &changes() const { return m_changes; }

    std::uint64_t renumberedThreads() const { return m_threadIds.renumbered; }

    // The redactor of all texts that are written; nullptr if nothing is redacted.
    const Redactor *redactor() const { return m_redactor ? &*m_redactor : nullptr; }
    // Number of spans in the events that V1 profiles were written with.
    std::uint64_t spansInEvents() const { return m_spansInEvents; }

private:
    const SessionIdentity &identity(ProcessIndex process);
    std::string chunkIdOf(const Piece &piece, std::string_view profilerId) const;
    WrittenChunk writeChunk(const Piece &piece);
    WrittenChunk writeProfileV1(const Piece &piece);
    std::map<ProcessIndex, TimeRange> writtenRanges(std::span<const Piece> pieces) const;
    WrittenThread leadingThread(std::span<const Piece> pieces, ProcessIndex process) const;
    bool isLastPart() const;
    void coverPieces(std::span<const Piece> pieces, const std::map<ProcessIndex, TimeRange> &ranges,
                     TransactionWriter &writer, WriteReport &report);
    CoveringTransaction covering(std::span<const Piece> pieces, ProcessIndex process,
                                 TimeRange range);
    void addTransaction(WrittenTransaction written, WriteReport &report) const;
    bool isHidden(ThreadIndex thread) const;
    void redact(WrittenChunk &chunk) const;
    void addChanges(const std::vector<std::string> &changes);

    const Profile &m_profile;
    ChunkOptions m_options;
    SessionFacts *m_facts;
    ChunkThreadIds m_threadIds;
    std::optional<Redactor> m_redactor;
    std::map<ProcessIndex, SessionIdentity> m_identities;
    std::vector<std::string> m_changes;
    std::uint64_t m_spansInEvents = 0;
};

// Takes a chunk that was written. An error ends the writing.
using ChunkSink = std::function<Result<void>(WrittenChunk &&)>;

// Cuts a profile into pieces and writes them, and its transactions. Pieces whose chunk is bigger
// than options.maximumBytes are divided again. Chunks go to `sink` one at a time, by process and
// time. Errors: FormatCannotHold (samples without time), NothingToShow (no thread has two samples,
// and there are no transactions), TooLarge (a piece of a few samples exceeds the limit), the
// sink's. `facts`: see ChunkWriter; of a part that has nothing to show, nothing is written.
Result<WriteReport> writeChunks(const Profile &profile, const Selection &selection,
                                const ChunkOptions &options, const ChunkSink &sink,
                                SessionFacts *facts = nullptr);

// Writes pieces like writeChunks(), but pieces that are cut already, as from a list the user chose
// from.
Result<WriteReport> writePieces(const Profile &profile, const std::vector<Piece> &pieces,
                                const ChunkOptions &options, const ChunkSink &sink,
                                SessionFacts *facts = nullptr);

// Returns an envelope with a chunk as its only item, or with a V1 profile after its transaction. It
// has no sent_at, which stampedHeader() adds when it is sent.
std::string chunkEnvelope(const WrittenChunk &chunk);

// What the documents of one category count for in quotas of Sentry.
struct CategoryBudget {
    std::uint64_t items = 0;
    std::uint64_t bytes = 0; // of the JSON, before compression
    Nanoseconds duration{}; // what the quota of profile hours is taken from
};

// What an upload costs before it is made: by category of data (SENTRY.md §1.4), and which threads
// fill the documents.
class UploadBudget {
public:
    void add(const WrittenChunk &chunk);
    void add(const WrittenTransaction &transaction);

    // By category: "profile_chunk", "profile_chunk_ui", "profile", "transaction". The event of
    // a V1 profile is not counted.
    const std::map<std::string, CategoryBudget> &categories() const { return m_categories; }

    // Bytes of samples by thread, "NAME (ID)", or "ID" for a thread without a name.
    const std::map<std::string, std::uint64_t> &threads() const { return m_threads; }

    // Bytes that belong to no thread: frames, stacks, images, measurements.
    std::uint64_t sharedBytes() const { return m_sharedBytes; }

private:
    std::map<std::string, CategoryBudget> m_categories;
    std::map<std::string, std::uint64_t> m_threads;
    std::uint64_t m_sharedBytes = 0;
};

} // namespace ember::model::sentry
