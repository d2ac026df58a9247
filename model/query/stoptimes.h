// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/threads.h"

#include <cstdint>

namespace ember::model {

// How long a thread was held for its samples; nothing for those that were taken, or credited,
// without a stop.
struct StopTimes {
    Nanoseconds total{};
    Nanoseconds longest{};
    std::uint64_t stops = 0;

    // Of one sample; of none if there was no stop.
    void add(Nanoseconds stop);
    void add(const StopTimes &more);
};

// Of the samples from `first` up to, not with, `end`. Costs these samples.
StopTimes stopTimes(const ThreadSamples &samples, SampleIndex first, SampleIndex end);

} // namespace ember::model
