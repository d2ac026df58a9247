// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/foregroundprocess.h"

#include <cerrno>
#include <csignal>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ember::app {

model::Result<ForegroundProcess> ForegroundProcess::start(const QStringList &words,
                                                          const std::vector<GivenFile> &files,
                                                          const GivenSignals &signalsThere)
{
    EMBER_ASSIGN_OR_RETURN(const pid_t pid, startForeground(words, files, signalsThere));
    const auto end = syscall(SYS_pidfd_open, pid, 0);
    return ForegroundProcess(pid, capture::FileDescriptor(static_cast<int>(end)));
}

void ForegroundProcess::send(int signal) const
{
    kill(m_pid, signal);
}

model::ExitStatus ForegroundProcess::exitStatus() const
{
    int status = 0;
    while (waitpid(m_pid, &status, 0) < 0 && errno == EINTR) { }
    if (WIFEXITED(status))
        return {.code = WEXITSTATUS(status)};
    return {.code = WTERMSIG(status), .bySignal = true};
}

} // namespace ember::app
