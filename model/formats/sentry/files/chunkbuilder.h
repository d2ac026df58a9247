// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/rowset.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/chunkoptions.h"
#include "model/formats/sentry/envelope.h"
#include "model/formats/sentry/redaction.h"
#include "model/formats/sentry/sessionidentity.h"
#include "model/profile/profile.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// Makes a chunk of one piece of a profile. The chunk's tables hold only what its samples need, and
// each frame and stack once, compared by what is written of it. Use one builder per piece.
class ChunkBuilder {
public:
    // `redactor`: hides modules; may be null. `replacements` gets what it hid.
    ChunkBuilder(const Profile &profile, const Piece &piece, const SessionIdentity &identity,
                 const ChunkThreadIds &threadIds, Waits waits, const Redactor *redactor,
                 Replacements &replacements);

    // Times count from the Unix epoch if the profile's start is known.
    Chunk build(std::string_view chunkId) &&;

private:
    void addMetadata(std::string_view chunkId);
    void addMembersOfSource();
    void addImages();
    void addImage(const Image &image);
    void addThreads();
    bool isToBeDescribed(const Thread &thread) const;
    void addSamples();
    void takeOrderOfSource();
    void addMeasurements();
    void addSeries(ChunkMeasurement series);
    void addEmptySeries();
    ChunkStackIndex stack(StackIndex index);
    ChunkFrameIndex frame(FrameIndex index);
    ChunkFrame makeFrame(FrameIndex index);
    ChunkFrame makeHiddenFrame(FrameIndex index, const std::string &name);
    bool isRaw(const Frame &frame) const;
    StringIndex frameRest(const Frame &frame, const Function &function);

    StringIndex text(std::string_view text) { return m_strings.intern(text); }
    // Copies a text of the profile; absent texts stay absent.
    StringIndex copy(StringIndex index);

    const Profile &m_profile;
    const Piece &m_piece;
    const Source *m_source; // the chunk that the piece is all of; nullptr: none
    const SessionIdentity &m_identity;
    const ChunkThreadIds &m_threadIds;
    Waits m_waits;
    const Redactor *m_redactor;
    Replacements &m_replacements;
    Nanoseconds m_start; // start of the profile's clock
    Chunk m_chunk;
    StringInterner m_strings{m_chunk.strings};
    std::vector<StringIndex> m_texts; // by the profile's StringIndex
    std::vector<ChunkFrameIndex> m_frames; // by FrameIndex
    std::vector<ChunkStackIndex> m_stacks; // by StackIndex
    RowSet m_frameRows;
    RowSet m_stackRows;
};

// Lists how a chunk differs from the chunk it was read from, one line each, without what `options`
// asks for. `chunkId`: its new id. For a piece that is not a whole chunk, lists only what all
// chunks of its process lose. Empty if nothing comes from chunks.
std::vector<std::string> changesToChunk(const Profile &profile, const Piece &piece,
                                        const SessionIdentity &identity, std::string_view chunkId,
                                        const ChunkOptions &options);

// Returns what to keep of the envelope header that a whole chunk came with. Only lists the loss if
// the chunk is not written into an envelope.
KeptHeader headerOfChunk(const Profile &profile, const Piece &piece, const ChunkOptions &options);

// Lists the loss of envelope headers, if any chunk of the process came with one; empty if none did.
std::vector<std::string> headersLeftOut(const Profile &profile, ProcessIndex process);

// Lists what changes if a V1 profile is written as V2, one line each: what is written differently
// and what V2 has no place for. Empty for a process that was not read from one.
std::vector<std::string> changesToV2(const Profile &profile, ProcessIndex process);

} // namespace ember::model::sentry
