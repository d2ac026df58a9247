// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/profile/threads.h"
#include "model/spans/spantable.h"

#include <cstdint>
#include <vector>

namespace ember::model {

struct CallCount {
    SystemCall call = noSystemCall; // none: blocked, but in no call (a page fault, or not known)
    std::uint64_t samples = 0;
};

// What a thread was doing, by its samples. Zero where a file does not know.
struct ThreadStates {
    std::uint64_t running = 0;
    std::uint64_t runnable = 0; // waiting for a CPU
    std::uint64_t blocked = 0;
    std::vector<CallCount> blockedIn; // most samples first, then by number

    std::uint64_t known() const { return running + runnable + blocked; }
};

// Of the samples from `first` up to, not with, `end`. Costs these samples.
ThreadStates threadStates(const ThreadSamples &samples, SampleIndex first, SampleIndex end);

struct ThreadStatistics {
    ThreadIndex thread;
    std::uint64_t samples = 0;
    Nanoseconds duration{}; // first sample to last sample
    Nanoseconds running{}; // CPU time where the capture knows it, else the time of non-idle samples
    bool isRunningKnown = false; // the first: without it nobody knows whether the thread ran
};

// One row per thread, in table order. Of a span table it costs the threads, of a profile the
// samples.
std::vector<ThreadStatistics> threadStatistics(const Profile &profile);
std::vector<ThreadStatistics> threadStatistics(const SpanTable &spans);

// Share of time a thread was busy (running, or not idle where that is not known) in `buckets` equal
// pieces of the range, 0 … 1: the sparkline of the thread selector.
std::vector<float> threadActivity(const ThreadSpans &thread, TimeRange range, std::size_t buckets);

// Busiest first (running time), then by name, then by id, both as people sort: 2 before 10; threads
// without samples last.
std::vector<ThreadIndex> threadsByActivity(const Profile &profile);
std::vector<ThreadIndex> threadsByActivity(const SpanTable &spans);

} // namespace ember::model
