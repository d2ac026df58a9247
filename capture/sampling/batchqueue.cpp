// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/batchqueue.h"

#include <algorithm>
#include <utility>

namespace ember::capture {

namespace {

// Of the second-level cache, which the reader shares with whatever else its CPU does.
constexpr std::size_t longestBatch = std::size_t(256) << 10U;

std::size_t bytesOf(const Tick &tick)
{
    return sizeof tick + tick.samples.size() * sizeof(CapturedSample)
        + tick.reused.size() * sizeof(ReusedSample) + tick.stacks.size();
}

} // namespace

BatchQueue::BatchQueue(std::size_t byteLimit)
    : m_byteLimit(byteLimit),
      m_batchBytes(std::min(byteLimit / 4, longestBatch))
{
}

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
    if (tick.isUrgent || m_bytes >= m_batchBytes)
        wakeReader();
    append(std::move(tick));
    return Accepted::Yes;
}

void BatchQueue::push(RecordEvent event)
{
    const std::scoped_lock lock(m_mutex);
    wakeReader();
    append(std::move(event));
}

void BatchQueue::close()
{
    const std::scoped_lock lock(m_mutex);
    m_closed = true; // first: without memory it must be closed all the same
    wakeReader();
    reportDrops();
}

std::vector<RecordEvent> BatchQueue::take(std::chrono::milliseconds patience)
{
    std::unique_lock lock(m_mutex);
    m_filled.wait_for(lock, patience, [this] { return m_closed || m_isWanted; });
    m_isWanted = false;
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
    m_events.push_back(std::move(event));
}

// Once per batch: the reader takes everything.
void BatchQueue::wakeReader()
{
    if (!std::exchange(m_isWanted, true))
        m_filled.notify_one();
}

void BatchQueue::reportDrops()
{
    if (m_drops.count == 0)
        return;
    m_drops.kind = model::CaptureEventKind::Dropped;
    append(std::exchange(m_drops, {}));
}

} // namespace ember::capture
