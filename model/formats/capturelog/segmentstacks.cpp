// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/segmentstacks.h"

#include "model/core/rowset.h"
#include "model/formats/capturelog/framelookup.h"
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
    m_images.insert_or_assign(image.serial, KnownImage{row, image.path, inApp, image.address});
}

void SegmentStacks::addProcess(const ProcessRecord &process)
{
    if (process.profilerId.empty())
        return;
    m_processes.insert_or_assign(process.serial,
                                 KnownProcess{jitCodePath(process.pid), process.profilerId,
                                              process.workingDirectory, process.pid,
                                              process.start});
}

void SegmentStacks::takeFrames(ByteReader &from)
{
    while (!from.atEnd()) {
        const auto frame = decodeFrame(from);
        if (!from.hasFailed())
            m_frames.push_back(frame);
    }
}

void SegmentStacks::takeStacks(ByteReader &from, Nanoseconds seen)
{
    m_seen = seen;
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
            takeFrame(stack, *outer);
        m_stacks.push_back(stack);
    }
}

void SegmentStacks::takeFrame(KnownStack &stack, FrameIndex frame)
{
    stack.index = m_builder.stack(stack.index, frame);
    if (stack.root == emptyStack)
        stack.root = stack.index;
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
    const auto image = m_images.find(record.image);
    if (record.image.isValid() && image != m_images.end())
        return nameInImage(record, image->second);
    const auto process = m_processes.find(record.process);
    if (!record.image.isValid() && process != m_processes.end())
        return nameJitCode(record, process->second);
    Frame frame;
    frame.pc = record.offset;
    frame.address = record.offset;
    return {m_builder.frame(frame)};
}

SegmentStacks::Frames SegmentStacks::nameInImage(const FrameRecord &record, const KnownImage &image)
{
    Frame frame;
    frame.pc = image.address + record.offset;
    frame.address = frame.pc;
    frame.image = image.row;
    frame.inApp = image.inApp;
    const auto &tables = m_builder.tables();
    const auto &row = tables.images[image.row];
    const ImageKey key{
        image.path, tables.strings[row.debugId], tables.strings[row.codeId], row.address, row.size,
        row.bias};
    const auto resolved = m_names.lookUp(key, lookedUpAt(record.method, frame.pc));
    if (resolved.empty())
        return {m_builder.frame(frame)};
    return addResolvedFrames(m_builder, resolved, frame, row.codeFile);
}

// Such code is the user's own if its source is.
SegmentStacks::Frames SegmentStacks::nameJitCode(const FrameRecord &record,
                                                 const KnownProcess &process)
{
    Frame frame;
    frame.pc = record.offset;
    frame.address = record.offset;
    ImageKey key;
    key.codeFile = process.codeFile;
    key.codeId = process.profilerId;
    key.maker = CodeMaker{process.pid, process.started, process.workingDirectory, m_seen};
    const auto resolved = m_names.lookUp(key, lookedUpAt(record.method, frame.pc));
    if (resolved.empty())
        return {m_builder.frame(frame)};
    if (m_inApp != nullptr)
        frame.inApp = m_inApp->of(resolved.back().file, {});
    return addResolvedFrames(m_builder, resolved, frame, m_builder.string("[jit]"));
}

} // namespace ember::model::capturelog
