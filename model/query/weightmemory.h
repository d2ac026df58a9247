// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/stackweights.h"

#include <cstddef>
#include <mutex>
#include <vector>

namespace ember::model {

// Memory of sums that nobody needs any more, kept for the next ones: what the system gives anew, up
// to a hundred megabytes per question, takes longer than to add up what comes into it. For any
// thread.
class WeightMemory {
public:
    // So many, all of nothing.
    std::vector<Weight> take(std::size_t count);
    void give(std::vector<Weight> weights);

private:
    static constexpr std::size_t mostKept = 2; // an answer's
    static constexpr std::size_t fewestKept = 16'384; // less is there at once

    std::mutex m_mutex;
    std::vector<std::vector<Weight>> m_kept;
};

} // namespace ember::model
