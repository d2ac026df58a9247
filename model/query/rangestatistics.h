// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/idlewaits.h"
#include "model/query/selection.h"
#include "model/query/stoptimes.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ember::model {

// Time that is summed over threads, and the number of samples in it.
struct SampledTime {
    Nanoseconds time{};
    std::uint64_t samples = 0;

    void add(Nanoseconds duration)
    {
        time += duration;
        ++samples;
    }

    void add(const SampledTime &more)
    {
        time += more.time;
        samples += more.samples;
    }
};

struct BlockedTime {
    SystemCall call = noSystemCall; // none: in no call, or not known
    SampledTime spent;
};

// Sums of the samples of a thread, or of several: how long it ran and waited, and for what.
struct TimeFigures {
    SampledTime all;
    Nanoseconds busy{}; // CPU time where the capture knows it, else the time with calls
    // The time by state of the samples; all 0 if the file has no states.
    SampledTime running;
    SampledTime runnable; // waiting for a CPU
    SampledTime blocked;
    std::vector<BlockedTime> blockedIn; // the longest first
};

struct ThreadShare : TimeFigures {
    ThreadIndex thread;
};

// Figures of what the threads of a selection did in its range.
struct RangeStatistics : TimeFigures {
    SampledTime idle; // the samples without a call, or in V8's "(idle)"
    std::vector<ThreadShare> threads; // threads with samples; the busiest first
    StopTimes stops;
    std::uint64_t missedTicks = 0; // ticks that the recorder missed in the range
    std::uint64_t lostSamples = 0;
};

// Adds up the selected samples. Times are as in all views of sums: a sample lasts until its
// thread's next one, cut to the range. If calls are filtered, only the stacks that `left` marks
// count; it has all stacks of the profile, or is empty. Linear in the samples of the range.
RangeStatistics rangeStatistics(const Profile &profile, const Selection &selection,
                                const StackMarks &left = {});

// Whether busy time is CPU time: there are threads, and the states of all are known.
bool isCpuTime(const Profile &profile, std::span<const ThreadIndex> threads);
// Whether the busy time of these figures is CPU time: the states of all their threads are known.
bool isCpuTime(const Profile &profile, const RangeStatistics &figures);

// Computes rangeStatistics() while a profile grows: of its later snapshots only the new samples are
// read, as long as the selection stays the same. For one profile only, and `left` may not change
// for a stack.
class GrowingRangeStatistics {
public:
    GrowingRangeStatistics();
    ~GrowingRangeStatistics();

    RangeStatistics read(const Profile &profile, const Selection &selection,
                         const StackMarks &left = {});

private:
    struct ThreadPart;

    Selection m_selection;
    IdleWaitsPointer m_idle; // the idle waits at the last read
    std::vector<ThreadPart> m_threads;
};

} // namespace ember::model
