// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"

#include <cstddef>

namespace ember::model {

// Returns the number of threads with samples: those that views list and count. The others were only
// seen to exist.
inline std::size_t sampledThreadCount(const Profile &profile)
{
    std::size_t count = 0;
    for (std::size_t row = 0; row < profile.threadCount(); ++row)
        count += profile.samples(ThreadIndex(row)).isEmpty() ? 0U : 1U;
    return count;
}

} // namespace ember::model
