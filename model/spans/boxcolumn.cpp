// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/spans/boxcolumn.h"

namespace ember::model {

std::uint32_t ClosedBoxes::skippedIn(BoxIndex box) const
{
    std::size_t from = 0;
    for (auto end = skipped.size(); from < end;) {
        const auto middle = from + (end - from) / 2;
        const auto &candidate = skipped[Index<SkippedTag>(middle)];
        if (candidate.box == box)
            return candidate.count;
        if (candidate.box < box)
            from = middle + 1;
        else
            end = middle;
    }
    return 0;
}

} // namespace ember::model
