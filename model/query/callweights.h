// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/filteredpaths.h"
#include "model/query/stackweights.h"
#include "model/spans/callpaths.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace ember::model {

// What calls are compared by. Samples only where they have neither time nor values that add up.
enum class Measure : std::uint8_t { Time, Value, Samples };

// An estimate is made of a few samples, each for those around it.
enum class Accuracy : std::uint8_t { Exact, Estimate };

// What a selection of samples spent in each call path, as the filters of the selection leave them.
// Paths go by functions as functionStatistics() tells them apart, so lines and addresses make no
// difference; or by what the weigher goes by instead, and that is called a function here.
// Immutable.
struct CallWeights {
    ProfilePointer profile;
    Selection selection;
    Measure measure = Measure::Time;
    Accuracy accuracy = Accuracy::Exact;
    ValueTypeIndex type; // of Measure::Value
    Column<PathIndex, PathNode> paths;
    Column<FrameIndex, IdentityIndex> functions; // the function of each frame
    std::size_t functionCount = 0;
    Column<StackIndex, PathIndex> stackPaths; // before filters; estimate() gives none
    std::shared_ptr<const FilteredPaths> filtered; // null: nothing is filtered
    std::vector<Weight> own; // by path; the empty path, which idle samples have, has none
    std::vector<Weight> total; // and of all calls below; that of the empty path is the whole
    Weight leftOut; // by the filters of the selection
    // The callees of a path that have samples: a list. Invalid: its end.
    std::vector<PathIndex> firstCallee;
    std::vector<PathIndex> nextCallee;

    // Where the stack's calls are among `paths`; the empty path if nothing is left of them. Not of
    // what estimate() gave.
    PathIndex pathOf(StackIndex stack) const
    {
        const auto path = stackPaths[stack];
        return filtered ? filtered->to[path.row()] : path;
    }

    double amount(const Weight &weight) const;

    double whole() const { return amount(total.front()); }
};

using CallWeightsPointer = std::shared_ptr<const CallWeights>;

// Answers all who ask about the calls of one profile and its later snapshots. What does not depend
// on the selection is kept from question to question, and so is the last answer, for several views
// ask the same. For any thread; one question at a time. Linear in the samples of the range and in
// the call paths.
class CallWeigher {
public:
    // By functionIdentity(), unless by something finer.
    CallWeigher();
    explicit CallWeigher(FrameIdentity identityOf);

    // `selection.weight` invalid: time, or samples where there is no time.
    CallWeightsPointer weigh(const ProfilePointer &profile, const Selection &selection);
    // For who cannot wait: costs some milliseconds, however many samples there are, and the first
    // time a look at each frame. Exact if there are few samples, or if the answer is known. Has the
    // call paths of the samples it is of, and no others.
    CallWeightsPointer estimate(const ProfilePointer &profile, const Selection &selection);
    // By frame of the profile: 1 where the filters leave paths through its function, whether or not
    // samples took them.
    std::vector<std::uint8_t> framesLeft(const ProfilePointer &profile,
                                         const std::vector<CallFilter> &filters);
    // By stack of the profile: 1 where the filters leave any of its calls. Empty: there are no
    // filters.
    StackMarks stacksLeft(const ProfilePointer &profile, const std::vector<CallFilter> &filters);
    // Likewise: 1 where they leave a call of the frame's function.
    StackMarks stacksThrough(const ProfilePointer &profile, const std::vector<CallFilter> &filters,
                             FrameIndex frame);

private:
    void read(const ProfilePointer &profile, const std::vector<CallFilter> &filters);
    const Column<PathIndex, PathNode> &nodes() const;
    // Where the stack's calls are among these; the empty path if nothing is left of them.
    PathIndex pathOf(StackIndex stack) const;
    bool isAnswered(const ProfilePointer &profile, const Selection &selection) const;
    // With no sums yet, nor paths. The frames must have been read.
    std::shared_ptr<CallWeights> begin(const ProfilePointer &profile,
                                       const Selection &selection) const;

    void addSampled(const SampledStacks &sampled, const FilteredPaths &filtered,
                    CallWeights &calls) const;
    void addSampledFiltered(const SampledStacks &sampled, CallWeights &calls);

    std::mutex m_mutex;
    CallPaths m_paths;
    PathFilter m_filter;
    FilteredPathsPointer m_filtered; // for the question that was read last; null: nothing is
    GrowingStackWeights m_sums;
    // Answers give theirs back when nobody needs them any more, perhaps after the weigher's end.
    std::shared_ptr<WeightMemory> m_memory = std::make_shared<WeightMemory>();
    CallWeightsPointer m_answer; // the last one
};

} // namespace ember::model
