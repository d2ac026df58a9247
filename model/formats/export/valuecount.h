// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cmath>
#include <cstdint>

namespace ember::model {

// How many samples of a thread have a value of the type.
inline std::uint64_t valueCount(const ValueColumn &column)
{
    std::uint64_t count = 0;
    column.values.forEach([&](std::size_t, double value) { count += std::isnan(value) ? 0U : 1U; });
    return count;
}

} // namespace ember::model
