// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/segmentstacks.h"

#include "model/core/rowset.h"
#include "model/formats/capturelog/stackcodec.h"
#include "model/profile/reframe.h"

namespace ember::model::capturelog {

void SegmentStacks::startSegment()
{
    m_frames.clear();
    m_stacks.assign(firstStackId, {});
    m_stacks[unknownCallers.row()].rootReached = false;
}

void SegmentStacks::addImage(const ImageRecord &image, ImageIndex row, InApp inApp)
{
    m_images.insert_or_assign(image.serial, KnownImage{row, inApp, image.address});
}

void SegmentStacks::takeFrames(ByteReader &from)
{
    while (!from.atEnd()) {
        const auto frame = decodeFrame(from);
        if (!from.hasFailed())
            m_frames.push_back(frame);
    }
}

void SegmentStacks::takeStacks(ByteReader &from)
{
    FrameId lastFrame(0);
    while (!from.atEnd()) {
        const auto record = decodeStack(from, StackId(m_stacks.size()), lastFrame);
        if (!from.hasFailed() && record.frame.row() >= m_frames.size())
            from.fail();
        if (from.hasFailed())
            return;
        lastFrame = record.frame;
        const auto &frame = m_frames[record.frame.row()];
        KnownStack stack = m_stacks[record.caller.row()];
        ++stack.framesByMethod[static_cast<std::size_t>(frame.method)];
        const auto &frames = framesOf(frame);
        for (auto outer = frames.rbegin(); outer != frames.rend(); ++outer)
            stack.index = m_builder.stack(stack.index, *outer);
        m_stacks.push_back(stack);
    }
}

std::size_t SegmentStacks::FrameHash::operator()(const FrameRecord &frame) const
{
    const auto hash = mixHash(frame.offset, frame.image.raw());
    return mixHash(hash, std::uint64_t(frame.method) << 32U | frame.process.raw());
}

const SegmentStacks::Frames &SegmentStacks::framesOf(const FrameRecord &frame)
{
    const auto [place, isNew] = m_named.try_emplace(frame);
    if (isNew)
        place->second = name(frame);
    return place->second;
}

SegmentStacks::Frames SegmentStacks::name(const FrameRecord &record)
{
    Frame frame;
    frame.pc = record.offset;
    frame.address = record.offset;
    const auto image = m_images.find(record.image);
    if (!record.image.isValid() || image == m_images.end())
        return {m_builder.frame(frame)};
    const auto &known = image->second;
    frame.pc = known.address + record.offset;
    frame.address = frame.pc;
    frame.image = known.row;
    frame.inApp = known.inApp;

    // A return address may belong to the next line or function already: the call ends before it.
    const bool isExact =
        record.method == UnwindMethod::Leaf || record.method == UnwindMethod::Signal;
    const auto &tables = m_builder.tables();
    const auto &row = tables.images[known.row];
    const ImageKey key{tables.strings[row.codeFile],
                       tables.strings[row.debugId],
                       tables.strings[row.codeId],
                       row.address,
                       row.size,
                       row.bias};
    const auto resolved = m_names.lookUp(key, isExact ? frame.pc : frame.pc - 1);
    if (resolved.empty())
        return {m_builder.frame(frame)};
    return addResolvedFrames(m_builder, resolved, frame, row.codeFile);
}

} // namespace ember::model::capturelog
