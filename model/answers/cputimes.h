// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ember::model {

// The number of CPUs of the machine that a capture was recorded on; nullopt if it does not say so.
std::optional<unsigned> cpuCount(const Profile &profile);

// The CPU time of threads in equal pieces of a range. A thread's CPU time between two of its
// samples counts evenly for all the time between them.
class CpuTimes {
public:
    // `range` must not be empty; `pieces` is at least 1. Linear in the samples of the range.
    CpuTimes(const Profile &profile, TimeRange range, std::size_t pieces);

    // The pieces' borders are range.start + n · width().
    Nanoseconds width() const { return m_width; }
    // By piece: CPU time of all threads.
    const std::vector<Nanoseconds> &used() const { return m_sums.used; }
    // By piece: the time in which threads waited for a CPU, by the states of their samples.
    const std::vector<Nanoseconds> &waited() const { return m_sums.waited; }

private:
    struct Sums { // by piece
        std::vector<Nanoseconds> used;
        std::vector<Nanoseconds> waited;
    };

    void add(const ThreadSamples &samples, Sums &sums) const;

    TimeRange m_range;
    Nanoseconds m_width;
    Sums m_sums;
};

// The times in which a thread waited for a CPU, cut to the range; sorted, without overlap.
std::vector<TimeRange> runnableTimes(const ThreadSamples &samples, TimeRange range);

// The thread's CPU time within `times`, which are sorted and do not overlap. 0 if the capture does
// not know it.
Nanoseconds cpuTimeIn(const ThreadSamples &samples, std::span<const TimeRange> times);

} // namespace ember::model
