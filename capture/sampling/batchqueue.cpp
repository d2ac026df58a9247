// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/batchqueue.h"

#include <utility>

namespace ember::capture {

namespace {

std::size_t bytesOf(const Tick &tick)
{
    return sizeof tick + tick.samples.size() * sizeof(CapturedSample)
        + tick.reused.size() * sizeof(ReusedSample) + tick.stacks.size();
}

} // namespace

BatchQueue::Accepted BatchQueue::push(Tick tick)
{
    const std::scoped_lock lock(m_mutex);
    const auto bytes = bytesOf(tick);
    if (m_bytes + bytes > m_byteLimit) {
        m_drops.count += tick.samples.size() + tick.reused.size();
        m_drops.time = tick.time;
        return Accepted::No;
    }
    reportDrops();
    m_bytes += bytes;
    append(std::move(tick));
    return Accepted::Yes;
}

void BatchQueue::push(RecordEvent event)
{
    const std::scoped_lock lock(m_mutex);
    append(std::move(event));
}

void BatchQueue::close()
{
    const std::scoped_lock lock(m_mutex);
    m_closed = true; // first: without memory it must be closed all the same
    m_filled.notify_one();
    reportDrops();
}

std::vector<RecordEvent> BatchQueue::take(std::chrono::milliseconds patience)
{
    std::unique_lock lock(m_mutex);
    m_filled.wait_for(lock, patience, [this] { return m_closed || !m_events.empty(); });
    m_bytes = 0;
    return std::exchange(m_events, {});
}

bool BatchQueue::isFinished() const
{
    const std::scoped_lock lock(m_mutex);
    return m_closed && m_events.empty();
}

void BatchQueue::append(RecordEvent event)
{
    // Woken once per filling: the reader takes everything.
    if (m_events.empty())
        m_filled.notify_one();
    m_events.push_back(std::move(event));
}

void BatchQueue::reportDrops()
{
    if (m_drops.count == 0)
        return;
    m_drops.kind = model::CaptureEventKind::Dropped;
    append(std::exchange(m_drops, {}));
}

} // namespace ember::capture
