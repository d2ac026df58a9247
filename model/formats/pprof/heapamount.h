// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace ember::model::pprof {

// What lies on the heap, of one stack.
struct HeapAmount {
    std::int64_t count = 0; // objects
    std::int64_t bytes = 0;

    bool isLikely() const { return count != 0 || bytes == 0; }
};

// One of `rate` bytes was sampled, on the average; Poisson tells how many a sample stands for. What
// no 64 bits hold stays as it was seen.
HeapAmount unsampled(HeapAmount amount, std::int64_t rate);

} // namespace ember::model::pprof
