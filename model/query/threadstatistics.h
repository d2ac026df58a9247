// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/profile/threads.h"
#include "model/spans/spantable.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ember::model {

// Returns the number of threads with samples: those that views list and count. The others were only
// seen to exist.
std::size_t sampledThreadCount(const Profile &profile);

struct CallCount {
    SystemCall call = noSystemCall; // none: blocked, but in no call (a page fault, or not known)
    std::uint64_t samples = 0;
};

// The number of samples in each state of a thread; 0 if the file has no states.
struct ThreadStates {
    std::uint64_t running = 0;
    std::uint64_t runnable = 0; // waiting for a CPU
    std::uint64_t blocked = 0;
    std::vector<CallCount> blockedIn; // most samples first, then by number

    std::uint64_t known() const { return running + runnable + blocked; }
};

// Counts the states of the samples [first, end). Linear in them.
ThreadStates threadStates(const ThreadSamples &samples, SampleIndex first, SampleIndex end);

struct ThreadStatistics {
    ThreadIndex thread;
    std::uint64_t samples = 0;
    Nanoseconds duration{}; // first sample to the end of the last one
    Nanoseconds running{}; // CPU time where the capture knows it, else the time of non-idle samples
    bool isRunningKnown = false; // CPU time is known; else it is not known whether the thread ran
};

// One row per thread, in table order. Linear in the threads for a span table, in the samples for a
// profile.
std::vector<ThreadStatistics> threadStatistics(const Profile &profile);
std::vector<ThreadStatistics> threadStatistics(const SpanTable &spans);

// The share of time a thread was busy (running, or not idle where that is not known) in `buckets`
// equal pieces of the range, 0 … 1: the sparkline of the thread selector.
std::vector<float> threadActivity(const ThreadSpans &thread, TimeRange range, std::size_t buckets);
// Whether a sample counts for threadActivity(), which leaves out all others. Linear in the samples.
using SampleLeft = std::function<bool(SampleIndex)>;
std::vector<float> threadActivity(const ThreadSpans &thread, TimeRange range, std::size_t buckets,
                                  const SampleLeft &isLeft);

// All threads: busiest first (running time), then by name, then by id, both in natural order (2
// before 10); threads without samples last.
std::vector<ThreadIndex> threadsByActivity(const Profile &profile);
std::vector<ThreadIndex> threadsByActivity(const SpanTable &spans);

} // namespace ember::model
