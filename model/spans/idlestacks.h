// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstddef>
#include <memory>
#include <vector>

namespace ember::model {

// Stacks that stand for doing nothing beside the empty one, in order: those whose innermost frame
// is V8's "(idle)". Null: none.
using IdleStackList = std::shared_ptr<const std::vector<StackIndex>>;

bool isIdle(StackIndex stack, const IdleStackList &others);

// Finds them; grows with the snapshots of one profile. One thread; what it has returned stays.
class IdleStacks {
public:
    void update(const Profile &profile);

    const IdleStackList &list() const { return m_list; }

private:
    std::vector<bool> m_frames; // that are idle
    bool m_areAny = false;
    std::size_t m_stacks = 0; // looked at
    IdleStackList m_list;
};

IdleStackList idleStacks(const Profile &profile);

} // namespace ember::model
