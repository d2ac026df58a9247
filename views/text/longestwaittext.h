// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/waits.h"

#include <QString>

namespace ember::views {

// Returns a pattern such as "likely held by %1": what the thread %1 likely did that ended a wait.
QString likelyText(model::WaitRole role);

// Returns "waited 30 ms from +1.20 s on: likely held by worker-3", or why that is not known: "…: no
// other thread was in the same function in its samples". Times count from `origin`.
QString longestWaitText(const model::Profile &profile, const model::Wait &wait,
                        model::Timestamp origin);

} // namespace ember::views
