// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/sshprocess.h"

#include "app/session/remotemachine.h"

#include <QFile>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ember::app {

namespace {

using capture::FileDescriptor;
using model::Error;
using model::ErrorCode;
using model::Result;

constexpr int logPipeBytes = 1 << 20; // a busy machine may be late to write

struct Pipe {
    FileDescriptor readEnd;
    FileDescriptor writeEnd;
};

Result<Pipe> makePipe()
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return Error{ErrorCode::CaptureFailed, "pipe2", std::strerror(errno)};
    return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

// 0 or an errno.
int spawn(std::vector<QByteArray> words, const std::array<int, 3> &streams, const sigset_t &mask,
          pid_t &pid)
{
    std::vector<char *> pointers;
    for (auto &word : words)
        pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream)
        posix_spawn_file_actions_adddup2(&files, streams[static_cast<std::size_t>(stream)], stream);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t restored;
    sigemptyset(&restored);
    sigaddset(&restored, SIGPIPE);
    posix_spawnattr_setsigmask(&attributes, &mask);
    posix_spawnattr_setsigdefault(&attributes, &restored);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    const int failure =
        posix_spawn(&pid, pointers.front(), &files, &attributes, pointers.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&files);
    return failure;
}

} // namespace

Result<SshProcess> SshProcess::start(const QStringList &arguments, const TakenSignals &taken)
{
    const QString program = sshProgram();
    if (program.isEmpty())
        return Error{ErrorCode::CaptureFailed, "ssh", "OpenSSH's client is not installed"};
    std::vector<QByteArray> words{QFile::encodeName(program)};
    for (const QString &argument : arguments)
        words.push_back(argument.toLocal8Bit());
    EMBER_ASSIGN_OR_RETURN(auto input, makePipe());
    EMBER_ASSIGN_OR_RETURN(auto output, makePipe());
    EMBER_ASSIGN_OR_RETURN(auto errors, makePipe());
    fcntl(output.writeEnd.number(), F_SETPIPE_SZ, logPipeBytes);
    SshProcess process;
    const int failure =
        spawn(std::move(words),
              {input.readEnd.number(), output.writeEnd.number(), errors.writeEnd.number()},
              taken.mask(), process.m_pid);
    if (failure != 0)
        return Error{ErrorCode::CaptureFailed, program.toStdString(), std::strerror(failure)};
    process.m_input = std::move(input.writeEnd);
    process.m_output = std::move(output.readEnd);
    process.m_errors = std::move(errors.readEnd);
    for (const int fd : {process.outputFd(), process.errorFd()})
        fcntl(fd, F_SETFL, O_NONBLOCK);
    process.m_end = FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, process.m_pid, 0)));
    return process;
}

void SshProcess::send(std::string_view command) const
{
    [[maybe_unused]] const auto written = write(m_input.number(), command.data(), command.size());
}

void SshProcess::terminate() const
{
    kill(m_pid, SIGTERM);
}

int SshProcess::exitStatus() const
{
    constexpr int signalBase = 128;
    int status = 0;
    while (waitpid(m_pid, &status, 0) < 0) {
        if (errno != EINTR)
            return -1;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : signalBase + WTERMSIG(status);
}

} // namespace ember::app
