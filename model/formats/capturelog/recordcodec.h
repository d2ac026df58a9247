// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/capturelog/bytereader.h"
#include "model/formats/capturelog/bytewriter.h"
#include "model/formats/capturelog/framing.h"
#include "model/formats/capturelog/imagesymbols.h"
#include "model/formats/capturelog/records.h"

#include <string_view>

// Record structs ↔ payloads, except ticks (tickcodec.h). `base` is the start of the segment: times
// are written as nanoseconds from there. Members behind the ones we know are left alone, so that a
// minor version can add some.
namespace ember::model::capturelog {

// First in the payload of every segment record, so that one can be found behind damage.
constexpr std::string_view segmentMark = "\xE5"
                                         "emberSG";

void encode(ByteWriter &to, const SegmentRecord &segment);
void encode(ByteWriter &to, const SegmentEndRecord &end, Timestamp base);
void encode(ByteWriter &to, const ProcessRecord &process, Timestamp base);
void encode(ByteWriter &to, const ProcessEndRecord &end, Timestamp base);
void encode(ByteWriter &to, const ThreadRecord &thread, Timestamp base);
void encode(ByteWriter &to, const ThreadChangeRecord &change, Timestamp base);
void encode(ByteWriter &to, const ThreadEndRecord &end, Timestamp base);
void encode(ByteWriter &to, const ImageRecord &image, Timestamp base);
void encode(ByteWriter &to, const ImageUnloadRecord &unload, Timestamp base);
void encode(ByteWriter &to, const FrameRecord &frame);
// `id` is that of the stack, `before` the frame of the stack before it in the record.
void encode(ByteWriter &to, const StackRecord &stack, StackId id, FrameId before);
void encode(ByteWriter &to, const EventRecord &event, Timestamp base);
void encode(ByteWriter &to, const OutputRecord &output, Timestamp base);
void encode(ByteWriter &to, const SeriesRecord &series);
void encode(ByteWriter &to, const ValueRecord &value, Timestamp base);
void encode(ByteWriter &to, const EndRecord &end, Timestamp base);

// Each reads one record; what is wrong with it shows in from.hasFailed().
SegmentRecord decodeSegment(ByteReader &from);
SegmentEndRecord decodeSegmentEnd(ByteReader &from, Timestamp base);
ProcessRecord decodeProcess(ByteReader &from, Timestamp base);
ProcessEndRecord decodeProcessEnd(ByteReader &from, Timestamp base);
ThreadRecord decodeThread(ByteReader &from, Timestamp base);
ThreadChangeRecord decodeThreadChange(ByteReader &from, Timestamp base);
ThreadEndRecord decodeThreadEnd(ByteReader &from, Timestamp base);
ImageRecord decodeImage(ByteReader &from, Timestamp base);
ImageUnloadRecord decodeImageUnload(ByteReader &from, Timestamp base);
FrameRecord decodeFrame(ByteReader &from);
StackRecord decodeStack(ByteReader &from, StackId id, FrameId before);
EventRecord decodeEvent(ByteReader &from, Timestamp base);
OutputRecord decodeOutput(ByteReader &from, Timestamp base);
SeriesRecord decodeSeries(ByteReader &from);
ValueRecord decodeValue(ByteReader &from, Timestamp base);
EndRecord decodeEnd(ByteReader &from, Timestamp base);

} // namespace ember::model::capturelog
