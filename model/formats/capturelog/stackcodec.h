// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/bytereader.h"
#include "model/formats/capturelog/bytewriter.h"
#include "model/formats/capturelog/records.h"

// Rows of Frames and Stacks records: a payload holds them one behind the other, to its end.
namespace ember::model::capturelog {

void encode(ByteWriter &to, const FrameRecord &frame);
// `id` is that of the stack, `before` the frame of the stack before it in the record.
void encode(ByteWriter &to, const StackRecord &stack, StackId id, FrameId before);

// What is wrong shows in from.hasFailed().
FrameRecord decodeFrame(ByteReader &from);
StackRecord decodeStack(ByteReader &from, StackId id, FrameId before);

} // namespace ember::model::capturelog
