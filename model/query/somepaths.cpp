// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/somepaths.h"

namespace ember::model {

PathIndex SomePaths::enter(StackIndex stack)
{
    auto known = m_places.find(stack);
    for (; known == m_places.end(); known = m_places.find(stack)) {
        m_way.push_back(stack);
        stack = m_profile.stack(stack).parent;
    }
    PathIndex place = known->second;
    for (; !m_way.empty(); m_way.pop_back()) {
        const FrameIndex frame = m_profile.stack(m_way.back()).frame;
        place = m_paths.enter(place, {m_identities.identity(frame), {}, frame},
                              PathTree::Callees::MayBeEqual);
        m_places.emplace(m_way.back(), place);
    }
    return place;
}

} // namespace ember::model
