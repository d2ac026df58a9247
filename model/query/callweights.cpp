// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/callweights.h"

#include "model/core/pages.h"
#include "model/core/parallel.h"
#include "model/query/filteredpaths.h"
#include "model/query/functionstatistics.h"
#include "model/query/idlewaits.h"
#include "model/query/selectedsamples.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace ember::model {

namespace {

// The samples of an estimate: a share of 1 % is then known to about a tenth of itself.
constexpr std::size_t estimatedSamples = 8192;

Measure measureOf(const Profile &profile, ValueTypeIndex type)
{
    if (type.isValid())
        return Measure::Value;
    return profile.tables().origin == TimeOrigin::None ? Measure::Samples : Measure::Time;
}

std::shared_ptr<CallWeights> makeWeights(const std::shared_ptr<WeightMemory> &memory)
{
    auto giveBack = [memory](CallWeights *calls) {
        const std::unique_ptr<CallWeights> last(calls);
        memory->give(std::move(calls->own));
        memory->give(std::move(calls->total));
    };
    return {new CallWeights, std::move(giveBack)};
}

// Makes empty lists of callees for `paths` paths.
void prepareLists(CallWeights &calls, std::size_t paths)
{
    reserveLargePages(calls.firstCallee, paths);
    reserveLargePages(calls.nextCallee, paths);
    calls.firstCallee.resize(paths);
    calls.nextCallee.resize(paths);
}

// Computes `total` and the lists of callees. `total` may have memory with any content.
void sumUp(CallWeights &calls)
{
    reserveLargePages(calls.total, calls.own.size());
    calls.own.front() = {};
    calls.total = calls.own;
    // A caller comes before its callees: from the back, sums flow to the root.
    for (auto row = calls.own.size(); row-- > 1;) {
        if (calls.total[row].samples == 0)
            continue;
        const auto caller = calls.paths[PathIndex(row)].caller.row();
        calls.total[caller].add(calls.total[row]);
        calls.nextCallee[row] = calls.firstCallee[caller];
        calls.firstCallee[caller] = PathIndex(row);
    }
}

// Adds the samples of an estimate to the paths of their stacks, which are in `places`.
void addAt(const std::vector<PathIndex> &places, const SampledStacks &sampled,
           const Column<PathIndex, PathNode> &paths, CallWeights &calls)
{
    calls.paths = paths;
    prepareLists(calls, paths.size());
    calls.own.resize(paths.size());
    for (std::size_t row = 0; row < places.size(); ++row) {
        const auto &[stack, weight] = sampled.stacks[row];
        const bool isLeftOut = places[row] == emptyPath && stack != emptyStack;
        (isLeftOut ? calls.leftOut : calls.own[places[row].row()]).add(weight);
    }
}

} // namespace

double CallWeights::amount(const Weight &weight) const
{
    switch (measure) {
    case Measure::Time: return static_cast<double>(weight.time.count());
    case Measure::Value: return weight.value;
    case Measure::Samples: return static_cast<double>(weight.samples);
    }
    return 0;
}

CallWeigher::CallWeigher() : CallWeigher(functionIdentity) { }

CallWeigher::CallWeigher(FrameIdentity identityOf) : m_paths(identityOf) { }

void CallWeigher::read(const ProfilePointer &profile, const std::vector<CallFilter> &filters)
{
    m_paths.update(*profile);
    m_filtered = m_filter.filter(profile, m_paths, filters);
}

const Column<PathIndex, PathNode> &CallWeigher::nodes() const
{
    return m_filtered ? m_filtered->nodes : m_paths.nodes();
}

PathIndex CallWeigher::pathOf(StackIndex stack) const
{
    const auto path = m_paths.path(stack);
    return m_filtered ? m_filtered->to[path.row()] : path;
}

namespace {

// Marks the stacks of samples that filters by labels leave; empty if there are no such filters.
StackMarks stacksOfSamplesLeft(const Profile &profile, const std::vector<CallFilter> &filters)
{
    StackMarks marks;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const ThreadIndex thread(row);
        const auto left = samplesLeft(profile, thread, filters);
        if (!left)
            return {};
        marks.resize(profile.tables().stacks.size());
        const auto &stacks = profile.samples(thread).stacks;
        for (std::size_t sample = 0; sample < left->size(); ++sample) {
            if ((*left)[sample] != 0)
                marks[stacks[SampleIndex(sample)].row()] = 1;
        }
    }
    return marks;
}

} // namespace

