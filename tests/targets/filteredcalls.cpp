// SPDX-License-Identifier: GPL-3.0-or-later
// filteredcalls: waits for a time, in calls that the kernel goes on with by restart_syscall after a
// stop, where a filter lets nobody call that. Returns 7.
#include <array>
#include <cstddef>
#include <ctime>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

namespace {

bool filterCalls()
{
    std::array<sock_filter, 4> rules{{
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_restart_syscall, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    }};
    const sock_fprog program{static_cast<unsigned short>(rules.size()), rules.data()};
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

} // namespace

int main()
{
    if (!filterCalls())
        return 90;
    for (int i = 0; i < 10; ++i) {
        const timespec time{0, 60'000'000};
        if (nanosleep(&time, nullptr) != 0 || poll(nullptr, 0, 60) != 0)
            return 91;
    }
    return 7;
}
