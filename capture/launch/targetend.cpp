// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launch/targetend.h"

#include "capture/system/filedescriptor.h"

#include <csignal>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ember::capture {

namespace {

constexpr int patienceMs = 2000;

} // namespace

void endTarget(Pid child)
{
    const auto pid = static_cast<pid_t>(child);
    kill(pid, SIGTERM);
    const FileDescriptor process(static_cast<int>(syscall(SYS_pidfd_open, pid, 0)));
    pollfd ended{process.number(), POLLIN, 0};
    if (poll(&ended, 1, patienceMs) <= 0)
        kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
}

} // namespace ember::capture
