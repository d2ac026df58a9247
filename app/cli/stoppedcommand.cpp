// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stoppedcommand.h"

#include "app/cli/messages.h"
#include "capture/system/filedescriptor.h"

#include <QCoreApplication>

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace ember::app {

namespace {

// Delay before we stop: Ctrl-Z stops the whole job including us, and when we read of it, it is
// over.
constexpr std::chrono::milliseconds settling(100);
// Delay after continuing: a shell continues the whole job, then the command runs by itself.
constexpr std::chrono::milliseconds continuing(500);

// Whether a job-control shell started us: our parent is in another process group of our session,
// which has a terminal. Then our group is not orphaned, and somebody will continue it.
bool isJobOfShell()
{
    const pid_t parent = getppid();
    const capture::FileDescriptor terminal(open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC));
    return terminal.isOpen() && getsid(parent) == getsid(0) && getpgid(parent) != getpgrp();
}

} // namespace

void StoppedCommand::halted(int signal)
{
    m_signal = signal;
    m_step = {Next::StopAsWell, Clock::now() + settling};
}

void StoppedCommand::continued()
{
    m_step.reset();
}

void StoppedCommand::followUp(pid_t process, const QString &command)
{
    if (!m_step || Clock::now() < m_step->due)
        return;
    const auto next = std::exchange(m_step, std::nullopt)->next;
    if (next == Next::ContinueIt) {
        kill(-getpgid(process), SIGCONT);
    } else if (isJobOfShell()) {
        stopAsWell();
        m_step = {Next::ContinueIt, Clock::now() + continuing};
    } else if (!std::exchange(m_hasTold, true)) {
        notifyUser(process, command);
    }
}

void StoppedCommand::notifyUser(pid_t process, const QString &command)
{
    printNote(
        QCoreApplication::translate("cli", "“%1” has been stopped (%2): kill -CONT %3 continues it")
            .arg(command, QString::fromLocal8Bit(strsignal(m_signal)), QString::number(process)));
}

// Stops this process. The kernel sends SIGCONT when the recorder reports something: the command
// continued or ended.
void StoppedCommand::stopAsWell() const
{
    const int flags = fcntl(m_statusFd, F_GETFL);
    fcntl(m_statusFd, F_SETOWN, getpid());
    fcntl(m_statusFd, F_SETSIG, SIGCONT);
    fcntl(m_statusFd, F_SETFL, flags | O_ASYNC);
    raise(m_signal);
    fcntl(m_statusFd, F_SETFL, flags);
}

} // namespace ember::app
