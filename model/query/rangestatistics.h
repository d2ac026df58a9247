// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/selection.h"
#include "model/query/stoptimes.h"

#include <cstdint>
#include <vector>

namespace ember::model {

// How long something lasted, summed over threads, and in how many samples it was seen.
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

struct ThreadShare {
    ThreadIndex thread;
    SampledTime all;
    Nanoseconds busy{}; // CPU time where the capture knows it, else the time with calls
};

// What the threads of a selection did in its range.
struct RangeStatistics {
    SampledTime all;
    SampledTime idle; // without any call
    // The states of the samples; all zero where the file does not tell them.
    SampledTime running;
    SampledTime runnable; // waiting for a CPU
    SampledTime blocked;
    std::vector<BlockedTime> blockedIn; // the longest first
    Nanoseconds busy{};
    std::vector<ThreadShare> threads; // with samples; the busiest first
    StopTimes stops;
    std::uint64_t missedTicks = 0; // of the recorder, in the range
    std::uint64_t lostSamples = 0;
};

// Times are those of all views of sums: a sample lasts until its thread's next one, cut to the
// range. Under filters of calls only what `left` marks counts; it has the profile's stacks, or
// none. Linear in the samples of the range.
RangeStatistics rangeStatistics(const Profile &profile, const Selection &selection,
                                const StackMarks &left = {});

// The same for one who asks again and again while a profile grows: of its later snapshots only the
// samples that are new are read, as long as the selection stays the same. Of one profile: what
// `left` once said of a stack holds.
class GrowingRangeStatistics {
public:
    GrowingRangeStatistics();
    ~GrowingRangeStatistics();

    RangeStatistics read(const Profile &profile, const Selection &selection,
                         const StackMarks &left = {});

private:
    struct ThreadPart;

    Selection m_selection;
    std::vector<ThreadPart> m_threads;
};

} // namespace ember::model
