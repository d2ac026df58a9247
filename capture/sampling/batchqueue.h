// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <vector>

namespace ember::capture {

// From the sampler to the thread that unwinds. Bounded: when the reader falls behind, ticks are
// dropped and counted; the sampler never waits, so no thread of the target stands because of it.
// Everything else (threads, processes, marks) is small and always kept.
//
// The reader is not woken for each tick: a thousand times a second that costs more than its work,
// and takes CPU time from the target. Ticks wait for its patience to end, for so many that the
// caches would not hold them, or for an event that must not wait.
class BatchQueue {
public:
    static constexpr std::size_t defaultByteLimit = std::size_t(64) << 20U;

    explicit BatchQueue(std::size_t byteLimit = defaultByteLimit);

    enum class Accepted : bool { No, Yes };

    Accepted push(Tick tick);
    void push(RecordEvent event);
    // Nothing will be pushed any more. Where memory is out (std::bad_alloc) it is closed, too.
    void close();

    // What is there, in order; waits up to `patience` for a batch that is worth to be woken for. A
    // Marker tells of drops.
    std::vector<RecordEvent> take(std::chrono::milliseconds patience);
    // Closed, and everything taken.
    bool isFinished() const;

private:
    void append(RecordEvent event);
    void wakeReader();
    void reportDrops();

    const std::size_t m_byteLimit;
    const std::size_t m_batchBytes;
    mutable std::mutex m_mutex;
    std::condition_variable m_filled;
    std::vector<RecordEvent> m_events;
    std::size_t m_bytes = 0;
    Marker m_drops;
    bool m_isWanted = false; // what is there is to be taken now
    bool m_closed = false;
};

} // namespace ember::capture
