// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/measure/measurestage.h"

#include "model/profile/threads.h"

namespace ember::capture {

using model::CaptureEventKind;
using model::Result;
using std::chrono::steady_clock;

SenderDirectory::News SenderDirectory::on(const RecordEvent &event)
{
    return std::visit([this](const auto &known) { return on(known); }, event);
}

ProcessSerial SenderDirectory::process(Pid pid) const
{
    const auto known = m_processes.find(static_cast<int>(pid));
    return known == m_processes.end() ? ProcessSerial() : known->second;
}

ThreadSerial SenderDirectory::thread(ProcessSerial process, Tid thread) const
{
    const auto known = m_threads.find(keyOf(process, thread));
    return known == m_threads.end() ? ThreadSerial() : known->second;
}

SenderDirectory::ThreadKey SenderDirectory::keyOf(ProcessSerial process, Tid thread)
{
    return ThreadKey(process.raw()) << 32U | static_cast<std::uint32_t>(thread);
}

SenderDirectory::News SenderDirectory::on(const ProcessStarted &process)
{
    const int pid = static_cast<int>(process.pid);
    m_processes.insert_or_assign(pid, process.process);
    m_pids.insert_or_assign(process.process, pid);
    return News::Yes;
}

SenderDirectory::News SenderDirectory::on(const ProcessEnded &process)
{
    const auto known = m_pids.find(process.process);
    if (known == m_pids.end())
        return News::No;
    // After exec the pid may already belong to the process's new image.
    if (const auto place = m_processes.find(known->second);
        place != m_processes.end() && place->second == process.process)
        m_processes.erase(place);
    m_pids.erase(known);
    return News::No;
}

SenderDirectory::News SenderDirectory::on(const ThreadStarted &thread)
{
    const auto key = keyOf(thread.process, thread.tid);
    m_threads.insert_or_assign(key, thread.thread);
    m_keys.insert_or_assign(thread.thread, key);
    return News::Yes;
}

SenderDirectory::News SenderDirectory::on(const ThreadEnded &thread)
{
    const auto known = m_keys.find(thread.thread);
    if (known == m_keys.end())
        return News::No;
    if (const auto place = m_threads.find(known->second);
        place != m_threads.end() && place->second == thread.thread)
        m_threads.erase(place);
    m_keys.erase(known);
    return News::No;
}

namespace {

// How long a message waits for its thread: a thread that is found at a tick, not when it starts,
// becomes known that much later.
constexpr std::chrono::milliseconds maxMessageWait(2000);
constexpr std::chrono::seconds lossInterval(1);
// How long a message is held back: it can arrive before the sampler's events of the same moment,
// such as an exec of its process.
constexpr std::chrono::milliseconds eventDelay(150);
constexpr std::chrono::milliseconds shortestSuspension(1);

} // namespace

MeasureStage::MeasureStage(MeasureReceiver *receiver, const ClockAnchor &anchor, RecordSink &sink,
                           Clocks clocks)
    : m_receiver(receiver),
      m_anchor(anchor),
      m_sink(sink),
      m_clocks(clocks),
      m_start(steady_clock::now()),
      m_apart(clocks().apart())
{
}

Result<void> MeasureStage::receive()
{
    if (!m_receiver)
        return {};
    auto received = m_receiver->take();
    readClocks();
    m_dropped += received.dropped;
    m_refused += received.malformed + received.refusedConnections;
    for (auto &sent : received.messages) {
        if (m_waiting.size() < MeasureReceiver::messageLimit)
            m_waiting.push_back({std::move(sent), m_now});
        else
            ++m_dropped;
    }
    EMBER_RETURN_IF_ERROR(settle(Patience::Limited));
    return m_now >= m_nextLosses ? writeLosses() : Result<void>();
}

// Updates the offset between the two clocks. They drift apart only while the machine is suspended;
// smaller differences are ignored, because the time it takes to read two clocks must not shift
// events of a thread against each other.
void MeasureStage::readClocks()
{
    m_now = steady_clock::now();
    const auto apart = m_clocks().apart();
    if (std::chrono::abs(apart - m_apart) > shortestSuspension)
        m_apart = apart;
}

// Before a process's end, writes its messages that still wait: afterwards it has no series.
Result<void> MeasureStage::before(const RecordEvent &event)
{
    const auto *ended = m_receiver ? std::get_if<ProcessEnded>(&event) : nullptr;
    return ended ? writeLast(*ended) : Result<void>();
}

Result<void> MeasureStage::after(const RecordEvent &event)
{
    if (!m_receiver)
        return {};
    if (const auto *ended = std::get_if<ProcessEnded>(&event))
        m_reporters.erase(ended->process);
    const bool isNews = m_senders.on(event) == SenderDirectory::News::Yes;
    return isNews && !m_waiting.empty() ? settle(Patience::Limited) : Result<void>();
}

Result<void> MeasureStage::finish()
{
    if (!m_receiver)
        return {};
    EMBER_RETURN_IF_ERROR(receive());
    EMBER_RETURN_IF_ERROR(settle(Patience::Over));
    return writeLosses();
}

Result<void> MeasureStage::settle(Patience patience)
{
    std::vector<Waiting> early;
    for (auto &waiting : m_waiting) {
        const auto &message = waiting.sent.message;
        const auto process = m_senders.process(waiting.sent.sender);
        const Sender sender{process, m_senders.thread(process, message.thread)};
        if (patience == Patience::Limited && mustWait(waiting, sender))
            early.push_back(std::move(waiting));
        else if (!process.isValid() || message.begin < m_start || message.end > m_now)
            ++m_refused;
        else
            EMBER_RETURN_IF_ERROR(write(sender, message));
    }
    m_waiting = std::move(early);
    return {};
}

// Writes the waiting messages of a process before it ends or executes another program.
Result<void> MeasureStage::writeLast(const ProcessEnded &ended)
{
    std::vector<Waiting> others;
    for (auto &waiting : m_waiting) {
        const auto &message = waiting.sent.message;
        const auto process = m_senders.process(waiting.sent.sender);
        if (process != ended.process || toTimestamp(message.end) > ended.time)
            others.push_back(std::move(waiting));
        else if (message.begin < m_start)
            ++m_refused;
        else
            EMBER_RETURN_IF_ERROR(
                write({process, m_senders.thread(process, message.thread)}, message));
    }
    m_waiting = std::move(others);
    return {};
}

bool MeasureStage::mustWait(const Waiting &waiting, const Sender &sender) const
{
    const auto waited = m_now - waiting.since;
    // Spans use the thread known at their time: thread ids end with the thread and with exec.
    const auto &content = waiting.sent.message.content;
    if (std::holds_alternative<AppSpan>(content) || std::holds_alternative<AppTransaction>(content))
        return !(sender.process.isValid() && sender.thread.isValid()) && waited < maxMessageWait;
    return waited < (sender.process.isValid() ? eventDelay : maxMessageWait);
}

Result<void> MeasureStage::write(const Sender &sender, const AppMessage &message)
{
    return std::visit([&](const auto &content) { return write(sender, message, content); },
                      message.content);
}

Result<void> MeasureStage::write(const Sender &sender, const AppMessage &message,
                                 const AppValue &value)
{
    auto &series = m_reporters[sender.process].series;
    const auto key = std::pair(value.name, value.unit);
    if (!series.contains(key)) {
        if (series.size() >= seriesLimit) {
            ++m_refused;
            return {};
        }
        series.insert(key);
    }
    return m_sink.on(MeasuredValue{sender.process, value.name, value.unit, toTimestamp(message.end),
                                   value.value});
}

ReportedSpan MeasureStage::reported(const Sender &sender, const AppMessage &message,
                                    const AppSpan &span) const
{
    return {sender.process,           sender.thread, span.name,     toTimestamp(message.begin),
            toTimestamp(message.end), span.op,       span.ids.span, span.ids.parent,
            span.ids.transaction,     span.status};
}

Result<void> MeasureStage::write(const Sender &sender, const AppMessage &message,
                                 const AppSpan &span)
{
    return m_sink.on(reported(sender, message, span));
}

Result<void> MeasureStage::write(const Sender &sender, const AppMessage &message,
                                 const AppTransaction &transaction)
{
    return m_sink.on(
        ReportedTransaction{reported(sender, message, transaction), transaction.ids.trace});
}

Result<void> MeasureStage::write(const Sender &sender, const AppMessage &message, const AppFrame &)
{
    auto &reporter = m_reporters[sender.process];
    if (message.source == FrameSource::Program)
        reporter.source = FrameSource::Program;
    if (message.source != reporter.source) // reported by both sources: counted once
        return {};
    switch (reporter.frames.paceOf(message.end - message.begin)) {
    case FramePace::Good: break;
    case FramePace::Slow: return writeFrames(sender, model::slowFrameSeries, message);
    case FramePace::Frozen: return writeFrames(sender, model::frozenFrameSeries, message);
    }
    return {};
}

Result<void> MeasureStage::write(const Sender &sender, const AppMessage &message,
                                 const AppRefreshRate &rate)
{
    if (!m_reporters[sender.process].frames.setRefreshRate(rate.hertz))
        return {};
    return m_sink.on(MeasuredValue{sender.process, "screen_frame_rates", "hertz",
                                   toTimestamp(message.end), rate.hertz});
}

// Writes a frame as a value of the series. SENTRY.md §7: the sample's time is the frame's end, its
// value the frame's duration.
Result<void> MeasureStage::writeFrames(const Sender &sender, std::string_view series,
                                       const AppMessage &frame)
{
    const std::chrono::duration<double, std::nano> duration = frame.end - frame.begin;
    return m_sink.on(MeasuredValue{sender.process, series, "nanosecond", toTimestamp(frame.end),
                                   duration.count()});
}

Result<void> MeasureStage::writeLosses()
{
    m_nextLosses = m_now + lossInterval;
    const auto time = toTimestamp(m_now);
    m_allDropped += m_dropped;
    m_allRefused += m_refused;
    if (const auto count = std::exchange(m_dropped, 0U); count > 0)
        EMBER_RETURN_IF_ERROR(m_sink.on(Marker{CaptureEventKind::ReportsLost, time, count, {}}));
    if (const auto count = std::exchange(m_refused, 0U); count > 0)
        EMBER_RETURN_IF_ERROR(
            m_sink.on(Marker{CaptureEventKind::ReportsLost, time, count, "refused"}));
    return {};
}

model::Timestamp MeasureStage::toTimestamp(SteadyTime time) const
{
    return m_anchor.toTimestamp(CaptureTime(time.time_since_epoch() + m_apart));
}

} // namespace ember::capture
