// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/column.h"
#include "model/core/time.h"
#include "model/profile/threads.h"
#include "model/spans/idlestacks.h"

namespace ember::model {

// How long a thread was busy during the interval that begins with the sample: by its CPU time if
// the capture knows that, else by whether it had a stack that is not idle. The sample must not be
// the last.
Nanoseconds busyTime(const ThreadSamples &samples, SampleIndex sample, const IdleStackList &idle);

// How long a thread has been busy up to any time, without adding up its samples again: the sums of
// every few samples. Grows with the samples; a copy is a snapshot of it, as of a Column.
class BusyTime {
public:
    // Adds the intervals that are new in `samples`.
    void update(const ThreadSamples &samples, const IdleStackList &idle);

    // From the first sample on, all intervals that have been added.
    Nanoseconds total() const { return m_total; }

    // The part of it that lies before `time`. `samples` are those of the last update.
    Nanoseconds before(const ThreadSamples &samples, Timestamp time) const;

private:
    static constexpr std::size_t step = 64; // samples between two sums

    Column<Index<struct BusySumTag>, Nanoseconds> m_sums; // row n: before sample n · step
    IdleStackList m_idle;
    Nanoseconds m_total{};
    std::size_t m_read = 0; // intervals added
};

} // namespace ember::model
