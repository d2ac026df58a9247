// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/selection.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace ember::model {

class WeightMemory;

// What samples took, how many they are, what they are worth in the weight of the selection, and
// when the first of them was taken.
struct Weight {
    Nanoseconds time{};
    std::uint64_t samples = 0;
    double value = 0;
    Timestamp first = Timestamp::max(); // of none

    void add(const Weight &other)
    {
        time += other.time;
        samples += other.samples;
        value += other.value;
        first = std::min(first, other.first);
    }
};

// What the selected samples spent in each stack itself, by row of the stack table. A sample's time
// is that until its thread's next sample, cut to the range; a thread's last sample counts as one
// that took no time. `selection.weight` is taken as it is: see weightType(). Linear in the samples
// of the range, which the processor's cores share.
std::vector<Weight> stackWeights(const Profile &profile, const Selection &selection);
// In memory of that.
std::vector<Weight> stackWeights(const Profile &profile, const Selection &selection,
                                 WeightMemory &memory);

// The same for one who asks again and again while a profile grows: of its later snapshots only the
// samples that are new are read, as long as the selection stays the same; the second time all are
// read once more, since most ask only once and need no sums to go on with.
class GrowingStackWeights {
public:
    std::vector<Weight> read(const Profile &profile, const Selection &selection);
    std::vector<Weight> read(const Profile &profile, const Selection &selection,
                             WeightMemory &memory);

private:
    bool isContinuedBy(const Profile &profile, const Selection &selection) const;

    Selection m_selection;
    std::vector<std::shared_ptr<const ThreadSamples>> m_samples; // by thread, when last read
    std::vector<std::size_t> m_read; // samples before that one are in the sums
    // Without last samples, of which nobody knows yet how long they take.
    std::vector<Weight> m_sums;
};

struct StackWeight {
    StackIndex stack;
    Weight weight;
};

struct SampledStacks {
    std::vector<StackWeight> stacks; // one may come several times, or not at all
    std::size_t step = 1; // every how many-th sample they are of; 1: they are exact
};

// An estimate of the same by `count` to twice as many of the selection's samples, evenly spread,
// each counted for all around it; by all of them if they are fewer. Costs no more however many
// samples there are.
SampledStacks sampledStacks(const Profile &profile, const Selection &selection, std::size_t count);

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
