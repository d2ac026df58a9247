// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/chunkoptions.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ember::model::sentry {

// A chunk as it goes to a file or into an envelope.
struct WrittenChunk {
    Piece piece;
    std::string chunkId; // 32 lower hex
    std::string profilerId;
    std::string platform; // the item header of an envelope must say the same (S6)
    std::string release;
    std::string json;
};

// What was written, and what could not be.
struct WriteReport {
    std::uint64_t chunks = 0;
    CutLoss loss;
    // Samples' threads that shared an id with another thread of the process, or had one that is no
    // decimal number, and so got a new one.
    std::uint64_t renumberedThreads = 0;
    std::uint64_t imagesWithoutId = 0; // left out of debug_meta
};

// Writes the strictest form that text and backend agree on (SPEC.md). One profiler session: keep a
// writer for all pieces of a profile, so that ids agree between its chunks.
class ChunkWriter {
public:
    // `profile` must outlive the writer.
    ChunkWriter(const Profile &profile, ChunkOptions options);

    // The piece in the shape of the file. Ids are new with every call, except those that
    // ChunkOptions::ids keeps.
    Chunk chunk(const Piece &piece);
    WrittenChunk write(const Piece &piece);

    const WriteReport &report() const { return m_report; }

private:
    struct ProcessIdentity {
        std::string profilerId;
        std::string platform;
        std::string release;
        std::string environment;
    };

    const ProcessIdentity &identity(ProcessIndex process);
    void numberThreads();

    const Profile &m_profile;
    ChunkOptions m_options;
    std::map<ProcessIndex, ProcessIdentity> m_identities;
    std::vector<std::string> m_threadIds; // by ThreadIndex
    WriteReport m_report;
};

// Takes a chunk that was written; an error ends the writing.
using ChunkSink = std::function<Result<void>(WrittenChunk &&)>;

// Cuts, writes, and divides pieces again that come out bigger than options.maximumBytes. Chunks go
// to `sink` one at a time, by process and time.
// Errors: NothingToShow (no thread has two samples), TooLarge (a piece of a few samples exceeds the
// limit), the sink's.
Result<WriteReport> writeChunks(const Profile &profile, const Selection &selection,
                                const ChunkOptions &options, const ChunkSink &sink);

// The same for pieces that are cut already (a list the user chose from).
Result<WriteReport> writePieces(const Profile &profile, const std::vector<Piece> &pieces,
                                const ChunkOptions &options, const ChunkSink &sink);

// A chunk as the only item of an envelope, without sent_at (that is written at the moment of
// sending: stampSentAt).
std::string chunkEnvelope(const WrittenChunk &chunk);

// "program@build-id", else "program@hash of the file's content" (SPEC.md S7).
std::string defaultRelease(const Profile &profile, ProcessIndex process);

} // namespace ember::model::sentry
