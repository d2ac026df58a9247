// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/enteredstacks.h"

#include "model/profile/profilebuilder.h"

namespace ember::model {

namespace {

std::size_t hashOf(StackIndex caller, FrameIndex leaf)
{
    return mixHash(mixHash(0, caller.raw()), leaf.raw());
}

} // namespace

StackIndex StacksOfBuilder::enter(StackIndex caller, FrameIndex leaf)
{
    return m_builder.stack(caller, leaf);
}

const StackTable &StacksOfBuilder::table() const
{
    return m_builder.tables().stacks;
}

CopiedStacks::CopiedStacks(const Profile &profile)
{
    profile.tables().stacks.forEach([this](std::size_t, const StackNode &node) {
        m_rows.findOrAppend(
            hashOf(node.parent, node.frame), [](std::uint32_t) { return false; },
            [&] { return m_table.append(node).raw(); });
    });
}

StackIndex CopiedStacks::enter(StackIndex caller, FrameIndex leaf)
{
    const auto isSame = [&](std::uint32_t row) {
        const StackNode &node = m_table[StackIndex(row)];
        return node.parent == caller && node.frame == leaf && row != emptyStack.row();
    };
    return StackIndex(m_rows.findOrAppend(hashOf(caller, leaf), isSame, [&] {
        return m_table.append({leaf, caller, m_table[caller].depth + 1}).raw();
    }));
}

} // namespace ember::model
