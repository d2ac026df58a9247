// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/launch/launcher.h"

#include "capture/system/childprocess.h"
#include "capture/system/filedescriptor.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

enum class Step : std::int32_t { Directory, Streams, Exec };

// Message from the child to the recorder when exec failed.
struct Failure {
    Step step;
    std::int32_t error;
};

std::vector<char *> pointersTo(const std::vector<std::string> &words)
{
    std::vector<char *> pointers;
    pointers.reserve(words.size() + 1);
    for (const auto &word : words)
        pointers.push_back(const_cast<char *>(word.c_str())); // exec does not modify it
    pointers.push_back(nullptr);
    return pointers;
}

// The command as arguments of /bin/sh: execvp runs a script without a #! line that way.
std::vector<std::string> shellWords(const ResolvedCommand &command)
{
    std::vector<std::string> words{"/bin/sh", command.path};
    words.insert(words.end(), command.arguments.begin() + 1, command.arguments.end());
    return words;
}

// Everything the child needs, allocated before fork: after fork nothing may allocate.
struct ExecPlan {
    explicit ExecPlan(const ResolvedCommand &command)
        : path(command.path.c_str()),
          directory(command.directory.empty() ? nullptr : command.directory.c_str()),
          shell(shellWords(command)),
          arguments(pointersTo(command.arguments)),
          environment(pointersTo(command.environment)),
          shellArguments(pointersTo(shell))
    {
    }

    const char *path;
    const char *directory;
    std::vector<std::string> shell;
    std::vector<char *> arguments;
    std::vector<char *> environment;
    std::vector<char *> shellArguments;
};

bool redirect(const FileDescriptor &file, int stream)
{
    return !file.isOpen() || dup2(file.number(), stream) == stream;
}

[[noreturn]] void report(int pipe, Step step)
{
    const Failure failure{step, errno};
    [[maybe_unused]] const auto written = write(pipe, &failure, sizeof failure);
    _exit(127);
}

[[noreturn]] void becomeTarget(const ExecPlan &plan, const TargetFiles &files,
                               const RecorderSignals &signals, int gate, int outcome)
{
    char go = 0;
    ssize_t count = 0;
    do
        count = read(gate, &go, 1);
    while (count < 0 && errno == EINTR);
    if (count != 1)
        _exit(127);
    if (plan.directory && chdir(plan.directory) != 0)
        report(outcome, Step::Directory);
    if (!redirect(files.input, STDIN_FILENO) || !redirect(files.output, STDOUT_FILENO)
        || !redirect(files.errors, STDERR_FILENO))
        report(outcome, Step::Streams);
    signals.restore();
    execve(plan.path, plan.arguments.data(), plan.environment.data());
    if (errno == ENOEXEC)
        execve(plan.shellArguments.front(), plan.shellArguments.data(), plan.environment.data());
    report(outcome, Step::Exec);
}

constexpr int patienceMs = 2000;

} // namespace

Result<WaitingChild> WaitingChild::fork(const ResolvedCommand &command, const TargetFiles &files,
                                        const RecorderSignals &signals)
{
    const ExecPlan plan(command);
    EMBER_ASSIGN_OR_RETURN(auto gate, Pipe::open());
    EMBER_ASSIGN_OR_RETURN(auto outcome, Pipe::open());
    const pid_t pid = ::fork();
    if (pid < 0)
        return failedCall("fork");
    if (pid == 0) {
        // If the child kept its copy of the writing end, the gate would stay open when the recorder
        // dies.
        gate.writeEnd.close();
        becomeTarget(plan, files, signals, gate.readEnd.number(), outcome.writeEnd.number());
    }
    return WaitingChild(Pid(pid), std::move(gate.writeEnd), std::move(outcome.readEnd),
                        command.arguments.front());
}

void WaitingChild::release()
{
    const char go = 1;
    [[maybe_unused]] const auto written = write(m_gate.number(), &go, 1);
    m_gate.close();
}

std::optional<Error> WaitingChild::execError()
{
    Failure failure{};
    ssize_t count = 0;
    do
        count = read(m_outcome.number(), &failure, sizeof failure);
    while (count < 0 && errno == EINTR);
    if (count != sizeof failure)
        return std::nullopt;
    const char *reason = std::strerror(failure.error);
    if (failure.step == Step::Directory)
        return Error{ErrorCode::InvalidArgument, m_command, std::string("chdir: ") + reason};
    if (failure.step == Step::Streams)
        return Error{ErrorCode::CaptureFailed, m_command, std::string("dup2: ") + reason};
    const bool missing = failure.error == ENOENT || failure.error == ENOTDIR;
    return Error{missing ? ErrorCode::CommandNotFound : ErrorCode::CommandNotExecutable, m_command,
                 std::string("exec: ") + reason};
}

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
