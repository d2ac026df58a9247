// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/logwriter.h"

#include "model/formats/capturelog/symbolcodec.h"
#include "model/formats/export/randomuuid.h"

namespace ember::model::capturelog {

namespace {

constexpr std::size_t outputPieceBytes = std::size_t(64) << 10U;

} // namespace

Result<std::unique_ptr<Writer>> Writer::start(int fd, CaptureStart start, SegmentLimits limits)
{
    std::unique_ptr<Writer> writer(new Writer(fd, std::move(start), limits));
    writer->m_segments.begin();
    EMBER_RETURN_IF_ERROR(writer->flush());
    return writer;
}

Writer::Writer(int fd, CaptureStart start, SegmentLimits limits)
    : m_segments(fd, std::move(start), limits)
{
}

ProcessSerial Writer::beginProcess(ProcessRecord process)
{
    process.serial = ProcessSerial(m_processCount++);
    if (process.profilerId.empty())
        process.profilerId = randomUuid();
    m_segments.live().add(process);
    m_segments.write(process);
    return process.serial;
}

void Writer::endProcess(const ProcessEndRecord &end)
{
    for (const auto thread : m_segments.live().remove(end.process)) {
        m_segments.write(ThreadEndRecord{thread, end.time});
        m_segments.removeThread(thread);
    }
    m_segments.write(end);
}

ThreadSerial Writer::startThread(ThreadRecord thread)
{
    thread.serial = ThreadSerial(m_threadCount++);
    m_segments.live().add(thread);
    m_segments.write(thread);
    m_segments.addThread(thread.serial);
    return thread.serial;
}

void Writer::changeThread(const ThreadChangeRecord &change)
{
    m_segments.live().change(change);
    m_segments.write(change);
}

void Writer::endThread(const ThreadEndRecord &end)
{
    m_segments.live().remove(end.thread);
    m_segments.write(end);
    m_segments.removeThread(end.thread);
}

ImageSerial Writer::loadImage(ImageRecord image)
{
    image.serial = ImageSerial(m_imageCount++);
    m_segments.live().add(image);
    m_segments.write(image);
    return image.serial;
}

void Writer::unloadImage(const ImageUnloadRecord &unload)
{
    m_segments.live().remove(unload.image);
    m_segments.write(unload);
}

StackId Writer::stack(ProcessSerial process, std::span<const UnwoundPc> leafFirst, RootReached root)
{
    auto stack = root == RootReached::Yes || leafFirst.empty() ? emptyLogStack : unknownCallers;
    for (auto frame = leafFirst.rbegin(); frame != leafFirst.rend(); ++frame)
        stack = m_segments.stack(stack, m_segments.live().frameAt(process, *frame));
    return stack;
}

Result<void> Writer::tick(Timestamp time, std::span<const TickSample> samples)
{
    m_segments.tick(time, samples);
    return m_segments.output().state();
}

void Writer::event(const EventRecord &event)
{
    m_segments.write(event);
}

void Writer::output(const OutputRecord &output)
{
    for (std::size_t place = 0; place < output.bytes.size(); place += outputPieceBytes) {
        m_segments.write(
            OutputRecord{output.stream, output.time, output.bytes.substr(place, outputPieceBytes)});
    }
}

SeriesSerial Writer::beginSeries(SeriesRecord series)
{
    series.serial = SeriesSerial(m_seriesCount++);
    m_segments.live().add(series);
    m_segments.writeAside(series);
    return series.serial;
}

void Writer::value(const ValueRecord &value)
{
    m_segments.writeAside(value);
}

void Writer::span(const SpanRecord &span)
{
    m_segments.writeAside(span);
}

void Writer::symbols(const ImageSymbols &symbols)
{
    for (const auto &payload : encodeSymbols(symbols))
        m_segments.writePayload(RecordType::Symbols, payload);
}

Result<void> Writer::flush()
{
    return m_segments.flush();
}

Result<void> Writer::finish(const EndRecord &end)
{
    if (const auto failure = m_segments.output().state(); !failure) {
        m_segments.lastWords(end);
        return failure;
    }
    m_segments.endSegment();
    m_segments.write(end);
    return m_segments.flush();
}

std::uint64_t Writer::bytesWritten() const
{
    return m_segments.output().bytesWritten();
}

} // namespace ember::model::capturelog
