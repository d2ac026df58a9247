// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/stackcodec.h"

namespace ember::model::capturelog {

namespace {

constexpr unsigned methodBits = 3;

} // namespace

void encode(ByteWriter &to, const FrameRecord &frame)
{
    const std::uint64_t image = frame.image.isValid() ? frame.image.row() + 1 : 0;
    to.varint(image << methodBits | static_cast<std::uint64_t>(frame.method));
    if (image == 0)
        to.varint(frame.process.row());
    to.varint(frame.offset);
}

FrameRecord decodeFrame(ByteReader &from)
{
    FrameRecord frame;
    const auto head = from.varint();
    const auto method = head & ((1U << methodBits) - 1);
    frame.method = method < static_cast<std::uint64_t>(UnwindMethod::Count)
        ? static_cast<UnwindMethod>(method)
        : UnwindMethod::EhFrame; // an unwinding method of a newer version
    const auto image = head >> methodBits;
    if (image > 0xffffffffU)
        from.fail();
    if (image == 0)
        frame.process = ProcessSerial(from.varint32());
    else
        frame.image = ImageSerial(static_cast<std::size_t>(image - 1));
    if (image == 0 && !frame.process.isValid())
        from.fail();
    frame.offset = from.varint();
    return frame;
}

void encode(ByteWriter &to, const StackRecord &stack, StackId id, FrameId before)
{
    to.varint(id.row() - stack.caller.row());
    to.signedVarint(static_cast<std::int64_t>(stack.frame.raw())
                    - static_cast<std::int64_t>(before.raw()));
}

StackRecord decodeStack(ByteReader &from, StackId id, FrameId before)
{
    StackRecord stack;
    const auto distance = from.varint();
    const auto frame = before.raw() + static_cast<std::uint64_t>(from.signedVarint());
    if (distance == 0 || distance > id.row() || frame >= 0xffffffffU) {
        from.fail();
        return stack;
    }
    stack.caller = StackId(id.row() - static_cast<std::size_t>(distance));
    stack.frame = FrameId(static_cast<std::size_t>(frame));
    return stack;
}

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

FrameId StackTables::scriptFrame(ProcessSerial process, ScriptFunctionSerial function,
                                 ScriptPlace place, const ScriptFunctionRecord &record)
{
    return frame({process, {}, m_scripts.number(function, place, record), UnwindMethod::Script});
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
    m_scripts.clearNew();
    m_newFrames.clear();
    m_newStacks.clear();
    m_lastFrame = FrameId(0);
}

} // namespace ember::model::capturelog
