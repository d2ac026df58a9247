// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/log/logsink.h"

#include "model/json/jsontext.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <sys/utsname.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace ember::capture {

namespace log = model::capturelog;
using model::Result;

namespace {

const char *nameOf(UnwindMode mode)
{
    switch (mode) {
    case UnwindMode::Auto: return "auto";
    case UnwindMode::FramePointer: return "fp";
    case UnwindMode::Dwarf: return "dwarf";
    }
    return "";
}

// The metadata of a capture: recorder, unwind mode, machine.
std::vector<log::MetadataEntry> logMetadata(const RecordOptions &options)
{
    std::vector<log::MetadataEntry> entries;
    entries.push_back({"recorder", model::jsonString("emberchart-record " EMBER_VERSION)});
    entries.push_back({"unwind", model::jsonString(nameOf(options.unwind))});
    if (options.placement == TickPlacement::Random)
        entries.push_back({"ticks", model::jsonString("random")});
    entries.push_back({"cpus", std::to_string(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)))});
    if (!options.launch.release.empty())
        entries.push_back({"release", model::jsonString(options.launch.release)});
    if (!options.launch.deployment.empty())
        entries.push_back({"environment", model::jsonString(options.launch.deployment)});
    utsname system{};
    if (uname(&system) == 0) {
        entries.push_back({"host", model::jsonString(system.nodename)});
        entries.push_back(
            {"system", model::jsonString(std::string(system.sysname) + ' ' + system.release)});
        entries.push_back({"machine", model::jsonString(system.machine)});
    }
    return entries;
}

// Just below a second, so that a line per second has new counts.
constexpr std::chrono::milliseconds progressInterval(900);

// The working directory of a process; "" if it has ended.
std::string workingDirectory(Pid pid)
{
    std::error_code gone;
    const auto link = "/proc/" + std::to_string(static_cast<int>(pid)) + "/cwd";
    return std::filesystem::read_symlink(link, gone).string();
}

log::EndReason toReason(CaptureEnd end)
{
    switch (end) {
    case CaptureEnd::TargetEnded: return log::EndReason::TargetEnded;
    case CaptureEnd::Stopped: return log::EndReason::Stopped;
    case CaptureEnd::TimeUp: return log::EndReason::TimeUp;
    case CaptureEnd::SizeReached: return log::EndReason::SizeReached;
    case CaptureEnd::Failed: return log::EndReason::Failed;
    }
    return log::EndReason::Failed;
}

} // namespace

LogSink::LogSink(log::NewLog file, log::CaptureStart start, LogRetention retention,
                 const KeepTriggers &triggers, LogObserver &observer)
    : m_observer(observer),
      m_file(std::move(file)),
      m_start(std::move(start)),
      m_retention(std::move(retention)),
      m_triggers(triggers)
{
}

Result<std::unique_ptr<LogSink>> LogSink::open(const RecordOptions &options,
                                               const ClockAnchor &anchor, LogObserver &observer)
{
    EMBER_ASSIGN_OR_RETURN(auto file, log::NewLog::open(options.logPath));
    EMBER_ASSIGN_OR_RETURN(auto retention, LogRetention::open(options, file.fd(), observer));
    log::CaptureStart start{anchor.wall(), anchor.monotonic(), static_cast<double>(options.rate),
                            logMetadata(options)};
    return std::unique_ptr<LogSink>(new LogSink(std::move(file), std::move(start),
                                                std::move(retention), options.triggers, observer));
}

// Starts the file, with the first process or with a note or output, which may arrive earlier. Not
// before that: a capture that fails to start must not replace an older log.
Result<void> LogSink::begin()
{
    if (m_writer)
        return {};
    EMBER_RETURN_IF_ERROR(m_file.begin());
    EMBER_ASSIGN_OR_RETURN(m_writer,
                           log::Writer::start(m_file.fd(), m_start, m_retention.segmentLimits()));
    return {};
}

Result<void> LogSink::on(const SinkEvent &event)
{
    return std::visit([this](const auto &known) { return take(known); }, event);
}

Result<void> LogSink::take(const ProcessStarted &process)
{
    EMBER_RETURN_IF_ERROR(begin());
    log::ProcessRecord record;
    record.serial = process.process;
    record.parent = process.parent;
    record.pid = static_cast<std::uint32_t>(process.pid);
    record.execGeneration = process.execGeneration;
    record.launched = process.launched;
    record.command = process.command;
    record.executable = process.executable;
    record.workingDirectory = workingDirectory(process.pid);
    record.start = process.time;
    m_writer->beginProcess(std::move(record));
    return {};
}

Result<void> LogSink::take(const ProcessEnded &process)
{
    m_writer->endProcess({process.process, process.time, process.exit});
    m_series.erase(process.process);
    return {};
}

Result<void> LogSink::take(const ImageLoaded &loaded)
{
    const auto &image = loaded.image;
    m_writer->loadImage({{},
                         loaded.process,
                         image.path,
                         image.buildId,
                         image.address,
                         image.size,
                         image.bias,
                         loaded.time});
    return {};
}

Result<void> LogSink::take(const ImageUnloaded &unloaded)
{
    m_writer->unloadImage(unloaded.process, unloaded.address, unloaded.time);
    return {};
}

Result<void> LogSink::take(const ThreadStarted &thread)
{
    ++m_progress.threads;
    m_writer->startThread({thread.thread, thread.process, static_cast<std::uint32_t>(thread.tid),
                           thread.isMain, thread.name, thread.priority, thread.time});
    return {};
}

