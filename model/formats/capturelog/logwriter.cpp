// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/logwriter.h"

#include "model/core/uuid.h"
#include "model/formats/capturelog/logsymbols.h"
#include "model/formats/capturelog/recordcodec.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ember::model::capturelog {

namespace {

// Size at which blocks of ticks and definitions are written out, if no flush comes before.
constexpr std::size_t blockBytes = std::size_t(64) << 10U;

Nanoseconds periodOf(double rateHz)
{
    return rateHz > 0 ? Nanoseconds(std::llround(1e9 / rateHz)) : Nanoseconds(0);
}

constexpr std::size_t outputPieceBytes = std::size_t(64) << 10U;

} // namespace

void LiveState::add(const ProcessRecord &process)
{
    m_processes.emplace(process.serial, process);
}

void LiveState::add(const ThreadRecord &thread)
{
    m_threads.emplace(thread.serial, thread);
}

void LiveState::add(const SeriesRecord &series)
{
    m_series.emplace(series.serial, series);
}

void LiveState::add(const ImageRecord &image)
{
    auto &images = m_images[image.process];
    auto place = images.lower_bound(image.address);
    if (place != images.begin()) {
        const auto before = std::prev(place);
        if (image.address - before->first < before->second.size)
            place = before;
    }
    while (place != images.end()
           && (place->first <= image.address || place->first - image.address < image.size))
        place = images.erase(place);
    images.emplace(image.address, image);
}

void LiveState::change(const ThreadChangeRecord &change)
{
    const auto thread = m_threads.find(change.thread);
    if (thread == m_threads.end())
        return;
    thread->second.name = change.name;
    thread->second.priority = change.priority;
}

void LiveState::remove(ThreadSerial thread)
{
    m_threads.erase(thread);
}

ImageSerial LiveState::removeImage(ProcessSerial process, std::uint64_t address)
{
    const auto images = m_images.find(process);
    if (images == m_images.end())
        return {};
    const auto removed = images->second.extract(address);
    return removed ? removed.mapped().serial : ImageSerial();
}

std::vector<ThreadSerial> LiveState::remove(ProcessSerial process)
{
    std::vector<ThreadSerial> threads;
    for (const auto &[serial, thread] : m_threads) {
        if (thread.process == process)
            threads.push_back(serial);
    }
    for (const auto serial : threads)
        m_threads.erase(serial);
    std::erase_if(m_series, [&](const auto &entry) { return entry.second.process == process; });
    m_images.erase(process);
    m_processes.erase(process);
    return threads;
}

const ImageRecord *LiveState::imageAt(ProcessSerial process, std::uint64_t address) const
{
    const auto images = m_images.find(process);
    if (images == m_images.end())
        return nullptr;
    auto place = images->second.upper_bound(address);
    if (place == images->second.begin())
        return nullptr;
    const auto &image = (--place)->second;
    return address - image.address < image.size ? &image : nullptr;
}

FrameRecord LiveState::frameAt(ProcessSerial process, const UnwoundFrame &frame) const
{
    // If the call is the last instruction of the image, the return address is beyond the image.
    const bool isReturnAddress =
        frame.method != UnwindMethod::Leaf && frame.method != UnwindMethod::Signal;
    const auto *image = imageAt(process, isReturnAddress ? frame.pc - 1 : frame.pc);
    if (image == nullptr)
        return {process, {}, frame.pc, frame.method};
    return {{}, image->serial, frame.pc - image->address, frame.method};
}

std::vector<const ImageRecord *> LiveState::images() const
{
    std::vector<const ImageRecord *> all;
    for (const auto &[process, images] : m_images) {
        for (const auto &[address, image] : images)
            all.push_back(&image);
    }
    std::ranges::sort(all, {}, &ImageRecord::serial);
    return all;
}

