// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/naming/namedoutput.h"

#include "capture/control/endwatch.h"
#include "capture/naming/logrelay.h"
#include "capture/system/filedescriptor.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr int pipeBytes = 1 << 20; // bridges the time until a busy machine copies
constexpr int captureFailedStatus = 125;
constexpr int signalBase = 128;

std::atomic<pid_t> recorder{0};

std::atomic<std::int64_t> firstRequest{0}; // seconds of the monotonic clock; 0: there was none

bool isRepeated()
{
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    std::int64_t first = 0;
    if (firstRequest.compare_exchange_strong(first, now.tv_sec))
        return false;
    return now.tv_sec - first > EndWatch::repeatTime.count();
}

// Signal handler: forwards a request to end to the recorder, unless it came from a terminal, which
// sends it to both. A second request means that the user does not want to wait for a log that
// nobody reads: this process ends.
void passOn(int signal, siginfo_t *info, void *)
{
    const pid_t pid = recorder.load();
    if (pid > 0 && info->si_code != SI_KERNEL)
        kill(pid, signal);
    if (isRepeated())
        _exit(signalBase + signal);
}

// Prepares the relay process: forwards requests to end to the recorder and gives up the standard
// streams, which are the recorder's. A closed reader is reported by write().
void stepBack()
{
    struct sigaction action { };
    action.sa_sigaction = passOn;
    action.sa_flags = SA_RESTART | SA_SIGINFO;
    for (const int request : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
        sigaction(request, &action, nullptr);
    signal(SIGPIPE, SIG_IGN);
    const FileDescriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
    dup2(nothing.number(), STDIN_FILENO);
}

int waitForRecorder()
{
    int status = 0;
    while (waitpid(recorder, &status, 0) < 0) {
        if (errno != EINTR)
            return captureFailedStatus;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : signalBase + WTERMSIG(status);
}

[[noreturn]] void relay(FileDescriptor from)
{
    stepBack();
    {
        LogRelay names(from.number(), STDOUT_FILENO, userSymbolPaths());
        // The error is ignored here: when this process ends, the recorder's pipe breaks and the
        // recorder reports it.
        static_cast<void>(names.run());
    }
    from.close();
    _exit(waitForRecorder());
}

Error systemError(const char *call)
{
    return {ErrorCode::CaptureFailed, call, std::strerror(errno)};
}

} // namespace

Result<void> nameStandardOutput()
{
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
        return systemError("pipe2");
    FileDescriptor readEnd(ends[0]);
    FileDescriptor writeEnd(ends[1]);
    fcntl(writeEnd.number(), F_SETPIPE_SZ, pipeBytes);
    const pid_t pid = fork();
    if (pid < 0)
        return systemError("fork");
    if (pid > 0) {
        recorder = pid;
        writeEnd.close();
        relay(std::move(readEnd));
    }
    if (dup2(writeEnd.number(), STDOUT_FILENO) != STDOUT_FILENO)
        return systemError("dup2");
    return {};
}

} // namespace ember::capture
