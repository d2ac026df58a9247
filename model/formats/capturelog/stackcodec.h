// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/rowset.h"
#include "model/formats/capturelog/logbytes.h"
#include "model/formats/capturelog/records.h"
#include "model/formats/capturelog/scriptcodec.h"

#include <cstddef>
#include <vector>

namespace ember::model::capturelog {

// Encoding of rows of Frames and Stacks records: a payload holds one row after the other, to its
// end.

void encode(ByteWriter &to, const FrameRecord &frame);
// `id` is the number of the stack, `before` the frame of the previous stack in the record.
void encode(ByteWriter &to, const StackRecord &stack, StackId id, FrameId before);

// An invalid row sets from.hasFailed().
FrameRecord decodeFrame(ByteReader &from);
StackRecord decodeStack(ByteReader &from, StackId id, FrameId before);

// The frames and stacks of one segment, each stored once. New ones are encoded into payloads that
// wait for the ticks that use them.
class StackTables {
public:
    FrameId frame(const FrameRecord &frame);
    // The frame of a script; its place is the segment's.
    FrameId scriptFrame(ProcessSerial process, ScriptFunctionSerial function, ScriptPlace place,
                        const ScriptFunctionRecord &record);
    StackId stack(StackId caller, FrameId frame);

    const FrameRecord &frame(FrameId id) const { return m_frames[id.row()]; }

    // `id` must have frames.
    const StackRecord &stack(StackId id) const { return m_stacks[id.row() - firstStackId]; }

    std::size_t stackCount() const { return m_stacks.size(); }

    const ScriptPlaceEncoder &scripts() const { return m_scripts; }

    // Payloads of a Frames and a Stacks record; empty if nothing is new.
    const ByteWriter &newFrames() const { return m_newFrames; }

    const ByteWriter &newStacks() const { return m_newStacks; }

    void clearNew();

private:
    std::vector<FrameRecord> m_frames;
    std::vector<StackRecord> m_stacks;
    RowSet m_frameRows;
    RowSet m_stackRows;
    ScriptPlaceEncoder m_scripts;
    ByteWriter m_newFrames;
    ByteWriter m_newStacks;
    FrameId m_lastFrame{0}; // frame of the stack that was written last
};

} // namespace ember::model::capturelog
