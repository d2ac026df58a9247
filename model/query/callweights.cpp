// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/callweights.h"

#include "model/query/functionstatistics.h"

namespace ember::model {

namespace {

Measure measureOf(const Profile &profile, ValueTypeIndex type)
{
    if (type.isValid())
        return Measure::Value;
    return profile.tables().origin == TimeOrigin::None ? Measure::Samples : Measure::Time;
}

void sumUp(CallWeights &calls)
{
    calls.own.front() = {};
    calls.total = calls.own;
    calls.firstCallee.resize(calls.own.size());
    calls.nextCallee.resize(calls.own.size());
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

CallWeigher::CallWeigher() : m_paths(functionIdentity) { }

CallWeightsPointer CallWeigher::weigh(const ProfilePointer &profile, const Selection &selection)
{
    const std::lock_guard lock(m_mutex);
    if (m_answer && m_answer->profile == profile && m_selection == selection)
        return m_answer;
    m_paths.update(*profile);
    auto calls = std::make_shared<CallWeights>();
    calls->profile = profile;
    calls->type = selection.weight;
    calls->measure = measureOf(*profile, selection.weight);
    calls->paths = m_paths.nodes();
    calls->functions = m_paths.identities();
    calls->functionCount = m_paths.identityCount();
    calls->own.resize(m_paths.size());
    const auto stacks = stackWeights(*profile, selection);
    for (std::size_t row = 0; row < stacks.size(); ++row)
        calls->own[m_paths.path(StackIndex(row)).row()].add(stacks[row]);
    sumUp(*calls);
    m_selection = selection;
    m_answer = calls;
    return calls;
}

} // namespace ember::model
