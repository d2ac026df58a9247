// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/weightmemory.h"

#include "model/core/largepages.h"

#include <algorithm>
#include <utility>

namespace ember::model {

std::vector<Weight> WeightMemory::take(std::size_t count)
{
    std::vector<Weight> weights;
    {
        const std::lock_guard lock(m_mutex);
        const auto fits = std::ranges::find_if(
            m_kept, [&](const auto &kept) { return kept.capacity() >= count; });
        if (fits != m_kept.end()) {
            weights = std::move(*fits);
            m_kept.erase(fits);
        } else {
            m_kept.clear(); // of a profile that has grown, or another one
        }
    }
    reserveLargePages(weights, count);
    weights.assign(count, {});
    return weights;
}

void WeightMemory::give(std::vector<Weight> weights)
{
    const std::lock_guard lock(m_mutex);
    if (weights.capacity() >= fewestKept && m_kept.size() < mostKept)
        m_kept.push_back(std::move(weights));
}

} // namespace ember::model
