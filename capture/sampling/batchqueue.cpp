// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/batchqueue.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace ember::capture {

using model::CaptureEventKind;

void QueueLosses::add(const QueueLosses &more)
{
    time = std::max(time, more.time);
    samples += more.samples;
    ticks += more.ticks;
    threads += more.threads;
    processes += more.processes;
    notes += more.notes;
}

bool QueueLosses::isNothing() const
{
    return samples == 0 && ticks == 0 && threads == 0 && processes == 0 && notes == 0;
}

std::vector<Marker> QueueLosses::toMarkers() const
{
    std::vector<Marker> markers;
    if (samples > 0)
        markers.push_back({CaptureEventKind::Dropped, time, samples, {}});
    if (ticks > 0)
        markers.push_back({CaptureEventKind::MissedTicks, time, ticks, {}});
    if (const auto others = threads + processes + notes; others > 0)
        markers.push_back({CaptureEventKind::Note, time, others,
                           "the log could not be written as fast as things happened; ended before"
                           " it went on, and not in the capture: threads: "
                               + std::to_string(threads)
                               + ", processes: " + std::to_string(processes)
                               + "; names or notes that are lost: " + std::to_string(notes)});
    return markers;
}

QueueLosses lossOf(const Tick &tick)
{
    QueueLosses loss{.time = tick.time, .samples = tick.samples.size() + tick.reused.size()};
    for (const auto &sample : tick.samples)
        loss.samples += sample.owedTicks;
    return loss;
}

QueueLosses lossOf(const Marker &marker)
{
    switch (marker.kind) {
    case CaptureEventKind::Dropped: return {.time = marker.time, .samples = marker.count};
    case CaptureEventKind::MissedTicks: return {.time = marker.time, .ticks = marker.count};
    default: return {.time = marker.time, .notes = 1};
    }
}

QueueLosses lossOf(const KeepRequest &request)
{
    return {.time = request.time, .notes = 1};
}

namespace {

// Bytes of ticks from which on the reader is woken: a share of the second-level cache, as the
// reader shares that with all else that its CPU does.
constexpr std::size_t mostBeforeWaking = std::size_t(256) << 10U;
// Bytes from which on a batch is full. The reader takes one at a time, and holds it in addition to
// what is queued.
constexpr std::size_t longestBatch = std::size_t(4) << 20U;

template<typename Item>
std::size_t heapOf(const std::vector<Item> &items)
{
    return items.capacity() * sizeof(Item);
}

std::size_t heapOf(const std::string &text)
{
    return text.capacity();
}

std::size_t heapOf(const Tick &tick)
{
    return heapOf(tick.samples) + heapOf(tick.reused) + heapOf(tick.stacks) + heapOf(tick.scripts);
}

std::size_t heapOf(const ProcessStarted &process)
{
    const bool hasOwnPlaces = process.byExec || !process.parent.isValid();
    return heapOf(process.command) + heapOf(process.executable)
        + (hasOwnPlaces ? sizeof(BlockedPlaces) : 0);
}

std::size_t heapOf(const ProcessMapped &process)
{
    return heapOf(process.maps);
}

std::size_t heapOf(const ThreadStarted &thread)
{
    return heapOf(thread.name) + sizeof(StackDemand);
}

std::size_t heapOf(const ThreadChanged &thread)
{
    return heapOf(thread.name);
}

std::size_t heapOf(const Marker &marker)
{
    const auto &notice = marker.notice;
    return heapOf(marker.text) + (notice ? heapOf(notice->subject) + heapOf(notice->detail) : 0);
}

std::size_t heapOf(const KeepRequest &request)
{
    return heapOf(request.cause);
}

std::size_t heapOf(const ProcessEnded & /*process*/)
{
    return 0;
}

std::size_t heapOf(const ThreadEnded & /*thread*/)
{
    return 0;
}

std::size_t bytesOf(const Tick &tick)
{
    return sizeof(RecordEvent) + heapOf(tick);
}

std::size_t bytesOf(const RecordEvent &event)
{
    return sizeof(RecordEvent) + std::visit([](const auto &known) { return heapOf(known); }, event);
}

bool isEnd(const RecordEvent &event)
{
    return std::holds_alternative<ThreadEnded>(event)
        || std::holds_alternative<ProcessEnded>(event);
}

bool wasAskedFor(const RecordEvent &event)
{
    using enum model::CaptureEventKind;
    const auto *marker = std::get_if<Marker>(&event);
    return std::holds_alternative<KeepRequest>(event)
        || (marker
            && (marker->kind == Started || marker->kind == Paused || marker->kind == Resumed));
}

} // namespace

