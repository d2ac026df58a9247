// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capturelog/logfixture.h"

#include "model/formats/capturelog/recordcodec.h"

#include <QFile>

#include <array>
#include <cstdlib>
#include <unistd.h>
#include <utility>

namespace ember::tests {

using namespace model;
using namespace model::capturelog;

LogFile::LogFile(SegmentLimits limits)
    : m_path(m_folder.filePath(QStringLiteral("a.ember")).toStdString())
{
    auto log = NewLog::open(m_path).value();
    if (log.begin())
        m_fd = log.release();
    CaptureStart start;
    start.time = captureStart;
    start.monotonic = std::chrono::hours(1);
    start.rateHz = tickRate;
    start.metadata = {{"host", "\"here\""}};
    m_writer = std::move(Writer::start(m_fd, start, limits)).value();
}

LogFile::~LogFile()
{
    abandon();
}

ProcessSerial LogFile::beginProcess(ProcessRecord process)
{
    process.serial = ProcessSerial(m_processes++);
    m_writer->beginProcess(process);
    return process.serial;
}

ThreadSerial LogFile::startThread(ThreadRecord thread)
{
    thread.serial = ThreadSerial(m_threads++);
    m_writer->startThread(thread);
    return thread.serial;
}

void LogFile::finish()
{
    if (!m_writer->finish({EndReason::TargetEnded, tickTime(1000), "done"}))
        qFatal("the log could not be finished");
    abandon();
}

void LogFile::abandon()
{
    m_writer.reset();
    if (m_fd >= 0)
        close(m_fd);
    m_fd = -1;
}

std::string LogFile::bytes() const
{
    QFile file(QString::fromStdString(m_path));
    if (!file.open(QIODevice::ReadOnly))
        qFatal("no log file");
    return file.readAll().toStdString();
}

SmallProcess beginSmallProcess(LogFile &log, std::string workingDirectory)
{
    ProcessRecord process;
    process.pid = 77;
    process.launched = true;
    process.command = "/opt/app/demo --fast";
    process.executable = "/opt/app/demo";
    process.workingDirectory = std::move(workingDirectory);
    process.start = captureStart;
    SmallProcess small;
    small.process = log.beginProcess(process);
    small.image = log->loadImage({{},
                                  small.process,
                                  "/opt/app/demo",
                                  buildId,
                                  imageAddress,
                                  0x10000,
                                  imageAddress,
                                  captureStart});
    small.thread =
        log.startThread({{}, small.process, 77, true, "demo", std::uint32_t(20), captureStart});
    return small;
}

StackId smallStack(LogFile &log, const SmallProcess &process, std::uint64_t leaf)
{
    const std::array frames{UnwoundFrame{imageAddress + leaf, UnwindMethod::Leaf},
                            UnwoundFrame{imageAddress + 0x200, UnwindMethod::EhFrame},
                            UnwoundFrame{imageAddress + 0x100, UnwindMethod::FramePointer}};
    return log->stack(process.process, frames, RootReached::Yes);
}

std::string smallLog(const SmallPlaces &places)
{
    LogFile log;
    log->event({CaptureEventKind::Started, captureStart, 0, ""});
    const auto small = beginSmallProcess(log, places.workingDirectory);
    const auto series = log->beginSeries({{}, small.process, "memory_footprint", "byte"});
    for (int tick = 0; tick < 3; ++tick) {
        const TickSample sample{small.thread,
                                SampleKind::Taken,
                                smallStack(log, small, 0x300 + std::uint64_t(tick) % 2),
                                {9'000'000, 12'000, ThreadState::Running}};
        if (!log->tick(tickTime(tick), {&sample, 1}))
            qFatal("no tick");
    }
    log->value({series, tickTime(1), 4096.5});
    log->output({OutputStream::Error, tickTime(1), "hello\n"});
    log->event({CaptureEventKind::MissedTicks, tickTime(2), 7, ""});
    log->changeThread({small.thread, tickTime(2), "worker", std::uint32_t(15)});
    log->symbols({"/opt/app/demo",
                  buildId,
                  SymbolState::Table,
                  {{0x300, {{"leaf()", "_Z4leafv", places.source, 12, 3, 0x2f0, Inlined::No}}}}});
    log->endThread({small.thread, tickTime(3)});
    log->unloadImage(small.process, imageAddress, tickTime(3));
    log->endProcess({small.process, tickTime(3), ExitStatus{3, false, false}});
    log.finish();
    return log.bytes();
}

std::vector<SegmentPlace> findSegments(std::string_view bytes)
{
    std::vector<SegmentPlace> segments;
    if (bytes.size() < fileHeaderBytes)
        return segments;
    auto position = fileHeaderBytes + droppedBytes(bytes.substr(fileHeaderBytes));
    for (;;) {
        const auto scan = scanRecord(bytes.substr(position));
        if (scan.state != ScanState::Record)
            return segments;
        if (scan.record.type == RecordType::Segment) {
            ByteReader from(scan.record.payload);
            const auto segment = decodeSegment(from);
            segments.push_back({position, 0, segment.sequence, segment.start});
        }
        position += scan.record.bytes;
        if (!segments.empty())
            segments.back().bytes = position - segments.back().offset;
    }
}

LogReading read(std::string_view bytes, const ReadOptions &options)
{
    auto reading = readCaptureLog("small.ember", bytes, options);
    if (!reading)
        qFatal("not readable: %s %s", codeName(reading.error().code),
               reading.error().detail.c_str());
    return std::move(reading).value();
}

} // namespace ember::tests
