// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/functionstatistics.h"

#include "model/query/weights.h"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace ember::model {

namespace {

// Counts every path for each of its functions once. The paths are walked depth first, with the
// number of open calls per function: only the outermost call of a function takes what lies below.
class TotalsWalk {
public:
    TotalsWalk(const CallWeights &calls, std::vector<FunctionStatistics> &functions)
        : m_calls(calls),
          m_functions(functions),
          m_open(calls.functionCount)
    {
        functions.resize(calls.functionCount);
    }

    void run()
    {
        std::vector<PathIndex> way;
        for (auto path = m_calls.firstCallee.front();;) {
            if (path.isValid()) {
                enter(path);
                way.push_back(path);
                path = m_calls.firstCallee[path.row()];
            } else if (!way.empty()) {
                --m_open[m_calls.paths[way.back()].identity.row()];
                path = m_calls.nextCallee[way.back().row()];
                way.pop_back();
            } else {
                return;
            }
        }
    }

private:
    void enter(PathIndex path)
    {
        const PathNode &node = m_calls.paths[path];
        const Weight &own = m_calls.own[path.row()];
        const Weight &total = m_calls.total[path.row()];
        auto &entry = m_functions[node.identity.row()];
        entry.frame = node.frame;
        entry.self += own.time;
        entry.selfSamples += own.samples;
        entry.selfValue += own.value;
        if (m_open[node.identity.row()]++ == 0) {
            entry.total += total.time;
            entry.totalSamples += total.samples;
            entry.totalValue += total.value;
        }
    }

    const CallWeights &m_calls;
    std::vector<FunctionStatistics> &m_functions; // by identity
    std::vector<std::uint32_t> m_open; // likewise
};

void addNames(const Profile &profile, FunctionStatistics &entry)
{
    entry.name = frameName(profile, entry.frame);
    entry.module = moduleName(profile, entry.frame);
    if (const auto function = profile.frame(entry.frame).function; function.isValid())
        entry.file = profile.text(profile.function(function).file);
}

void takeValuesForTime(const Profile &profile, ValueTypeIndex type,
                       std::vector<FunctionStatistics> &functions)
{
    for (auto &function : functions) {
        function.self = timeOf(profile, type, function.selfValue);
        function.total = timeOf(profile, type, function.totalValue);
    }
}

} // namespace

std::string functionIdentity(const Profile &profile, FrameIndex frame)
{
    std::string identity(frameName(profile, frame));
    identity.append(1, '\0').append(moduleName(profile, frame)).append(1, '\0');
    if (const auto function = profile.frame(frame).function; function.isValid())
        identity.append(profile.text(profile.function(function).file));
    return identity;
}

std::vector<FunctionStatistics> functionStatistics(const CallWeights &calls)
{
    std::vector<FunctionStatistics> functions;
    TotalsWalk(calls, functions).run();
    std::erase_if(functions, [](const auto &function) { return !function.frame.isValid(); });
    for (auto &function : functions)
        addNames(*calls.profile, function);
    if (calls.profile->tables().origin == TimeOrigin::None)
        takeValuesForTime(*calls.profile, calls.type, functions);
    std::ranges::sort(functions, [](const auto &a, const auto &b) {
        return std::tie(b.selfValue, b.self, a.name, a.module, a.file)
            < std::tie(a.selfValue, a.self, b.name, b.module, b.file);
    });
    return functions;
}

std::vector<FunctionStatistics> functionStatistics(const Profile &profile, const Selection &asked)
{
    auto selection = asked;
    selection.weight = weightType(profile, asked.weight);
    const ProfilePointer borrowed(ProfilePointer(), &profile);
    return functionStatistics(*CallWeigher().weigh(borrowed, selection));
}

} // namespace ember::model
