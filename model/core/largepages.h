// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/pages.h"

#include <cstddef>
#include <vector>

namespace ember::model {

// Room for so many values, in large pages where the system has them, if there are enough of them:
// to be given a hundred megabytes in small pages takes longer than to fill them.
template<typename T>
void reserveLargePages(std::vector<T> &values, std::size_t count)
{
    constexpr std::size_t fewestBytes = std::size_t(4) << 20U;
    values.reserve(count);
    if (count * sizeof(T) >= fewestBytes)
        preferLargePages(values.data(), count * sizeof(T));
}

} // namespace ember::model
