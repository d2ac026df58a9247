// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/cutstacks.h"

#include <algorithm>
#include <map>

namespace ember::model {

std::optional<FrameIndex> cutFrame(const Profile &profile, StackIndex stack)
{
    const auto &cut = profile.tables().cutRoots;
    if (cut.isEmpty() || stack == emptyStack)
        return std::nullopt;
    while (profile.stack(stack).parent != emptyStack)
        stack = profile.stack(stack).parent;
    const bool isCut = std::ranges::find(cut, stack, &CutRoot::stack) != cut.end();
    return isCut ? std::optional(profile.stack(stack).frame) : std::nullopt;
}

std::vector<CutModule> cutModules(const Profile &profile)
{
    std::map<std::string, std::uint64_t> counts;
    for (const CutRoot &root : profile.tables().cutRoots)
        counts[std::string(moduleName(profile, profile.stack(root.stack).frame))] += root.samples;
    std::vector<CutModule> modules;
    for (const auto &[module, samples] : counts)
        modules.push_back({module, samples});
    std::ranges::stable_sort(modules, std::ranges::greater(), &CutModule::samples);
    return modules;
}

} // namespace ember::model
