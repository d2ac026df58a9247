// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/boxcolumn.h"

#include <algorithm>
#include <cstddef>

namespace ember::views {

// So many are worth a thread of their own to look through them.
constexpr std::size_t boxesWorthAThread = 200'000;

// Calls `use(box number, box)` for boxes [first, end), until it returns false. Block by block, for
// it may be millions.
template<typename Use>
void forBoxes(const model::BoxColumn &boxes, std::size_t first, std::size_t end, Use use)
{
    while (first < end) {
        const auto run = boxes.run(first);
        for (const model::Box &box : run.first(std::min(run.size(), end - first))) {
            if (!use(first++, box))
                return;
        }
    }
}

} // namespace ember::views
