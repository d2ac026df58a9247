// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>
#include <vector>

namespace ember::model {

// Whether a blocked thread with this recorded stack waits for the global lock (GIL) of CPython or
// Ruby: the interpreter itself waits on a condition variable. CPython does that only for the GIL;
// Ruby also in functions that are written in C (sleep, Thread#join), so these do not count.
bool waitsForGil(const Profile &recorded, StackIndex stack);

// Samples of a thread that wait for the GIL, and which threads had it meanwhile.
struct GilWaits {
    struct Holder {
        ThreadIndex thread;
        std::uint64_t samples = 0;
    };

    std::uint64_t samples = 0;
    // Threads that had the GIL meanwhile, most samples first. A thread counts if it was the only
    // one of the process that was about to run code of the interpreter; at most 1 000 samples are
    // looked at.
    std::vector<Holder> holders;
};

// The waits for the GIL in the samples [first, end). Linear in them.
GilWaits gilWaits(const Profile &recorded, ThreadIndex thread, SampleIndex first, SampleIndex end);

} // namespace ember::model
