// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/recordcodec.h"

#include <type_traits>

namespace ember::model::capturelog {

namespace {

// Wrapping arithmetic: a damaged or hostile file must not overflow a signed number.
std::int64_t wrapped(std::uint64_t number)
{
    return static_cast<std::int64_t>(number);
}

void putTime(ByteWriter &to, Timestamp time, Timestamp base)
{
    to.signedVarint(
        wrapped(static_cast<std::uint64_t>(toNs(time)) - static_cast<std::uint64_t>(toNs(base))));
}

Timestamp takeTime(ByteReader &from, Timestamp base)
{
    const auto offset = static_cast<std::uint64_t>(from.signedVarint());
    const auto time = timestampFromNs(wrapped(static_cast<std::uint64_t>(toNs(base)) + offset));
    if (!isUsableTime(time))
        from.fail();
    return time;
}

// "None" is 0, row n is n + 1.
template<typename Tag>
void putOptional(ByteWriter &to, Index<Tag> index)
{
    to.varint(index.isValid() ? index.row() + 1 : 0);
}

template<typename I>
I takeIndex(ByteReader &from)
{
    const I index(from.varint32());
    if (!index.isValid())
        from.fail();
    return index;
}

template<typename I>
I takeOptional(ByteReader &from)
{
    const auto number = from.varint32();
    return number == 0 ? I() : I(number - 1);
}

void putPriority(ByteWriter &to, std::optional<std::uint32_t> priority)
{
    to.varint(priority ? std::uint64_t(*priority) + 1 : 0);
}

std::optional<std::uint32_t> takePriority(ByteReader &from)
{
    const auto number = from.varint();
    if (number == 0)
        return std::nullopt;
    if (number - 1 > 0xffffffffU)
        from.fail();
    return static_cast<std::uint32_t>(number - 1);
}

template<typename Enum>
void putEnum(ByteWriter &to, Enum value)
{
    to.byte(static_cast<std::uint8_t>(value));
}

// A value behind `last` comes from a newer minor version: it reads as `otherwise`.
template<typename Enum>
Enum takeEnum(ByteReader &from, Enum last, Enum otherwise)
{
    const auto value = from.byte();
    return value <= static_cast<std::uint8_t>(last) ? static_cast<Enum>(value) : otherwise;
}

std::string takeText(ByteReader &from)
{
    return std::string(from.text());
}

constexpr unsigned methodBits = 3;

} // namespace

void encode(ByteWriter &to, const SegmentRecord &segment)
{
    to.raw(segmentMark);
    to.varint(segment.sequence);
    to.fixed(static_cast<std::uint64_t>(toNs(segment.start)), 8);
    to.fixed(static_cast<std::uint64_t>(segment.monotonic.count()), 8);
    to.number(segment.rateHz);
    to.varint(static_cast<std::uint64_t>(segment.period.count()));
    to.varint(segment.metadata.size());
    for (const auto &entry : segment.metadata) {
        to.text(entry.key);
        to.text(entry.json);
    }
}

SegmentRecord decodeSegment(ByteReader &from)
{
    SegmentRecord segment;
    for (const char expected : segmentMark) {
        if (from.byte() != static_cast<std::uint8_t>(expected))
            from.fail();
    }
    segment.sequence = from.varint();
    segment.start = timestampFromNs(wrapped(from.fixed(8)));
    segment.monotonic = Nanoseconds(wrapped(from.fixed(8)));
    segment.rateHz = from.number();
    segment.period = Nanoseconds(wrapped(from.varint()));
    if (!isUsableTime(segment.start))
        from.fail();
    for (auto count = from.varint(); count > 0 && !from.hasFailed(); --count) {
        auto key = takeText(from);
        segment.metadata.push_back({std::move(key), takeText(from)});
    }
    return segment;
}

void encode(ByteWriter &to, const SegmentEndRecord &end, Timestamp base)
{
    to.varint(end.bytes);
    putTime(to, end.lastTick, base);
    to.varint(end.ticks);
    to.varint(end.samples);
}

SegmentEndRecord decodeSegmentEnd(ByteReader &from, Timestamp base)
{
    SegmentEndRecord end;
    end.bytes = from.varint();
    end.lastTick = takeTime(from, base);
    end.ticks = from.varint();
    end.samples = from.varint();
    return end;
}

void encode(ByteWriter &to, const ProcessRecord &process, Timestamp base)
{
    to.varint(process.serial.row());
    putOptional(to, process.parent);
    to.varint(process.pid);
    to.varint(process.execGeneration);
    to.byte(process.launched ? 1 : 0);
    to.text(process.profilerId);
    to.text(process.command);
    to.text(process.executable);
    to.text(process.workingDirectory);
    putTime(to, process.start, base);
}

ProcessRecord decodeProcess(ByteReader &from, Timestamp base)
{
    ProcessRecord process;
    process.serial = takeIndex<ProcessSerial>(from);
    process.parent = takeOptional<ProcessSerial>(from);
    process.pid = from.varint32();
    process.execGeneration = from.varint32();
    process.launched = from.byte() != 0;
    process.profilerId = takeText(from);
    process.command = takeText(from);
    process.executable = takeText(from);
    process.workingDirectory = takeText(from);
    process.start = takeTime(from, base);
    return process;
}

void encode(ByteWriter &to, const ProcessEndRecord &end, Timestamp base)
{
    to.varint(end.process.row());
    putTime(to, end.time, base);
    to.byte(end.exit ? (end.exit->bySignal ? 2 : 1) | (end.exit->coreDumped ? 4 : 0) : 0);
    to.signedVarint(end.exit ? end.exit->code : 0);
}

ProcessEndRecord decodeProcessEnd(ByteReader &from, Timestamp base)
{
    ProcessEndRecord end;
    end.process = takeIndex<ProcessSerial>(from);
    end.time = takeTime(from, base);
    const auto how = from.byte();
    const auto code = from.signedVarint();
    if ((how & 3U) != 0)
        end.exit = ExitStatus{static_cast<int>(code), (how & 2U) != 0, (how & 4U) != 0};
    return end;
}

void encode(ByteWriter &to, const ThreadRecord &thread, Timestamp base)
{
    to.varint(thread.serial.row());
    to.varint(thread.process.row());
    to.varint(thread.tid);
    to.byte(thread.isMain ? 1 : 0);
    to.text(thread.name);
    putPriority(to, thread.priority);
    putTime(to, thread.start, base);
}

ThreadRecord decodeThread(ByteReader &from, Timestamp base)
{
    ThreadRecord thread;
    thread.serial = takeIndex<ThreadSerial>(from);
    thread.process = takeIndex<ProcessSerial>(from);
    thread.tid = from.varint32();
    thread.isMain = from.byte() != 0;
    thread.name = takeText(from);
    thread.priority = takePriority(from);
    thread.start = takeTime(from, base);
    return thread;
}

void encode(ByteWriter &to, const ThreadChangeRecord &change, Timestamp base)
{
    to.varint(change.thread.row());
    putTime(to, change.time, base);
    to.text(change.name);
    putPriority(to, change.priority);
}

ThreadChangeRecord decodeThreadChange(ByteReader &from, Timestamp base)
{
    ThreadChangeRecord change;
    change.thread = takeIndex<ThreadSerial>(from);
    change.time = takeTime(from, base);
    change.name = takeText(from);
    change.priority = takePriority(from);
    return change;
}

void encode(ByteWriter &to, const ThreadEndRecord &end, Timestamp base)
{
    to.varint(end.thread.row());
    putTime(to, end.time, base);
}

ThreadEndRecord decodeThreadEnd(ByteReader &from, Timestamp base)
{
    ThreadEndRecord end;
    end.thread = takeIndex<ThreadSerial>(from);
    end.time = takeTime(from, base);
    return end;
}

void encode(ByteWriter &to, const ImageRecord &image, Timestamp base)
{
    to.varint(image.serial.row());
    to.varint(image.process.row());
    to.text(image.path);
    to.text(image.buildId);
    to.varint(image.address);
    to.varint(image.size);
    to.fixed(image.bias, 8); // may wrap below zero
    putTime(to, image.loaded, base);
}

ImageRecord decodeImage(ByteReader &from, Timestamp base)
{
    ImageRecord image;
    image.serial = takeIndex<ImageSerial>(from);
    image.process = takeIndex<ProcessSerial>(from);
    image.path = takeText(from);
    image.buildId = takeText(from);
    image.address = from.varint();
    image.size = from.varint();
    image.bias = from.fixed(8);
    image.loaded = takeTime(from, base);
    return image;
}

void encode(ByteWriter &to, const ImageUnloadRecord &unload, Timestamp base)
{
    to.varint(unload.image.row());
    putTime(to, unload.time, base);
}

ImageUnloadRecord decodeImageUnload(ByteReader &from, Timestamp base)
{
    ImageUnloadRecord unload;
    unload.image = takeIndex<ImageSerial>(from);
    unload.time = takeTime(from, base);
    return unload;
}

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
        : UnwindMethod::EhFrame; // a way to unwind that came later
    const auto image = head >> methodBits;
    if (image > 0xffffffffU)
        from.fail();
    if (image == 0)
        frame.process = takeIndex<ProcessSerial>(from);
    else
        frame.image = ImageSerial(static_cast<std::size_t>(image - 1));
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

void encode(ByteWriter &to, const EventRecord &event, Timestamp base)
{
    putEnum(to, event.kind);
    putTime(to, event.time, base);
    to.varint(event.count);
    to.text(event.text);
}

EventRecord decodeEvent(ByteReader &from, Timestamp base)
{
    EventRecord event;
    event.kind = takeEnum(from, CaptureEventKind::Note, CaptureEventKind::Note);
    event.time = takeTime(from, base);
    event.count = from.varint();
    event.text = takeText(from);
    return event;
}

void encode(ByteWriter &to, const OutputRecord &output, Timestamp base)
{
    putEnum(to, output.stream);
    putTime(to, output.time, base);
    to.text(output.bytes);
}

OutputRecord decodeOutput(ByteReader &from, Timestamp base)
{
    OutputRecord output;
    output.stream = takeEnum(from, OutputStream::Error, OutputStream::Standard);
    output.time = takeTime(from, base);
    output.bytes = takeText(from);
    return output;
}

void encode(ByteWriter &to, const SeriesRecord &series)
{
    to.varint(series.serial.row());
    to.varint(series.process.row());
    to.text(series.name);
    to.text(series.unit);
}

SeriesRecord decodeSeries(ByteReader &from)
{
    SeriesRecord series;
    series.serial = takeIndex<SeriesSerial>(from);
    series.process = takeIndex<ProcessSerial>(from);
    series.name = takeText(from);
    series.unit = takeText(from);
    return series;
}

void encode(ByteWriter &to, const ValueRecord &value, Timestamp base)
{
    to.varint(value.series.row());
    putTime(to, value.time, base);
    to.number(value.value);
}

ValueRecord decodeValue(ByteReader &from, Timestamp base)
{
    ValueRecord value;
    value.series = takeIndex<SeriesSerial>(from);
    value.time = takeTime(from, base);
    value.value = from.number();
    return value;
}

void encode(ByteWriter &to, const EndRecord &end, Timestamp base)
{
    putEnum(to, end.reason);
    putTime(to, end.time, base);
    to.text(end.text);
}

EndRecord decodeEnd(ByteReader &from, Timestamp base)
{
    EndRecord end;
    end.reason = takeEnum(from, EndReason::Failed, EndReason::Stopped);
    end.time = takeTime(from, base);
    end.text = takeText(from);
    return end;
}

} // namespace ember::model::capturelog
