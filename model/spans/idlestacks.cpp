// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/idlestacks.h"

#include <algorithm>
#include <string_view>

namespace ember::model {

namespace {

constexpr std::string_view idleName = "(idle)";

bool isIdleFrame(const Profile &profile, const Frame &frame)
{
    return frame.function.isValid()
        && profile.text(profile.function(frame.function).name) == idleName;
}

} // namespace

bool isIdle(StackIndex stack, const IdleStackList &others)
{
    return stack == emptyStack || (others && std::ranges::binary_search(*others, stack));
}

void IdleStacks::update(const Profile &profile)
{
    const auto &frames = profile.tables().frames;
    while (m_frames.size() < frames.size()) {
        const bool isOne = isIdleFrame(profile, frames[FrameIndex(m_frames.size())]);
        m_frames.push_back(isOne);
        m_areAny = m_areAny || isOne;
    }
    const auto &stacks = profile.tables().stacks;
    std::vector<StackIndex> found;
    for (; m_areAny && m_stacks < stacks.size(); ++m_stacks) {
        const StackIndex stack(m_stacks);
        if (stack != emptyStack && m_frames[stacks[stack].frame.row()])
            found.push_back(stack);
    }
    if (found.empty())
        return;
    auto all = m_list ? *m_list : std::vector<StackIndex>();
    all.insert(all.end(), found.begin(), found.end());
    m_list = std::make_shared<const std::vector<StackIndex>>(std::move(all));
}

IdleStackList idleStacks(const Profile &profile)
{
    IdleStacks idle;
    idle.update(profile);
    return idle.list();
}

} // namespace ember::model