void Writer::beginSegment(Timestamp time)
{
    m_segment.start = time;
    m_segment.monotonic = m_start.monotonic + (time - m_start.time);
    m_segment.rateHz = m_start.rateHz;
    m_segment.period = periodOf(m_start.rateHz);
    m_segment.metadata = m_start.metadata;
    m_segmentEnd = {};
    m_segmentEnd.lastTick = time;
    m_segmentPosition = m_output.position();
    m_payload.clear();
    encode(m_payload, m_segment);
    m_output.append(RecordType::Segment, m_payload.view());
}

void Writer::endSegment()
{
    closeBlock();
    m_segmentEnd.bytes = m_output.position() - m_segmentPosition;
    writeAside(m_segmentEnd);
}

void Writer::nextSegment(Timestamp time)
{
    endSegment();
    ++m_segment.sequence;
    beginSegment(time);
    m_live.forEach([this](const auto &record) { writeAside(record); });
    const auto old = std::exchange(m_tables, {});
    m_ticks.startSegment(m_segment.start, m_segment.period,
                         [&](StackId stack) { return carriedOver(stack, old); });
}

StackId Writer::carriedOver(StackId stack, const StackTables &old)
{
    std::vector<FrameRecord> leafFirst;
    for (; stack.row() >= firstStackId; stack = old.stack(stack).caller)
        leafFirst.push_back(old.frame(old.stack(stack).frame));
    for (auto frame = leafFirst.rbegin(); frame != leafFirst.rend(); ++frame)
        stack = m_tables.stack(stack, carriedOver(*frame, old));
    return stack;
}

FrameId Writer::carriedOver(const FrameRecord &frame, const StackTables &old)
{
    if (frame.method != UnwindMethod::Script)
        return m_tables.frame(frame);
    const auto &place = old.scripts().place(frame.offset);
    return scriptFrame(frame.process, place.function, place.place);
}

FrameId Writer::frame(ProcessSerial process, const UnwoundFrame &frame)
{
    if (frame.method == UnwindMethod::Script)
        return scriptFrame(process, frame.function, frame.place());
    return m_tables.frame(m_live.frameAt(process, frame));
}

FrameId Writer::scriptFrame(ProcessSerial process, ScriptFunctionSerial function, ScriptPlace place)
{
    static const ScriptFunctionRecord unknown;
    const auto *record = m_functions.find(function);
    return m_tables.scriptFrame(process, function, place, record != nullptr ? *record : unknown);
}

void Writer::closeBlock()
{
    if (!m_tables.scripts().newPlaces().isEmpty())
        m_output.append(RecordType::Scripts, m_tables.scripts().newPlaces().view());
    if (!m_tables.newFrames().isEmpty())
        m_output.append(RecordType::Frames, m_tables.newFrames().view());
    if (!m_tables.newStacks().isEmpty())
        m_output.append(RecordType::Stacks, m_tables.newStacks().view());
    m_tables.clearNew();
    if (!m_ticks.newCalls().isEmpty())
        m_output.append(RecordType::Calls, m_ticks.newCalls().view());
    if (!m_ticks.block().isEmpty())
        m_output.append(RecordType::Ticks, m_ticks.block().view());
    m_ticks.clearBlock();
}

bool Writer::isFull(Timestamp time) const
{
    return time - m_segment.start >= m_limits.duration
        || m_output.position() - m_segmentPosition >= m_limits.bytes
        || m_tables.stackCount() >= m_limits.stacks;
}

// Writes the end of the capture into a new segment: the head of the open segment may not have been
// written.
void Writer::lastWords(const EndRecord &end)
{
    SegmentRecord segment = m_segment;
    ++segment.sequence;
    segment.monotonic += end.time - segment.start;
    segment.start = end.time;
    segment.metadata.clear();
    m_output.lastWords(recordBytes(segment) + recordBytes(end, segment.start));
}