std::vector<std::uint8_t> CallWeigher::framesLeft(const ProfilePointer &profile,
                                                  const std::vector<CallFilter> &filters)
{
    const std::lock_guard lock(m_mutex);
    read(profile, filters);
    std::vector<std::uint8_t> marks(profile->tables().frames.size(), 1);
    const auto ofSamples = stacksOfSamplesLeft(*profile, filters);
    if (!m_filtered && ofSamples.empty())
        return marks;
    std::vector<PathIndex> paths;
    for (std::size_t row = 0; row < ofSamples.size(); ++row) {
        if (ofSamples[row] != 0)
            paths.push_back(pathOf(StackIndex(row)));
    }
    const auto isLeft = ofSamples.empty() ? functionsLeft(*m_filtered, m_paths.identityCount())
                                          : functionsOn(nodes(), paths, m_paths.identityCount());
    for (std::size_t row = 0; row < marks.size(); ++row)
        marks[row] = isLeft[m_paths.identity(FrameIndex(row)).row()] ? 1 : 0;
    return marks;
}

StackMarks CallWeigher::stacksLeft(const ProfilePointer &profile,
                                   const std::vector<CallFilter> &filters)
{
    const std::lock_guard lock(m_mutex);
    read(profile, filters);
    auto marks = stacksOfSamplesLeft(*profile, filters);
    if (!m_filtered)
        return marks;
    if (marks.empty())
        marks.assign(profile->tables().stacks.size(), 1);
    for (std::size_t row = 0; row < marks.size(); ++row)
        marks[row] = marks[row] == 0 || pathOf(StackIndex(row)) == emptyPath ? 0 : 1;
    return marks;
}

StackMarks CallWeigher::stacksThrough(const ProfilePointer &profile,
                                      const std::vector<CallFilter> &filters, FrameIndex frame)
{
    const std::lock_guard lock(m_mutex);
    read(profile, filters);
    const auto function = m_paths.identity(frame);
    std::vector<bool> isThrough(nodes().size());
    for (std::size_t row = 1; row < isThrough.size(); ++row) {
        const PathNode &path = nodes()[PathIndex(row)];
        isThrough[row] = path.identity == function || isThrough[path.caller.row()];
    }
    StackMarks marks(profile->tables().stacks.size());
    for (std::size_t row = 0; row < marks.size(); ++row)
        marks[row] = isThrough[pathOf(StackIndex(row)).row()] ? 1 : 0;
    return marks;
}

bool CallWeigher::isAnswered(const ProfilePointer &profile, const Selection &selection) const
{
    return m_answer && m_answer->profile == profile && m_answer->selection == selection;
}

std::shared_ptr<CallWeights> CallWeigher::begin(const ProfilePointer &profile,
                                                const Selection &selection) const
{
    auto calls = makeWeights(m_memory);
    calls->profile = profile;
    calls->selection = selection;
    calls->type = selection.weight;
    calls->measure = measureOf(*profile, selection.weight);
    calls->functions = m_paths.identities();
    calls->functionCount = m_paths.identityCount();
    return calls;
}

CallWeightsPointer CallWeigher::weigh(const ProfilePointer &profile, const Selection &selection)
{
    const std::lock_guard lock(m_mutex);
    if (isAnswered(profile, selection))
        return m_answer;
    std::vector<Weight> stacks;
    std::shared_ptr<CallWeights> calls;
    const auto readSamples = [&] { stacks = m_sums.read(*profile, selection, *m_memory); };
    const auto readPaths = [&] {
        read(profile, selection.filters);
        calls = begin(profile, selection);
        calls->paths = nodes();
        calls->stackPaths = m_paths.stackPaths();
        calls->filtered = m_filtered;
        prepareLists(*calls, calls->paths.size());
    };
    forEachInParallel(2, [&](std::size_t part) { part == 0 ? readPaths() : readSamples(); });
    calls->own = m_memory->take(calls->paths.size());
    for (std::size_t row = 1; row < stacks.size(); ++row) {
        if (stacks[row].samples == 0)
            continue;
        const auto left = pathOf(StackIndex(row));
        (left == emptyPath ? calls->leftOut : calls->own[left.row()]).add(stacks[row]);
    }
    // Uses the memory of `stacks` again, unless it is much larger than `total` needs.
    const bool mayBecomeTotal = stacks.size() <= calls->paths.size() * 5 / 4;
    if (mayBecomeTotal)
        calls->total = std::move(stacks);
    else
        m_memory->give(std::move(stacks));
    sumUp(*calls);
    m_answer = calls;
    return calls;
}

// Adds the samples to their call paths, which an earlier question has filtered.
void CallWeigher::addSampled(const SampledStacks &sampled, const FilteredPaths &filtered,
                             CallWeights &calls) const
{
    ReachablePaths some(emptyPath, [&](PathIndex path) {
        const PathNode &node = filtered.nodes[path];
        return CallIn<PathIndex>{node, node.caller};
    });
    std::vector<PathIndex> places;
    for (const auto &[stack, weight] : sampled.stacks)
        places.push_back(some.enter(filtered.to[m_paths.path(stack).row()]));
    addAt(places, sampled, some.paths(), calls);
}

