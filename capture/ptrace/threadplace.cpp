// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/threadplace.h"

namespace ember::capture {

bool pinTo(int cpu)
{
    if (cpu < 0 || cpu >= CPU_SETSIZE)
        return false;
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<unsigned>(cpu), &set);
    return sched_setaffinity(0, sizeof set, &set) == 0;
}

void ThreadPlace::moveTo(int cpu)
{
    leave();
    const bool isOurs = sched_getaffinity(0, sizeof m_allowed, &m_allowed) == 0 && cpu >= 0
        && cpu < CPU_SETSIZE && CPU_ISSET(static_cast<unsigned>(cpu), &m_allowed);
    m_isMoved = isOurs && pinTo(cpu);
}

void ThreadPlace::leave()
{
    if (m_isMoved)
        sched_setaffinity(0, sizeof m_allowed, &m_allowed);
    m_isMoved = false;
}

} // namespace ember::capture
