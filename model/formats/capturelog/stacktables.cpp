// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/stacktables.h"

#include "model/formats/capturelog/stackcodec.h"

namespace ember::model::capturelog {

FrameId StackTables::frame(const FrameRecord &frame)
{
    auto hash = mixHash(frame.offset, frame.image.raw());
    hash = mixHash(hash, std::uint64_t(frame.method) << 32U | frame.process.raw());
    return FrameId(m_frameRows.findOrAppend(
        hash, [&](std::uint32_t row) { return m_frames[row] == frame; },
        [&] {
            m_frames.push_back(frame);
            encode(m_newFrames, frame);
            return static_cast<std::uint32_t>(m_frames.size() - 1);
        }));
}

StackId StackTables::stack(StackId caller, FrameId frame)
{
    const StackRecord wanted{caller, frame};
    const auto row = m_stackRows.findOrAppend(
        mixHash(caller.raw(), frame.raw()),
        [&](std::uint32_t known) { return m_stacks[known] == wanted; },
        [&] {
            encode(m_newStacks, wanted, StackId(m_stacks.size() + firstStackId), m_lastFrame);
            m_lastFrame = frame;
            m_stacks.push_back(wanted);
            return static_cast<std::uint32_t>(m_stacks.size() - 1);
        });
    return StackId(std::size_t(row) + firstStackId);
}

void StackTables::clearNew()
{
    m_newFrames.clear();
    m_newStacks.clear();
    m_lastFrame = FrameId(0);
}

} // namespace ember::model::capturelog
