// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/threads.h"

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

} // namespace ember::model