BatchQueue::BatchQueue(std::size_t tickLimit, std::size_t otherLimit)
    : m_tickLimit(tickLimit),
      m_otherLimit(otherLimit),
      m_wakingBytes(std::min(tickLimit / 4, mostBeforeWaking))
{
}

BatchQueue::Accepted BatchQueue::push(Tick tick)
{
    const auto bytes = bytesOf(tick);
    const std::scoped_lock lock(m_mutex);
    if (m_bytes.ticks + bytes > m_tickLimit) {
        m_losses.add(lossOf(tick));
        return Accepted::No;
    }
    if (!m_losses.isNothing() && m_bytes.others < m_otherLimit)
        reportLosses();
    if (tick.isUrgent || m_bytes.ticks + bytes >= m_wakingBytes)
        wakeReader();
    append(std::move(tick), {bytes, 0});
    return Accepted::Yes;
}

BatchQueue::Accepted BatchQueue::push(RecordEvent event)
{
    const auto bytes = bytesOf(event);
    const std::scoped_lock lock(m_mutex);
    const auto limit = limitFor(event);
    if (bytes > limit || m_bytes.others > limit - bytes) {
        if (const auto *marker = std::get_if<Marker>(&event))
            m_losses.add(lossOf(*marker));
        else if (const auto *request = std::get_if<KeepRequest>(&event))
            m_losses.add(lossOf(*request));
        return Accepted::No;
    }
    wakeReader();
    append(std::move(event), {0, bytes});
    return Accepted::Yes;
}

std::size_t BatchQueue::limitFor(const RecordEvent &event) const
{
    if (isEnd(event))
        return std::numeric_limits<std::size_t>::max();
    return wasAskedFor(event) ? 2 * m_otherLimit : m_otherLimit;
}

// Asks for half of the room: with less, starts would be reported one at a time, each after a search
// for it.
bool BatchQueue::hasRoom() const
{
    const std::scoped_lock lock(m_mutex);
    return m_bytes.others <= m_otherLimit / 2;
}

void BatchQueue::lose(const QueueLosses &losses)
{
    const std::scoped_lock lock(m_mutex);
    m_losses.add(losses);
}

void BatchQueue::close()
{
    const std::scoped_lock lock(m_mutex);
    m_closed = true; // first: without memory it must be closed all the same
    wakeReader();
    reportLosses();
}

std::vector<RecordEvent> BatchQueue::take(std::chrono::milliseconds patience)
{
    std::unique_lock lock(m_mutex);
    m_filled.wait_for(lock, patience, [this] { return m_closed || m_isWanted; });
    m_isWanted = m_batches.size() > 1;
    if (m_batches.empty())
        return {};
    auto batch = std::move(m_batches.front());
    m_batches.pop_front();
    m_bytes.ticks -= batch.bytes.ticks;
    m_bytes.others -= batch.bytes.others;
    return std::move(batch.events);
}

bool BatchQueue::isFinished() const
{
    const std::scoped_lock lock(m_mutex);
    return m_closed && m_batches.empty();
}

std::size_t BatchQueue::bytes() const
{
    const std::scoped_lock lock(m_mutex);
    return m_bytes.sum();
}

void BatchQueue::append(RecordEvent event, Bytes bytes)
{
    if (m_batches.empty() || m_batches.back().bytes.sum() >= longestBatch)
        m_batches.emplace_back();
    auto &batch = m_batches.back();
    batch.events.push_back(std::move(event));
    for (auto *sum : {&batch.bytes, &m_bytes}) {
        sum->ticks += bytes.ticks;
        sum->others += bytes.others;
    }
}

// Wakes the reader, unless it was woken already and has not come yet.
void BatchQueue::wakeReader()
{
    if (!std::exchange(m_isWanted, true))
        m_filled.notify_one();
}

void BatchQueue::reportLosses()
{
    for (auto &marker : std::exchange(m_losses, {}).toMarkers()) {
        RecordEvent event(std::move(marker));
        const auto bytes = bytesOf(event);
        append(std::move(event), {0, bytes});
    }
}

} // namespace ember::capture