// Makes call paths of the sampled stacks alone, filters them, and adds the samples to these.
void CallWeigher::addSampledFiltered(const SampledStacks &sampled, CallWeights &calls)
{
    const auto &profile = calls.profile;
    ReachablePaths some(emptyStack, [&](StackIndex node) {
        const StackNode &stack = profile->stack(node);
        return CallIn<StackIndex>{{m_paths.identity(stack.frame), {}, stack.frame}, stack.parent};
    });
    std::vector<PathIndex> places;
    for (const auto &[stack, weight] : sampled.stacks)
        places.push_back(some.enter(stack));
    const auto left = m_filter.filterSome(profile, m_paths, some.paths(), calls.selection.filters);
    for (PathIndex &place : places)
        place = left.to[place.row()];
    addAt(places, sampled, left.nodes, calls);
}

CallWeightsPointer CallWeigher::estimate(const ProfilePointer &profile, const Selection &selection)
{
    const std::lock_guard lock(m_mutex);
    if (isAnswered(profile, selection))
        return m_answer;
    m_paths.updateFrames(*profile);
    const auto calls = begin(profile, selection);
    const auto sampled = sampledStacks(*profile, selection, estimatedSamples);
    calls->accuracy = sampled.step == 1 ? Accuracy::Exact : Accuracy::Estimate;
    if (const auto filtered = m_filter.known(profile, selection.filters))
        addSampled(sampled, *filtered, *calls);
    else
        addSampledFiltered(sampled, *calls);
    sumUp(*calls);
    return calls;
}

namespace {

// Adds up the weights by group, each stack once. The paths are walked depth first, with the number
// of open calls per group: only the outermost call of a group adds what lies below it.
class TotalsWalk {
public:
    TotalsWalk(const CallWeights &calls, std::span<const CallGroup> groups, std::size_t groupCount)
        : m_calls(calls),
          m_groups(groups),
          m_open(groupCount),
          m_totals(groupCount)
    {
    }

    std::vector<CallTotal> run() &&
    {
        walkCalls(
            m_calls, [this](PathIndex path) { enter(path); },
            [this](PathIndex path) { leave(path); });
        return std::move(m_totals);
    }

private:
    CallGroup groupOf(PathIndex path) const { return m_groups[m_calls.paths[path].identity.row()]; }

    void enter(PathIndex path)
    {
        const auto group = groupOf(path);
        if (!group.isValid())
            return;
        auto &entry = m_totals[group.row()];
        entry.frame = m_calls.paths[path].frame;
        entry.self.add(m_calls.own[path.row()]);
        if (m_open[group.row()]++ == 0)
            entry.total.add(m_calls.total[path.row()]);
    }

    void leave(PathIndex path)
    {
        if (const auto group = groupOf(path); group.isValid())
            --m_open[group.row()];
    }

    const CallWeights &m_calls;
    std::span<const CallGroup> m_groups; // by identity
    std::vector<std::uint32_t> m_open; // by group
    std::vector<CallTotal> m_totals; // by group
};

} // namespace

std::vector<CallTotal> callTotals(const CallWeights &calls, std::span<const CallGroup> groups,
                                  std::size_t groupCount)
{
    return TotalsWalk(calls, groups, groupCount).run();
}

namespace {

void add(ThreadState state, Nanoseconds time, StateTimes &times)
{
    switch (state) {
    case ThreadState::Unknown: break;
    case ThreadState::Running: times.running += time; break;
    case ThreadState::Runnable: times.runnable += time; break;
    case ThreadState::Blocked: times.blocked += time; break;
    }
}

} // namespace

std::vector<StateTimes> StateSums::ofFunctions(const CallWeights &calls) const
{
    std::vector<StateTimes> functions(calls.functionCount);
    for (std::size_t row = 1; row < own.size(); ++row)
        functions[calls.paths[PathIndex(row)].identity.row()].add(own[row]);
    return functions;
}

StateSumsPointer stateSums(const CallWeights &calls)
{
    const Profile &profile = *calls.profile;
    if (calls.accuracy != Accuracy::Exact || calls.stackPaths.size() == 0
        || profile.tables().origin == TimeOrigin::None || knownStates(profile) != KnownStates::All)
        return nullptr;
    auto sums = std::make_shared<StateSums>();
    sums->own.resize(calls.own.size());
    for (const SamplePiece &piece : selectedPieces(profile, calls.selection)) {
        const auto &details = piece.samples->details;
        forEachSelected(piece, calls.selection, [&](const SelectedSample &sample) {
            const auto path = calls.pathOf(sample.stack);
            if (path != emptyPath && details.contains(sample.sample))
                add(details[sample.sample].state, sample.duration, sums->own[path.row()]);
        });
    }
    sums->total = sums->own;
    // A caller comes before its callees: from the back, sums flow to the root.
    for (auto row = sums->total.size(); row-- > 1;)
        sums->total[calls.paths[PathIndex(row)].caller.row()].add(sums->total[row]);
    return sums;
}

} // namespace ember::model
