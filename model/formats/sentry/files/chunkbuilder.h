// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/rowset.h"
#include "model/formats/sentry/chunk.h"
#include "model/formats/sentry/chunkcut.h"
#include "model/formats/sentry/chunkoptions.h"
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

    // Returns the chunk of the piece. Times count from the Unix epoch if the profile's start is
    // known.
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
    const Source *m_source; // the chunk that has just these samples; nullptr: none
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

} // namespace ember::model::sentry