Result<void> LogSink::take(const ThreadChanged &thread)
{
    m_writer->changeThread({thread.thread, thread.time, thread.name, thread.priority});
    return {};
}

Result<void> LogSink::take(const ThreadEnded &thread)
{
    m_writer->endThread({thread.thread, thread.time});
    return {};
}

Result<void> LogSink::take(const ScriptFunctionFound &found)
{
    const auto &function = found.function;
    m_writer->scriptFunction(
        found.serial,
        {found.platform, function.name, function.module, function.file, function.firstLine});
    return {};
}

Result<void> LogSink::take(const UnwoundTick &tick)
{
    m_samples.clear();
    for (const auto &sample : tick.samples) {
        const auto root = sample.native.rootReached ? log::RootReached::Yes : log::RootReached::No;
        auto &taken = m_samples.emplace_back(sample);
        taken.stack = m_writer->stack(sample.process, sample.native.frames, root);
        m_progress.samples += 1 + taken.owedTicks;
    }
    for (const auto &reused : tick.reused) {
        auto &credited = m_samples.emplace_back();
        credited.thread = reused.thread;
        credited.kind = model::SampleKind::Credited;
        credited.detail.state = reused.state;
    }
    m_progress.samples += tick.reused.size();
    EMBER_RETURN_IF_ERROR(m_writer->tick(tick.time, m_samples));
    m_now = tick.time;
    return keepIf(m_triggers.check(tick));
}

Result<void> LogSink::keepIf(const std::optional<std::string> &cause)
{
    return cause ? keep(m_now, *cause, AskedBy::Trigger) : Result<void>();
}

Result<void> LogSink::take(const KeepRequest &request)
{
    return keep(request.time, request.cause, AskedBy::Person);
}

Result<void> LogSink::keep(model::Timestamp time, const std::string &cause, AskedBy asker)
{
    EMBER_RETURN_IF_ERROR(begin());
    EMBER_RETURN_IF_ERROR(m_writer->flush());
    m_retention.keep(*m_writer, time, cause, asker);
    return {};
}

Result<void> LogSink::take(const Marker &marker)
{
    EMBER_RETURN_IF_ERROR(begin());
    if (marker.kind == model::CaptureEventKind::MissedTicks
        || marker.kind == model::CaptureEventKind::Dropped)
        m_progress.missed += marker.count;
    const auto &notice = marker.notice;
    m_writer->event({marker.kind, marker.time, marker.count,
                     notice ? notice->subject + ": " + notice->detail : marker.text});
    if (notice)
        m_observer.noticed(*notice);
    return {};
}

Result<void> LogSink::take(const MeasuredValue &value)
{
    EMBER_RETURN_IF_ERROR(begin());
    const auto [series, isNew] =
        m_series[value.process].try_emplace({std::string(value.name), std::string(value.unit)});
    if (isNew)
        series->second = m_writer->beginSeries(
            {{}, value.process, std::string(value.name), std::string(value.unit)});
    m_writer->value({series->second, value.time, value.value});
    return keepIf(m_triggers.check(value));
}

Result<void> LogSink::take(const ReportedSpan &span)
{
    EMBER_RETURN_IF_ERROR(begin());
    m_writer->span({span.process, span.thread, std::string(span.name), span.start, span.end,
                    std::string(span.op), span.id, span.parent, span.transaction,
                    std::string(span.status)});
    return {};
}

Result<void> LogSink::take(const ReportedTransaction &transaction)
{
    EMBER_RETURN_IF_ERROR(begin());
    const auto &root = transaction.root;
    m_writer->transaction({root.process, root.thread, std::string(root.name), std::string(root.op),
                           transaction.trace[0], transaction.trace[1], root.id,
                           std::string(root.status), root.start, root.end});
    return {};
}

Result<void> LogSink::take(const TargetOutput &output)
{
    EMBER_RETURN_IF_ERROR(begin());
    m_writer->output({output.stream, output.time, std::string(output.bytes)});
    return {};
}

Result<SinkRoom> LogSink::flush()
{
    if (!m_writer)
        return SinkRoom::Left;
    const auto room = flushInto(*m_writer);
    if (!room)
        m_shortage = room.error().detail;
    reportProgress();
    return room;
}

void LogSink::reportProgress()
{
    const auto now = CaptureClock::now();
    if (now < m_nextProgress)
        return;
    m_nextProgress = now + progressInterval;
    m_observer.progressed(m_progress);
}

Result<SinkRoom> LogSink::flushInto(log::Writer &log)
{
    EMBER_RETURN_IF_ERROR(
        // Checked before writing: the write may restore the length of a cut log.
        m_retention.checkKept(log));
    EMBER_RETURN_IF_ERROR(log.flush());
    return m_retention.afterFlush(log, m_now);
}

Result<void> LogSink::finish(model::Timestamp time, CaptureEnd end, const std::string &failure)
{
    if (!m_writer) // the file could not be started
        return {};
    // A deleted or cut log cannot be finished.
    EMBER_RETURN_IF_ERROR(m_retention.checkKept(*m_writer));
    EMBER_RETURN_IF_ERROR(
        m_writer->finish({toReason(end), time, m_shortage.empty() ? failure : m_shortage}));
    return m_retention.finish(*m_writer);
}

} // namespace ember::capture
