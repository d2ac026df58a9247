// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/idlewaits.h"
#include "model/query/selection.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace ember::model {

class WeightMemory;

// Sums over samples: their time, their number, their value in the weight of the selection, and the
// time of the first one.
struct Weight {
    Nanoseconds time{};
    std::uint64_t samples = 0;
    double value = 0;
    Timestamp first = Timestamp::max(); // max(): there are no samples

    void add(const Weight &other)
    {
        time += other.time;
        samples += other.samples;
        value += other.value;
        first = std::min(first, other.first);
    }
};

// The weights of the selected samples by their stack, in rows of the stack table. A sample's time
// is that until its thread's next sample, cut to the range; a thread's last sample takes no time,
// unless its duration is known (lastDuration()). `selection.weight` is taken as it is: see
// weightType(). Linear in the samples of the range, which the processor's cores share.
std::vector<Weight> stackWeights(const Profile &profile, const Selection &selection);
// Computes the same weights in memory taken from `memory`.
std::vector<Weight> stackWeights(const Profile &profile, const Selection &selection,
                                 WeightMemory &memory);

// Computes stackWeights() while a profile grows: of its later snapshots only the new samples are
// read, as long as the selection stays the same. The second time all samples are read once more,
// since most questions are asked only once and need no sums to go on with.
class GrowingStackWeights {
public:
    std::vector<Weight> read(const Profile &profile, const Selection &selection);
    std::vector<Weight> read(const Profile &profile, const Selection &selection,
                             WeightMemory &memory);

private:
    bool isContinuedBy(const Profile &profile, const Selection &selection,
                       const IdleWaitsPointer &idle) const;

    Selection m_selection;
    IdleWaitsPointer m_idle; // the idle waits at the last read
    // The samples at the last read, by thread.
    std::vector<std::shared_ptr<const ThreadSamples>> m_samples;
    std::vector<std::size_t> m_read; // by thread: samples before this row are in m_sums
    // The sums without each thread's last sample, whose duration is not known yet.
    std::vector<Weight> m_sums;
};

struct StackWeight {
    StackIndex stack;
    Weight weight;
};

struct SampledStacks {
    std::vector<StackWeight> stacks; // a stack may be there several times, or not at all
    std::size_t step = 1; // every step-th sample was read; 1: the weights are exact
};

// Estimates stackWeights() from `count` to twice as many of the selected samples, evenly spread,
// each of which counts for those around it; from all samples if they are fewer. Costs no more
// however many samples there are.
SampledStacks sampledStacks(const Profile &profile, const Selection &selection, std::size_t count);

// Keeps the memory of sums that are no longer needed for the next ones: new memory, up to a hundred
// megabytes per question, takes the system longer than adding up takes. For any thread.
class WeightMemory {
public:
    // Returns `count` weights that are 0.
    std::vector<Weight> take(std::size_t count);
    void give(std::vector<Weight> weights);

private:
    static constexpr std::size_t mostKept = 2; // vectors of weights; an answer has two
    static constexpr std::size_t fewestKept = 16'384; // smaller vectors are allocated fast

    std::mutex m_mutex;
    std::vector<std::vector<Weight>> m_kept;
};

} // namespace ember::model
