// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/core/threadpriority.h"

#include <cstdint>
#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ember::model {

namespace {

// struct sched_attr of sched_setattr(2), which has no wrapper in the C library yet.
struct SchedulingAttributes {
    std::uint32_t size = 48;
    std::uint32_t policy = 0;
    std::uint64_t flags = 0;
    std::int32_t nice = 0;
    std::uint32_t priority = 0;
    std::uint64_t runtime = 0; // the time slice under SCHED_OTHER
    std::uint64_t deadline = 0;
    std::uint64_t period = 0;
};

constexpr std::uint64_t resetOnFork = 1; // SCHED_FLAG_RESET_ON_FORK
constexpr std::uint64_t shortestSliceNs = 100'000;
constexpr int lower = 6; // each step of nice divides the share by about 1.25

} // namespace

void askToRunSoon()
{
    SchedulingAttributes attributes;
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0)
        return;
    attributes.flags |= resetOnFork;
    attributes.runtime = shortestSliceNs;
    syscall(SYS_sched_setattr, 0, &attributes, 0);
}

void askToRunFirst()
{
    sched_param lowest{};
    lowest.sched_priority = sched_get_priority_min(SCHED_FIFO);
    if (sched_setscheduler(0, SCHED_FIFO | SCHED_RESET_ON_FORK, &lowest) != 0)
        askToRunSoon();
}

// Despite the name PRIO_PROCESS: on Linux each thread has a priority of its own.
void letOthersGoFirst()
{
    setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + lower);
}

} // namespace ember::model
