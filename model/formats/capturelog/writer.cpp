// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/writer.h"

#include "model/formats/capturelog/livestate.h"
#include "model/formats/capturelog/logoutput.h"
#include "model/formats/capturelog/recordcodec.h"
#include "model/formats/capturelog/stacktables.h"
#include "model/formats/capturelog/symbolcodec.h"
#include "model/formats/capturelog/tickcodec.h"
#include "model/formats/randomuuid.h"

#include <cerrno>
#include <cmath>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace ember::model::capturelog {

namespace {

// Blocks of ticks and definitions are written out when they have this size, or with a flush.
constexpr std::size_t blockBytes = std::size_t(64) << 10U;
constexpr std::size_t outputPieceBytes = std::size_t(64) << 10U;

Error openError(const std::string &path, int number)
{
    const bool full = number == ENOSPC || number == EDQUOT;
    return {full ? ErrorCode::DiskFull : ErrorCode::FileNotWritable, path,
            std::generic_category().message(number)};
}

Nanoseconds periodOf(double rateHz)
{
    return rateHz > 0 ? Nanoseconds(std::llround(1e9 / rateHz)) : Nanoseconds(0);
}

} // namespace

Result<int> createLogFile(const std::string &path)
{
    const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0644);
    if (fd < 0)
        return openError(path, errno);
    // Truncated only under the lock: it may be another recorder's log.
    const int failure = flock(fd, LOCK_EX | LOCK_NB) != 0 ? errno
        : ftruncate(fd, 0) != 0 && errno != EINVAL        ? errno // EINVAL: a device or a fifo
                                                          : 0;
    if (failure == 0)
        return fd;
    close(fd);
    if (failure == EWOULDBLOCK)
        return Error{ErrorCode::FileNotWritable, path, "in use: a capture is being recorded there"};
    return openError(path, failure);
}

struct Writer::State {
    State(int fd, CaptureStart captureStart, SegmentLimits segmentLimits)
        : output(fd),
          start(std::move(captureStart)),
          limits(segmentLimits)
    {
    }

    template<typename... Arguments>
    void write(RecordType type, const Arguments &...arguments)
    {
        payload.clear();
        encode(payload, arguments...);
        output.append(type, payload.view());
    }

    // What has an order of its own closes the block of ticks before it.
    template<typename Record>
    void writeInOrder(RecordType type, const Record &record)
    {
        closeBlock();
        write(type, record, segment.start);
    }

    void beginSegment(Timestamp time);
    void endSegment();
    void repeatLive();
    void nextSegment(Timestamp time);
    // The stack of the segment that ends, entered into the tables of the next.
    StackId carriedOver(StackId stack, const StackTables &old);
    void closeBlock();
    bool isSegmentFull(Timestamp time) const;
    FrameRecord frameAt(ProcessSerial process, const UnwoundPc &frame) const;

    LogOutput output;
    CaptureStart start;
    SegmentLimits limits;
    SegmentRecord segment;
    SegmentEndRecord segmentEnd;
    std::uint64_t segmentPosition = 0;
    LiveState live;
    StackTables tables;
    TickEncoder ticks;
    ByteWriter payload;
    std::uint32_t processCount = 0;
    std::uint32_t threadCount = 0;
    std::uint32_t imageCount = 0;
    std::uint32_t seriesCount = 0;
};

void Writer::State::beginSegment(Timestamp time)
{
    segment.start = time;
    segment.monotonic = start.monotonic + (time - start.time);
    segment.rateHz = start.rateHz;
    segment.period = periodOf(start.rateHz);
    segment.metadata = start.metadata;
    segmentEnd = {};
    segmentEnd.lastTick = time;
    segmentPosition = output.position();
    write(RecordType::Segment, segment);
}

void Writer::State::endSegment()
{
    closeBlock();
    segmentEnd.bytes = output.position() - segmentPosition;
    write(RecordType::SegmentEnd, segmentEnd, segment.start);
}

void Writer::State::repeatLive()
{
    for (const auto &[serial, process] : live.processes())
        write(RecordType::Process, process, segment.start);
    for (const auto *image : live.images())
        write(RecordType::Image, *image, segment.start);
    for (const auto &[serial, thread] : live.threads())
        write(RecordType::Thread, thread, segment.start);
    for (const auto &[serial, series] : live.series())
        write(RecordType::Series, series);
}

void Writer::State::nextSegment(Timestamp time)
{
    endSegment();
    ++segment.sequence;
    beginSegment(time);
    repeatLive();
    const auto old = std::exchange(tables, {});
    ticks.startSegment(segment.start, segment.period,
                       [&](StackId stack) { return carriedOver(stack, old); });
}

StackId Writer::State::carriedOver(StackId stack, const StackTables &old)
{
    std::vector<FrameRecord> leafFirst;
    for (; stack.row() >= firstStackId; stack = old.stack(stack).caller)
        leafFirst.push_back(old.frame(old.stack(stack).frame));
    for (auto frame = leafFirst.rbegin(); frame != leafFirst.rend(); ++frame)
        stack = tables.stack(stack, tables.frame(*frame));
    return stack;
}

void Writer::State::closeBlock()
{
    if (!tables.newFrames().isEmpty())
        output.append(RecordType::Frames, tables.newFrames().view());
    if (!tables.newStacks().isEmpty())
        output.append(RecordType::Stacks, tables.newStacks().view());
    tables.clearNew();
    if (!ticks.block().isEmpty())
        output.append(RecordType::Ticks, ticks.block().view());
    ticks.clearBlock();
}

