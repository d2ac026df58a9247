// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/callweights.h"

#include "model/core/largepages.h"
#include "model/query/functionstatistics.h"

#include <unordered_map>
#include <vector>

namespace ember::model {

namespace {

// A share of a hundredth is estimated to a tenth of itself.
constexpr std::size_t estimatedSamples = 8192;

Measure measureOf(const Profile &profile, ValueTypeIndex type)
{
    if (type.isValid())
        return Measure::Value;
    return profile.tables().origin == TimeOrigin::None ? Measure::Samples : Measure::Time;
}

void sumUp(CallWeights &calls)
{
    const auto size = calls.own.size();
    reserveLargePages(calls.total, size);
    reserveLargePages(calls.firstCallee, size);
    reserveLargePages(calls.nextCallee, size);
    calls.own.front() = {};
    calls.total = calls.own;
    calls.firstCallee.resize(size);
    calls.nextCallee.resize(size);
    // A caller stands before its callees: from the back, sums flow to the root.
    for (auto row = calls.own.size(); row-- > 1;) {
        if (calls.total[row].samples == 0)
            continue;
        const auto caller = calls.paths[PathIndex(row)].caller.row();
        calls.total[caller].add(calls.total[row]);
        calls.nextCallee[row] = calls.firstCallee[caller];
        calls.firstCallee[caller] = PathIndex(row);
    }
}

// Those call paths that are entered, and their callers: a tree of its own, for the whole one may
// be a thousand times larger.
class SomePaths {
public:
    explicit SomePaths(const Column<PathIndex, PathNode> &all) : m_all(all)
    {
        m_entered.append(all[emptyPath]);
        m_places.emplace(emptyPath.raw(), emptyPath);
    }

    // Its place among them.
    PathIndex enter(PathIndex path)
    {
        auto known = m_places.find(path.raw());
        for (; known == m_places.end(); known = m_places.find(path.raw())) {
            m_way.push_back(path);
            path = m_all[path].caller;
        }
        PathIndex place = known->second;
        for (; !m_way.empty(); m_way.pop_back()) {
            PathNode node = m_all[m_way.back()];
            node.caller = place;
            place = m_entered.append(node);
            m_places.emplace(m_way.back().raw(), place);
        }
        return place;
    }

    // A caller before its callees.
    const Column<PathIndex, PathNode> &entered() const { return m_entered; }

private:
    const Column<PathIndex, PathNode> &m_all;
    Column<PathIndex, PathNode> m_entered;
    std::unordered_map<std::uint32_t, PathIndex> m_places;
    std::vector<PathIndex> m_way;
};

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

std::vector<std::uint8_t> CallWeigher::framesLeft(const ProfilePointer &profile,
                                                  const std::vector<CallFilter> &filters)
{
    const std::lock_guard lock(m_mutex);
    read(profile, filters);
    std::vector<std::uint8_t> marks(profile->tables().frames.size(), 1);
    if (!m_filtered)
        return marks;
    const auto isLeft = functionsLeft(*m_filtered, m_paths.identityCount());
    for (std::size_t row = 0; row < marks.size(); ++row)
        marks[row] = isLeft[m_paths.identity(FrameIndex(row)).row()] ? 1 : 0;
    return marks;
}

StackMarks CallWeigher::stacksLeft(const ProfilePointer &profile,
                                   const std::vector<CallFilter> &filters)
{
    const std::lock_guard lock(m_mutex);
    read(profile, filters);
    if (!m_filtered)
        return {};
    StackMarks marks(profile->tables().stacks.size());
    for (std::size_t row = 0; row < marks.size(); ++row)
        marks[row] = pathOf(StackIndex(row)) == emptyPath ? 0 : 1;
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

std::shared_ptr<CallWeights> CallWeigher::begin(const ProfilePointer &profile,
                                                const Selection &selection)
{
    if (m_answer && m_answer->profile == profile && m_answer->selection == selection)
        return nullptr;
    read(profile, selection.filters);
    auto calls = std::make_shared<CallWeights>();
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
    const auto calls = begin(profile, selection);
    if (!calls)
        return m_answer;
    calls->paths = nodes();
    calls->stackPaths = m_paths.stackPaths();
    calls->filtered = m_filtered;
    reserveLargePages(calls->own, calls->paths.size());
    calls->own.resize(calls->paths.size());
    const auto stacks = m_sums.read(*profile, selection);
    for (std::size_t row = 1; row < stacks.size(); ++row) {
        if (stacks[row].samples == 0)
            continue;
        const auto left = pathOf(StackIndex(row));
        (left == emptyPath ? calls->leftOut : calls->own[left.row()]).add(stacks[row]);
    }
    sumUp(*calls);
    m_answer = calls;
    return calls;
}

CallWeightsPointer CallWeigher::estimate(const ProfilePointer &profile, const Selection &selection)
{
    const std::lock_guard lock(m_mutex);
    const auto calls = begin(profile, selection);
    if (!calls)
        return m_answer;
    const auto sampled = sampledStacks(*profile, selection, estimatedSamples);
    calls->accuracy = sampled.step == 1 ? Accuracy::Exact : Accuracy::Estimate;
    SomePaths paths(nodes());
    calls->own.resize(1);
    for (const auto &[stack, weight] : sampled.stacks) {
        if (stack == emptyStack)
            continue;
        const auto left = paths.enter(pathOf(stack));
        calls->own.resize(paths.entered().size());
        (left == emptyPath ? calls->leftOut : calls->own[left.row()]).add(weight);
    }
    calls->paths = paths.entered();
    sumUp(*calls);
    return calls;
}

} // namespace ember::model
