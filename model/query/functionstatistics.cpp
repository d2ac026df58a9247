// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/functionstatistics.h"

#include "model/query/callweights.h"
#include "model/query/weights.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace ember::model {

namespace {

std::vector<CallTotal> totalsOfFunctions(const CallWeights &calls)
{
    std::vector<CallGroup> groups;
    for (std::size_t row = 0; row < calls.functionCount; ++row)
        groups.emplace_back(row);
    return callTotals(calls, groups, groups.size());
}

FunctionStatistics statisticsOf(const Profile &profile, const CallTotal &calls)
{
    FunctionStatistics entry;
    entry.frame = calls.frame;
    entry.self = calls.self.time;
    entry.selfSamples = calls.self.samples;
    entry.selfValue = calls.self.value;
    entry.total = calls.total.time;
    entry.totalSamples = calls.total.samples;
    entry.totalValue = calls.total.value;
    entry.name = frameName(profile, entry.frame);
    entry.module = moduleName(profile, entry.frame);
    if (const auto function = profile.frame(entry.frame).function; function.isValid())
        entry.file = profile.text(profile.function(function).file);
    return entry;
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
    for (const CallTotal &function : totalsOfFunctions(calls)) {
        if (function.frame.isValid())
            functions.push_back(statisticsOf(*calls.profile, function));
    }
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