bool Writer::State::isSegmentFull(Timestamp time) const
{
    return time - segment.start >= limits.duration
        || output.position() - segmentPosition >= limits.bytes
        || tables.stackCount() >= limits.stacks;
}

FrameRecord Writer::State::frameAt(ProcessSerial process, const UnwoundPc &frame) const
{
    // The byte behind the call can lie behind the image.
    const bool isReturnAddress =
        frame.method != UnwindMethod::Leaf && frame.method != UnwindMethod::Signal;
    const auto *image = live.imageAt(process, isReturnAddress ? frame.pc - 1 : frame.pc);
    if (image == nullptr)
        return {process, {}, frame.pc, frame.method};
    return {{}, image->serial, frame.pc - image->address, frame.method};
}

Result<std::unique_ptr<Writer>> Writer::start(int fd, CaptureStart start, SegmentLimits limits)
{
    auto state = std::make_unique<State>(fd, std::move(start), limits);
    state->output.append(fileHeader());
    const auto time = state->start.time;
    state->beginSegment(time);
    state->ticks.startSegment(time, state->segment.period, [](StackId stack) { return stack; });
    EMBER_RETURN_IF_ERROR(state->output.flush());
    return std::unique_ptr<Writer>(new Writer(std::move(state)));
}

Writer::Writer(std::unique_ptr<State> state) : m_state(std::move(state)) { }

Writer::~Writer() = default;

ProcessSerial Writer::beginProcess(ProcessRecord process)
{
    process.serial = ProcessSerial(m_state->processCount++);
    if (process.profilerId.empty())
        process.profilerId = randomUuid();
    m_state->live.add(process);
    m_state->writeInOrder(RecordType::Process, process);
    return process.serial;
}

void Writer::endProcess(const ProcessEndRecord &end)
{
    for (const auto thread : m_state->live.remove(end.process)) {
        m_state->writeInOrder(RecordType::ThreadEnd, ThreadEndRecord{thread, end.time});
        m_state->ticks.removeThread(thread);
    }
    m_state->writeInOrder(RecordType::ProcessEnd, end);
}

ThreadSerial Writer::startThread(ThreadRecord thread)
{
    thread.serial = ThreadSerial(m_state->threadCount++);
    m_state->live.add(thread);
    m_state->writeInOrder(RecordType::Thread, thread);
    m_state->ticks.addThread(thread.serial);
    return thread.serial;
}

void Writer::changeThread(const ThreadChangeRecord &change)
{
    m_state->live.change(change);
    m_state->writeInOrder(RecordType::ThreadChange, change);
}

void Writer::endThread(const ThreadEndRecord &end)
{
    m_state->live.remove(end.thread);
    m_state->writeInOrder(RecordType::ThreadEnd, end);
    m_state->ticks.removeThread(end.thread);
}

ImageSerial Writer::loadImage(ImageRecord image)
{
    image.serial = ImageSerial(m_state->imageCount++);
    m_state->live.add(image);
    m_state->writeInOrder(RecordType::Image, image);
    return image.serial;
}

void Writer::unloadImage(const ImageUnloadRecord &unload)
{
    m_state->live.remove(unload.image);
    m_state->writeInOrder(RecordType::ImageUnload, unload);
}

StackId Writer::stack(ProcessSerial process, std::span<const UnwoundPc> leafFirst, RootReached root)
{
    auto &tables = m_state->tables;
    auto stack = root == RootReached::Yes || leafFirst.empty() ? emptyLogStack : unknownCallers;
    for (auto frame = leafFirst.rbegin(); frame != leafFirst.rend(); ++frame)
        stack = tables.stack(stack, tables.frame(m_state->frameAt(process, *frame)));
    if (tables.newStacks().size() + tables.newFrames().size() >= blockBytes)
        m_state->closeBlock();
    return stack;
}

Result<void> Writer::tick(Timestamp time, std::span<const TickSample> samples)
{
    auto &state = *m_state;
    state.segmentEnd.samples += state.ticks.tick(time, samples);
    state.segmentEnd.lastTick = time;
    ++state.segmentEnd.ticks;
    if (state.ticks.block().size() >= blockBytes)
        state.closeBlock();
    if (state.isSegmentFull(time))
        state.nextSegment(time);
    return state.output.state();
}

void Writer::event(const EventRecord &event)
{
    m_state->writeInOrder(RecordType::Event, event);
}

void Writer::output(const OutputRecord &output)
{
    for (std::size_t place = 0; place < output.bytes.size(); place += outputPieceBytes) {
        m_state->writeInOrder(
            RecordType::Output,
            OutputRecord{output.stream, output.time, output.bytes.substr(place, outputPieceBytes)});
    }
}

SeriesSerial Writer::beginSeries(SeriesRecord series)
{
    series.serial = SeriesSerial(m_state->seriesCount++);
    m_state->live.add(series);
    m_state->write(RecordType::Series, series);
    return series.serial;
}

void Writer::value(const ValueRecord &value)
{
    m_state->write(RecordType::Value, value, m_state->segment.start);
}

void Writer::symbols(const ImageSymbols &symbols)
{
    for (const auto &payload : encodeSymbols(symbols))
        m_state->output.append(RecordType::Symbols, payload);
}

Result<void> Writer::flush()
{
    m_state->closeBlock();
    return m_state->output.flush();
}

Result<void> Writer::finish(const EndRecord &end)
{
    m_state->endSegment();
    m_state->write(RecordType::End, end, m_state->segment.start);
    return m_state->output.flush();
}

std::uint64_t Writer::bytesWritten() const
{
    return m_state->output.bytesWritten();
}

} // namespace ember::model::capturelog
