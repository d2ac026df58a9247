// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/formats/chrometrace/cpuprofile.h"
#include "model/profile/profilebuilder.h"

#include <cstdint>
#include <span>
#include <vector>

namespace ember::model::chrometrace {

// The stacks of V8's call paths. V8 has a node above all others, "(root)", which is left away, and
// one for having nothing to do, which is the empty stack. Collecting garbage has one, too, which
// nobody calls: as in DevTools it stands on the stack that was sampled before it.
class NodeStacks {
public:
    // Callers are no cycles. Both must outlive this.
    NodeStacks(std::span<const ProfileNode> nodes, ProfileBuilder &builder)
        : m_nodes(nodes),
          m_builder(builder),
          m_stacks(nodes.size())
    {
    }

    StackIndex operator[](std::uint32_t row);

    // Of a thread's next sample. `before`: that of its last one that collected no garbage.
    StackIndex next(std::uint32_t row, StackIndex &before);

private:
    bool isRoot(std::uint32_t row) const
    {
        return m_nodes[row].caller == row && m_nodes[row].function == "(root)";
    }

    FrameIndex frameOf(const ProfileNode &node);

    std::span<const ProfileNode> m_nodes;
    ProfileBuilder &m_builder;
    std::vector<StackIndex> m_stacks; // by node
};

} // namespace ember::model::chrometrace
