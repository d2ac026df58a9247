// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

namespace ember::capture {

// Counts the batches and events that the queue has refused since it last reported losses.
struct QueueLosses {
    model::Timestamp time; // time of the newest loss
    std::uint64_t samples = 0;
    std::uint64_t ticks = 0; // missed by the clock, if the queue refused the marker that reports
                             // them
    std::uint64_t threads = 0; // threads that ended before their start could be reported
    std::uint64_t processes = 0;
    std::uint64_t notes = 0; // names, requests and all else that was to be in the log

    void add(const QueueLosses &more);
    bool isNothing() const;
    // Markers that report the losses, one for each kind.
    std::vector<Marker> toMarkers() const;
};

QueueLosses lossOf(const Tick &tick);
QueueLosses lossOf(const Marker &marker);
QueueLosses lossOf(const KeepRequest &request);

// Queue from the sampler to the thread that unwinds. Bounded in bytes: when the reader falls
// behind, what does not fit is refused, and counted as lost unless the caller can push it again
// later. The sampler never waits, so no thread of the target stays stopped because of the queue.
// Ticks and all other events have separate room: threads are still reported when no tick fits.
//
// Ends are always accepted, so that nothing lives on in the log after its end. Each ends something
// that was accepted here: ends are no more than the threads and processes that are alive, and those
// whose starts are still queued.
//
// The reader is not woken for each tick: a thousand times a second that costs more than its work,
// and takes CPU time from the target. Ticks wait until the reader's patience ends, until they are
// so many that the caches would not hold them, or until an event comes that must not wait.
class BatchQueue {
public:
    static constexpr std::size_t defaultByteLimit = std::size_t(40) << 20U;
    static constexpr std::size_t defaultOtherLimit = std::size_t(12) << 20U;

    // `tickLimit` and `otherLimit`: bytes that ticks, and all other events, may take.
    explicit BatchQueue(std::size_t tickLimit = defaultByteLimit,
                        std::size_t otherLimit = defaultOtherLimit);

    enum class Accepted : bool { No, Yes };

    // Appends a tick. A refused tick is counted as lost.
    Accepted push(Tick tick);
    // Appends an event. A refused marker or KeepRequest is counted as lost; starts, names and maps
    // the caller must push again later, or call lose(). Events that people asked for have twice the
    // room.
    Accepted push(RecordEvent event);
    // Whether the queue has enough room again that pushing what was refused is worth it.
    bool hasRoom() const;
    // Counts as lost what will not be pushed any more.
    void lose(const QueueLosses &losses);
    // Call when nothing more will be pushed. Closes the queue even if memory is out
    // (std::bad_alloc).
    void close();

    // Takes the oldest events, in order: at most as many as the reader handles at a time. Waits up
    // to `patience` for a batch that is worth waking for. Losses come as markers.
    std::vector<RecordEvent> take(std::chrono::milliseconds patience);
    // Whether the queue is closed and everything has been taken.
    bool isFinished() const;

    std::size_t bytes() const;

private:
    struct Bytes {
        std::size_t ticks = 0;
        std::size_t others = 0;

        std::size_t sum() const { return ticks + others; }
    };

    struct Batch {
        std::vector<RecordEvent> events;
        Bytes bytes;
    };

    std::size_t limitFor(const RecordEvent &event) const;
    void append(RecordEvent event, Bytes bytes);
    void wakeReader();
    void reportLosses();

    const std::size_t m_tickLimit;
    const std::size_t m_otherLimit;
    const std::size_t m_wakingBytes;
    mutable std::mutex m_mutex;
    std::condition_variable m_filled;
    std::deque<Batch> m_batches;
    Bytes m_bytes;
    QueueLosses m_losses;
    bool m_isWanted = false; // the reader is to take the queued events now
    bool m_closed = false;
};

} // namespace ember::capture
