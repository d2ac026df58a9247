// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/time.h"
#include "model/profile/profile.h"
#include "model/profile/threads.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace ember::model {

// Sorted list of the stacks beside the empty one that stand for doing nothing: those whose
// innermost frame is V8's "(idle)". null: there are none.
using IdleStackList = std::shared_ptr<const std::vector<StackIndex>>;

inline bool isIdle(StackIndex stack, const IdleStackList &others)
{
    return stack == emptyStack || (others && std::ranges::binary_search(*others, stack));
}

// Finds the idle stacks of a profile; grows with its snapshots. For one thread at a time; lists
// that were returned do not change.
class IdleStacks {
public:
    void update(const Profile &profile);

    const IdleStackList &list() const { return m_list; }

private:
    std::vector<bool> m_frames; // by frame: whether it is idle
    bool m_areAny = false;
    std::size_t m_stacks = 0; // number of stacks looked at
    IdleStackList m_list;
};

IdleStackList idleStacks(const Profile &profile);

// How long a thread was busy during the interval that begins with the sample: its CPU time if the
// capture has it, else the whole interval or nothing, by whether the stack is idle. The sample must
// not be the last.
Nanoseconds busyTime(const ThreadSamples &samples, SampleIndex sample, const IdleStackList &idle);
// Returns busyTime() for an interval of the length `duration`. The sample may be the last.
inline Nanoseconds busyTime(const ThreadSamples &samples, SampleIndex sample, Nanoseconds duration,
                            const IdleStackList &idle)
{
    // The CPU time of an interval is stored with the sample that ends it.
    const SampleIndex next(sample.row() + 1);
    if (samples.details.contains(next))
        return std::min(Nanoseconds(samples.details[next].cpuNs), duration);
    return isIdle(samples.stacks[sample], idle) ? Nanoseconds(0) : duration;
}

// Returns the busyTime() of the part of the interval that lies in the range: an even share. All
// figures of CPU time in a range are sums of these.
Nanoseconds busyTimeIn(TimeRange range, const ThreadSamples &samples, SampleIndex sample,
                       const IdleStackList &idle);

// Answers how long a thread has been busy up to any time without adding up its samples again: it
// keeps the sums of every few samples. Grows with the samples; a copy is a snapshot, as with
// Column.
class BusyTime {
public:
    // Adds the intervals that are new in `samples`.
    void update(const ThreadSamples &samples, const IdleStackList &idle);

    // Sum of the busy time of all intervals added so far.
    Nanoseconds total() const { return m_total; }

    // The part of total() in the interval that begins with a sample, which must not be the last.
    Nanoseconds of(const ThreadSamples &samples, SampleIndex sample) const
    {
        return busyTime(samples, sample, m_idle);
    }

    // The part of total() that lies before `time`. `samples` are those of the last update.
    Nanoseconds before(const ThreadSamples &samples, Timestamp time) const;

private:
    static constexpr std::size_t step = 64; // samples between two sums

    Column<Index<struct BusySumTag>, Nanoseconds> m_sums; // row n: total before sample n · step
    IdleStackList m_idle;
    Nanoseconds m_total{};
    std::size_t m_read = 0; // intervals added
};

} // namespace ember::model