Result<std::unique_ptr<Writer>> Writer::start(int fd, CaptureStart start, SegmentLimits limits)
{
    std::unique_ptr<Writer> writer(new Writer(fd, std::move(start), limits));
    EMBER_RETURN_IF_ERROR(writer->flush());
    return writer;
}

Writer::Writer(int fd, CaptureStart start, SegmentLimits limits)
    : m_output(fd),
      m_start(std::move(start)),
      m_limits(limits)
{
    m_output.append(fileHeader());
    beginSegment(m_start.time);
    m_ticks.startSegment(m_start.time, m_segment.period, [](StackId stack) { return stack; });
}

void Writer::beginProcess(ProcessRecord process)
{
    if (process.profilerId.empty())
        process.profilerId = randomUuid();
    m_live.add(process);
    write(process);
}

void Writer::endProcess(const ProcessEndRecord &end)
{
    for (const auto thread : m_live.remove(end.process)) {
        write(ThreadEndRecord{thread, end.time});
        m_ticks.removeThread(thread);
    }
    write(end);
}

void Writer::startThread(const ThreadRecord &thread)
{
    m_live.add(thread);
    write(thread);
    m_ticks.addThread(thread.serial);
}

void Writer::changeThread(const ThreadChangeRecord &change)
{
    m_live.change(change);
    write(change);
}

void Writer::endThread(const ThreadEndRecord &end)
{
    m_live.remove(end.thread);
    write(end);
    m_ticks.removeThread(end.thread);
}

ImageSerial Writer::loadImage(ImageRecord image)
{
    image.serial = ImageSerial(m_imageCount++);
    m_live.add(image);
    write(image);
    return image.serial;
}

void Writer::unloadImage(ProcessSerial process, std::uint64_t address, Timestamp time)
{
    if (const auto image = m_live.removeImage(process, address); image.isValid())
        write(ImageUnloadRecord{image, time});
}

StackId Writer::stack(ProcessSerial process, std::span<const UnwoundFrame> leafFirst,
                      RootReached root)
{
    auto stack = root == RootReached::Yes || leafFirst.empty() ? emptyLogStack : unknownCallers;
    for (auto frame = leafFirst.rbegin(); frame != leafFirst.rend(); ++frame) {
        stack = m_tables.stack(stack, this->frame(process, *frame));
        if (m_tables.newStacks().size() + m_tables.newFrames().size()
                + m_tables.scripts().newPlaces().size()
            >= blockBytes)
            closeBlock();
    }
    return stack;
}

Result<void> Writer::tick(Timestamp time, std::span<const TickSample> samples)
{
    if (m_ticks.needsNewBlock(samples))
        closeBlock();
    m_segmentEnd.samples += m_ticks.tick(time, samples);
    m_segmentEnd.lastTick = time;
    ++m_segmentEnd.ticks;
    if (m_ticks.block().size() >= blockBytes)
        closeBlock();
    if (isFull(time))
        nextSegment(time);
    return m_output.state();
}

void Writer::output(const OutputRecord &output)
{
    for (std::size_t place = 0; place < output.bytes.size(); place += outputPieceBytes) {
        write(
            OutputRecord{output.stream, output.time, output.bytes.substr(place, outputPieceBytes)});
    }
}

SeriesSerial Writer::beginSeries(SeriesRecord series)
{
    series.serial = SeriesSerial(m_seriesCount++);
    m_live.add(series);
    writeAside(series);
    return series.serial;
}

void Writer::symbols(const ImageSymbols &symbols)
{
    for (const auto &payload : encodeSymbols(symbols))
        m_output.append(RecordType::Symbols, payload);
}

Result<void> Writer::flush()
{
    closeBlock();
    return m_output.flush();
}

Result<void> Writer::finish(const EndRecord &end)
{
    if (const auto failure = m_output.state(); !failure) {
        lastWords(end);
        return failure;
    }
    endSegment();
    write(end);
    return flush();
}

} // namespace ember::model::capturelog
