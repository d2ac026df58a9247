// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace ember::tests {

// Of the calling thread, in nanoseconds; none: the system does not tell (before Linux 6.12).
inline std::optional<std::uint64_t> timeSlice()
{
    struct {
        std::uint32_t size, policy;
        std::uint64_t flags;
        std::int32_t nice;
        std::uint32_t priority;
        std::uint64_t runtime, deadline, period;
    } attributes{};
    if (syscall(SYS_sched_getattr, 0, &attributes, sizeof attributes, 0) != 0
        || attributes.runtime == 0)
        return std::nullopt;
    return attributes.runtime;
}

// What askToRunSoon() asks for.
constexpr std::uint64_t shortestSlice = 100'000;

// Of the calling thread: more is later.
inline int niceness()
{
    return getpriority(PRIO_PROCESS, 0);
}

} // namespace ember::tests
