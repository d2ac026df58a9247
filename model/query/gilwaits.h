// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstdint>
#include <vector>

namespace ember::model {

// Whether a blocked thread waits for CPython's global lock (GIL): the interpreter itself waits for
// a condition, which it does for nothing else. `stack` is one as recorded.
bool waitsForGil(const Profile &recorded, StackIndex stack);

// Samples of a thread that wait for the GIL, and which threads had it meanwhile.
struct GilWaits {
    struct Holder {
        ThreadIndex thread;
        std::uint64_t samples = 0;
    };

    std::uint64_t samples = 0;
    // By samples, most first. A thread counts if it was the only one of the process that was about
    // to run code of the interpreter; at most 1 000 samples are looked at.
    std::vector<Holder> holders;
};

// Of the samples [first, end). Linear in them.
GilWaits gilWaits(const Profile &recorded, ThreadIndex thread, SampleIndex first, SampleIndex end);

} // namespace ember::model
