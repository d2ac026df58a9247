// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/foregroundprocess.h"

#include "app/cli/messages.h"
#include "capture/system/childprocess.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

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
    return capture::exitStatusOf(status);
}

LineReader::LineReader(capture::FileDescriptor readEnd) : m_readEnd(std::move(readEnd))
{
    fcntl(m_readEnd.number(), F_SETFL, O_NONBLOCK);
}

QByteArrayList LineReader::newLines()
{
    constexpr int maxReads = 256; // limit per call, for writers that never pause
    QByteArrayList lines;
    std::array<char, 4096> bytes{};
    for (int reads = 0; !m_isAtEnd && reads < maxReads; ++reads) {
        const auto count = read(m_readEnd.number(), bytes.data(), bytes.size());
        if (count < 0)
            break;
        m_isAtEnd = count == 0;
        take({bytes.data(), static_cast<std::size_t>(count)}, lines);
    }
    if (m_isAtEnd && !m_begun.isEmpty())
        lines.append(std::exchange(m_begun, {}));
    return lines;
}

void LineReader::take(std::string_view bytes, QByteArrayList &lines)
{
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const auto part = bytes.substr(0, end);
        const auto room = static_cast<std::size_t>(maxLineBytes - m_begun.size());
        m_begun.append(part.data(), static_cast<qsizetype>(std::min(part.size(), room)));
        if (end == std::string_view::npos)
            return;
        lines.append(std::exchange(m_begun, {}));
        bytes.remove_prefix(end + 1);
    }
}

namespace {

bool isIgnored(int number)
{
    struct sigaction now { };

    sigaction(number, nullptr, &now);
    return now.sa_handler == SIG_IGN;
}

// Delay before this process stops itself. If Ctrl-Z stopped the whole job, this process was stopped
// with it, and the command runs again by the end of the delay.
constexpr std::chrono::milliseconds settling(100);
// Delay after continuing: a shell continues the whole job, so that the command then runs by itself.
constexpr std::chrono::milliseconds continuing(500);

// Whether a job-control shell started us: our parent is in another process group of our session,
// which has a terminal. Then our group is not orphaned, and the shell will continue it.
bool isJobOfShell()
{
    const pid_t parent = getppid();
    const capture::FileDescriptor terminal(open("/dev/tty", O_RDONLY | O_NOCTTY | O_CLOEXEC));
    return terminal.isOpen() && getsid(parent) == getsid(0) && getpgid(parent) != getpgrp();
}

} // namespace

// Blocks the signals. SIGINT is ignored as well, so that a process can inherit that
// (withoutInterrupts()): while it is blocked, the kernel queues it even so.
TakenSignals::TakenSignals()
{
    sigset_t taken;
    sigemptyset(&taken);
    for (const int request : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2}) {
        if (!isIgnored(request))
            sigaddset(&taken, request);
    }
    sigprocmask(SIG_BLOCK, &taken, &m_mask);
    struct sigaction ignored { };

    ignored.sa_handler = SIG_IGN;
    for (auto &one : m_ignored)
        sigaction(one.number, &ignored, &one.before);
    m_requests = capture::FileDescriptor(signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK));
}

TakenSignals::~TakenSignals()
{
    while (next()) { }
    for (const auto &one : m_ignored)
        sigaction(one.number, &one.before, nullptr);
    sigprocmask(SIG_SETMASK, &m_mask, nullptr);
}

std::optional<TakenSignal> TakenSignals::next() const
{
    signalfd_siginfo taken{};
    if (read(m_requests.number(), &taken, sizeof taken) != sizeof taken)
        return std::nullopt;
    const auto number = static_cast<int>(taken.ssi_signo);
    return TakenSignal{number, number == SIGINT && taken.ssi_code == SI_KERNEL};
}

GivenSignals TakenSignals::asBefore() const
{
    GivenSignals given{m_mask, {}};
    sigemptyset(&given.defaults);
    for (const auto &one : m_ignored) {
        if (one.before.sa_handler != SIG_IGN)
            sigaddset(&given.defaults, one.number);
    }
    return given;
}

GivenSignals TakenSignals::withoutInterrupts() const
{
    auto given = asBefore();
    sigdelset(&given.defaults, SIGINT);
    return given;
}

TerminalModes::TerminalModes()
{
    termios now{};
    if (tcgetattr(STDIN_FILENO, &now) == 0)
        m_before = now;
}

void TerminalModes::restore() const
{
    if (!m_before)
        return;
    // Blocks SIGTTOU, by which changing the terminal from the background would stop this process.
    sigset_t terminalOutput;
    sigset_t blocked;
    sigemptyset(&terminalOutput);
    sigaddset(&terminalOutput, SIGTTOU);
    pthread_sigmask(SIG_BLOCK, &terminalOutput, &blocked);
    tcsetattr(STDIN_FILENO, TCSADRAIN, &*m_before);
    pthread_sigmask(SIG_SETMASK, &blocked, nullptr);
}

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
