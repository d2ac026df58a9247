// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/bytereader.h"
#include "model/formats/capturelog/framenames.h"
#include "model/formats/capturelog/records.h"
#include "model/profile/inapp.h"
#include "model/profile/profilebuilder.h"

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

namespace ember::model::capturelog {

// A stack of the log in the profile, and how it was unwound.
struct KnownStack {
    StackIndex index = emptyStack;
    std::array<std::uint32_t, std::size_t(UnwindMethod::Count)> framesByMethod{};
    bool rootReached = true;
};

// The frame and stack tables of one segment, as rows of the profile: each address is named once,
// when a stack first has it, however often later segments repeat it.
class SegmentStacks {
public:
    SegmentStacks(ProfileBuilder &builder, FrameNames &names) : m_builder(builder), m_names(names)
    {
        startSegment();
    }

    void startSegment();
    // `row` is the image in the profile; `inApp` holds for all of its frames.
    void addImage(const ImageRecord &image, ImageIndex row, InApp inApp);

    // What is wrong with a payload shows in from.hasFailed().
    void takeFrames(ByteReader &from);
    void takeStacks(ByteReader &from);

    // nullptr: the segment has no such stack.
    const KnownStack *find(StackId id) const
    {
        return id.row() < m_stacks.size() ? &m_stacks[id.row()] : nullptr;
    }

private:
    struct KnownImage {
        ImageIndex row;
        InApp inApp = InApp::Unset;
        std::uint64_t address = 0;
    };

    struct FrameHash {
        std::size_t operator()(const FrameRecord &frame) const;
    };

    using Frames = std::vector<FrameIndex>; // innermost first

    const Frames &framesOf(const FrameRecord &frame);
    Frames name(const FrameRecord &frame);

    ProfileBuilder &m_builder;
    FrameNames &m_names;
    std::unordered_map<ImageSerial, KnownImage> m_images;
    std::unordered_map<FrameRecord, Frames, FrameHash> m_named;
    std::vector<FrameRecord> m_frames; // by FrameId
    std::vector<KnownStack> m_stacks; // by StackId
};

} // namespace ember::model::capturelog
