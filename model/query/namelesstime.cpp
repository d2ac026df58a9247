// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/namelesstime.h"

#include "model/profile/profile.h"
#include "model/profile/reframe.h"
#include "model/query/stackweights.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

namespace ember::model {

namespace {

// Whether a text is "0x12ab", or ends with "+0x12ab".
bool isOfAddress(std::string_view name)
{
    const auto start = name.rfind("0x");
    if (start == std::string_view::npos || (start > 0 && name[start - 1] != '+'))
        return false;
    const auto digits = name.substr(start + 2);
    return !digits.empty()
        && digits.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// Remembers which frames are nameless; each is judged when it is first met.
class NamelessFrames {
public:
    explicit NamelessFrames(const Profile &profile)
        : m_profile(profile),
          m_known(profile.tables().frames.size())
    {
    }

    bool contains(FrameIndex frame)
    {
        auto &known = m_known[frame.row()];
        if (!known)
            known = isNameless(m_profile, frame);
        return *known;
    }

private:
    const Profile &m_profile;
    std::vector<std::optional<bool>> m_known;
};

// Sums times by binary; a binary that several processes have mapped counts as one.
class ModuleSums {
public:
    explicit ModuleSums(const Profile &profile) : m_profile(profile) { }

    void add(FrameIndex index, const SampledTime &spent)
    {
        const auto &frame = m_profile.frame(index);
        auto &module = m_modules[keyOf(frame, index)];
        if (module.spent.samples == 0) {
            module.name = moduleName(m_profile, index);
            module.image = frame.image;
        }
        module.spent.add(spent);
    }

    std::vector<NamelessModule> take()
    {
        std::vector<NamelessModule> modules;
        for (auto &[key, module] : m_modules)
            modules.push_back(std::move(module));
        std::ranges::stable_sort(modules, [](const auto &a, const auto &b) {
            return std::tie(b.spent.time, b.spent.samples, a.name)
                < std::tie(a.spent.time, a.spent.samples, b.name);
        });
        return modules;
    }

private:
    using Key = std::tuple<std::string_view, std::string_view, std::string_view>;

    Key keyOf(const Frame &frame, FrameIndex index) const
    {
        if (!frame.image.isValid())
            return {moduleName(m_profile, index), {}, {}};
        const auto &image = m_profile.image(frame.image);
        return {m_profile.text(image.codeFile), m_profile.text(image.codeId),
                m_profile.text(image.debugId)};
    }

    const Profile &m_profile;
    std::map<Key, NamelessModule> m_modules;
};

} // namespace

bool isNameless(const Profile &profile, FrameIndex index)
{
    const Frame &frame = profile.frame(index);
    const auto name = frame.function.isValid() ? profile.text(profile.function(frame.function).name)
                                               : std::string_view();
    if (name.empty())
        return frame.pc != 0 || frame.address.value_or(0) != 0;
    return isPlaceholder(name) || isOfAddress(name);
}

double NamelessTime::shareOf(const SampledTime &part) const
{
    if (busy.time.count() > 0)
        return static_cast<double>(part.time.count()) / static_cast<double>(busy.time.count());
    return busy.samples == 0
        ? 0
        : static_cast<double>(part.samples) / static_cast<double>(busy.samples);
}

NamelessTime namelessTime(const Profile &profile)
{
    Selection busy;
    busy.counted = Counted::Running;
    const auto weights = stackWeights(profile, busy);
    NamelessTime result;
    NamelessFrames nameless(profile);
    ModuleSums modules(profile);
    for (std::size_t row = emptyStack.row() + 1; row < weights.size(); ++row) {
        const Weight &weight = weights[row];
        if (weight.samples == 0)
            continue;
        const SampledTime spent{weight.time, weight.samples};
        result.busy.add(spent);
        const auto leaf = profile.stack(StackIndex(row)).frame;
        if (!nameless.contains(leaf))
            continue;
        result.nameless.add(spent);
        modules.add(leaf, spent);
    }
    result.modules = modules.take();
    std::vector<ThreadIndex> sampled;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        if (profile.samples(ThreadIndex(row)).size() > 0)
            sampled.emplace_back(row);
    }
    result.isCpuTime = isCpuTime(profile, sampled);
    return result;
}

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
