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

// What could not be handed on since it was last said.
struct QueueLosses {
    model::Timestamp time; // of the newest of them
    std::uint64_t samples = 0;
    std::uint64_t ticks = 0; // that were missed, which is what could not be said
    std::uint64_t threads = 0; // that ended before they could be told of
    std::uint64_t processes = 0;
    std::uint64_t notes = 0; // names, requests, whatever else was to be in the log

    void add(const QueueLosses &more);
    bool isNothing() const;
    // What tells of them, a marker for each kind.
    std::vector<Marker> toMarkers() const;
};

QueueLosses lossOf(const Tick &tick);
QueueLosses lossOf(const Marker &marker);
QueueLosses lossOf(const KeepRequest &request);

// From the sampler to the thread that unwinds. Bounded in bytes: when the reader falls behind, what
// does not fit is refused, and counted where nobody can tell it again; the sampler never waits, so
// no thread of the target stands because of it. Ticks and everything else have room of their own:
// threads are still told of where no tick fits.
//
// Ends are always accepted, so that nothing in the log lives on that does not. Each ends what was
// accepted here: they are no more than the threads and processes that are alive, and those whose
// starts are still waiting.
//
// The reader is not woken for each tick: a thousand times a second that costs more than its work,
// and takes CPU time from the target. Ticks wait for its patience to end, for so many that the
// caches would not hold them, or for an event that must not wait.
class BatchQueue {
public:
    static constexpr std::size_t defaultByteLimit = std::size_t(40) << 20U;
    static constexpr std::size_t defaultOtherLimit = std::size_t(12) << 20U;

    // Bytes of ticks, and of all other events.
    explicit BatchQueue(std::size_t tickLimit = defaultByteLimit,
                        std::size_t otherLimit = defaultOtherLimit);

    enum class Accepted : bool { No, Yes };

    // One that is refused is counted.
    Accepted push(Tick tick);
    // A marker that is refused is counted. Starts, names and maps are the caller's: they can be
    // told later, or are to be lost. What people asked for has twice the room.
    Accepted push(RecordEvent event);
    // Whether it is worth telling again what was refused.
    bool hasRoom() const;
    // Of what there is nothing to push any more.
    void lose(const QueueLosses &losses);
    // Nothing will be pushed any more. Where memory is out (std::bad_alloc) it is closed, too.
    void close();

    // What came first, in order, as much as is handled at a time; waits up to `patience` for a
    // batch that is worth to be woken for. Markers tell of losses.
    std::vector<RecordEvent> take(std::chrono::milliseconds patience);
    // Closed, and everything taken.
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
    bool m_isWanted = false; // what is there is to be taken now
    bool m_closed = false;
};

} // namespace ember::capture
