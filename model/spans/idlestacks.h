// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace ember::model {

// Sorted list of the stacks beside the empty one that stand for doing nothing: those whose
// innermost frame is V8's "(idle)". null: there are none.
using IdleStackList = std::shared_ptr<const std::vector<StackIndex>>;

bool isIdle(StackIndex stack, const IdleStackList &others);

// Finds the idle stacks of a profile; grows with its snapshots. For one thread at a time; lists
// that were returned do not change.
class IdleStacks {
public:
    void update(const Profile &profile);

    const IdleStackList &list() const { return m_list; }

private:
    std::vector<bool> m_frames; // by frame: whether it is idle
    bool m_areAny = false;
    std::size_t m_stacks = 0; // number of stacks looked at
    IdleStackList m_list;
};

IdleStackList idleStacks(const Profile &profile);

} // namespace ember::model
