// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/rowset.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/sessionidentity.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::model::sentry {

// Puts a piece of a profile into the shape of a chunk: tables restart in each chunk and hold only
// what its samples need, each frame and stack once by what is written of it. For one piece.
class ChunkBuilder {
public:
    ChunkBuilder(const Profile &profile, const Piece &piece, const SessionIdentity &identity,
                 const ChunkThreadIds &threadIds);

    // Times are since the Unix epoch, where the profile knows when it started.
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
    StringIndex frameRest(const Frame &frame, const Function &function);

    StringIndex text(std::string_view text) { return m_strings.intern(text); }
    // Absent stays absent.
    StringIndex copy(StringIndex index);

    const Profile &m_profile;
    const Piece &m_piece;
    const Source *m_source; // of a chunk that is written whole; nullptr: it is none
    const SessionIdentity &m_identity;
    const ChunkThreadIds &m_threadIds;
    Nanoseconds m_start; // of the profile's clock
    Chunk m_chunk;
    StringInterner m_strings{m_chunk.strings};
    std::vector<StringIndex> m_texts; // by the profile's StringIndex
    std::vector<ChunkFrameIndex> m_frames; // by FrameIndex
    std::vector<ChunkStackIndex> m_stacks; // by StackIndex
    RowSet m_frameRows;
    RowSet m_stackRows;
};

} // namespace ember::model::sentry
