// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/samplerpriority.h"

#include "model/core/threadpriority.h"

#include <sched.h>

namespace ember::capture {

void preferSampler()
{
    sched_param lowest{};
    lowest.sched_priority = sched_get_priority_min(SCHED_FIFO);
    if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &lowest) != 0)
        model::askToRunSoon();
}

} // namespace ember::capture
