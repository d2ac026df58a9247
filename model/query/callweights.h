// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/filteredpaths.h"
#include "model/query/stackweights.h"
#include "model/spans/callpaths.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace ember::model {

// The quantity by which calls are compared. Samples: their number, if they have no time and no type
// of values is selected.
enum class Measure : std::uint8_t { Time, Value, Samples };

// Whether all samples were read, or only a few, each of which counts for those around it.
enum class Accuracy : std::uint8_t { Exact, Estimate };

// The weight of the selected samples in each call path, after the selection's filters. Paths tell
// functions apart by functionIdentity(), so lines and addresses make no difference, or by a finer
// identity of the weigher; what has one identity is called a function here. Immutable.
struct CallWeights {
    ProfilePointer profile;
    Selection selection;
    Measure measure = Measure::Time;
    Accuracy accuracy = Accuracy::Exact;
    ValueTypeIndex type; // the type of values, if the measure is Measure::Value
    Column<PathIndex, PathNode> paths;
    Column<FrameIndex, IdentityIndex> functions; // the function of each frame
    std::size_t functionCount = 0;
    // Path of each stack before filters; empty in an estimate.
    Column<StackIndex, PathIndex> stackPaths;
    std::shared_ptr<const FilteredPaths> filtered; // null: nothing is filtered
    std::vector<Weight> own; // by path; 0 for the empty path, which idle samples have
    std::vector<Weight> total; // by path, with all calls below; the empty path has the whole
    Weight leftOut; // weight of the samples that the selection's filters leave out
    // Linked lists of the callees with samples, by path; invalid: the end.
    std::vector<PathIndex> firstCallee;
    std::vector<PathIndex> nextCallee;

    // The call path of a stack after filters; the empty path if nothing is left of it. Not
    // available after estimate().
    PathIndex pathOf(StackIndex stack) const
    {
        const auto path = stackPaths[stack];
        return filtered ? filtered->to[path.row()] : path;
    }

    double amount(const Weight &weight) const;

    double whole() const { return amount(total.front()); }
};

using CallWeightsPointer = std::shared_ptr<const CallWeights>;

// Computes the CallWeights of one profile and its later snapshots. Keeps what does not depend on
// the selection from question to question, and the last answer, because several views ask the same.
// For any thread; one question at a time. Linear in the samples of the range and in the call paths.
class CallWeigher {
public:
    // Makes a weigher that tells functions apart by functionIdentity(), or by the finer identity
    // given.
    CallWeigher();
    explicit CallWeigher(FrameIdentity identityOf);

    // The exact weights. An invalid `selection.weight` means time, or samples if these have no
    // time.
    CallWeightsPointer weigh(const ProfilePointer &profile, const Selection &selection);
    // An estimate for callers that cannot wait: takes some milliseconds, however many samples there
    // are, and the first time a look at each frame. Exact if there are few samples, or if the
    // answer is known. Has the call paths of the samples that were looked at, and no others.
    CallWeightsPointer estimate(const ProfilePointer &profile, const Selection &selection);
    // Marks by frame of the profile: 1 if the filters leave paths through its function, whether or
    // not samples have these.
    std::vector<std::uint8_t> framesLeft(const ProfilePointer &profile,
                                         const std::vector<CallFilter> &filters);
    // Marks by stack of the profile: 1 if the filters leave any of its calls, and any of its
    // samples. Empty if there are no filters.
    StackMarks stacksLeft(const ProfilePointer &profile, const std::vector<CallFilter> &filters);
    // Marks by stack of the profile: 1 if the filters leave a call of the frame's function in it.
    StackMarks stacksThrough(const ProfilePointer &profile, const std::vector<CallFilter> &filters,
                             FrameIndex frame);

private:
    void read(const ProfilePointer &profile, const std::vector<CallFilter> &filters);
    const Column<PathIndex, PathNode> &nodes() const;
    // Returns the stack's path in nodes(); the empty path if the filters leave nothing of it.
    PathIndex pathOf(StackIndex stack) const;
    bool isAnswered(const ProfilePointer &profile, const Selection &selection) const;
    // Makes weights without sums and paths. The frames must have been read.
    std::shared_ptr<CallWeights> begin(const ProfilePointer &profile,
                                       const Selection &selection) const;

    void addSampled(const SampledStacks &sampled, const FilteredPaths &filtered,
                    CallWeights &calls) const;
    void addSampledFiltered(const SampledStacks &sampled, CallWeights &calls);

    std::mutex m_mutex;
    CallPaths m_paths;
    PathFilter m_filter;
    FilteredPathsPointer m_filtered; // for the question read last; null: it has no filters
    GrowingStackWeights m_sums;
    // Answers return their memory when they are destroyed, perhaps after the weigher's end.
    std::shared_ptr<WeightMemory> m_memory = std::make_shared<WeightMemory>();
    CallWeightsPointer m_answer; // the answer returned last
};

// Visits all call paths with samples, depth first: calls enter(PathIndex) before the callees of a
// path, and leave(PathIndex) after them. No recursion.
template<typename Enter, typename Leave>
void walkCalls(const CallWeights &calls, Enter enter, Leave leave)
{
    std::vector<PathIndex> way;
    for (auto path = calls.firstCallee.front();;) {
        if (path.isValid()) {
            enter(path);
            way.push_back(path);
            path = calls.firstCallee[path.row()];
        } else if (!way.empty()) {
            leave(way.back());
            path = calls.nextCallee[way.back().row()];
            way.pop_back();
        } else {
            return;
        }
    }
}

using CallGroup = Index<struct CallGroupTag>;

// The weight of a group of calls: of one function, or at one line.
struct CallTotal {
    FrameIndex frame; // a frame of one of the calls; invalid: there are none
    Weight self; // weight of the calls as the leaf
    Weight total; // weight of stacks with such a call, once per stack
};

// Returns the totals by group. `groups` has the group of each identity; invalid: it is in none.
// Linear in call paths.
std::vector<CallTotal> callTotals(const CallWeights &calls, std::span<const CallGroup> groups,
                                  std::size_t groupCount);

// Times that threads spent in each state.
struct StateTimes {
    Nanoseconds running{};
    Nanoseconds runnable{}; // waiting for a CPU
    Nanoseconds blocked{};

    void add(const StateTimes &other)
    {
        running += other.running;
        runnable += other.runnable;
        blocked += other.blocked;
    }
};

// The time of the calls of CallWeights by state. Immutable.
struct StateSums {
    std::vector<StateTimes> own; // by path
    std::vector<StateTimes> total; // by path, with all calls below

    // Returns the sums of functions as the leaf, by identity.
    std::vector<StateTimes> ofFunctions(const CallWeights &calls) const;
};

using StateSumsPointer = std::shared_ptr<const StateSums>;

// Returns the times by state of the samples that `calls` weighs; reads them once more. Null if the
// profile has no states or no time, or if `calls` are from estimate(). Linear in samples and call
// paths.
StateSumsPointer stateSums(const CallWeights &calls);

} // namespace ember::model
