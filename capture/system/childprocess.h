// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"
#include "model/core/result.h"
#include "model/profile/threads.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

// Helpers to start a child process and to learn how it ended.
namespace ember::capture {

// The error of a system call that failed, from errno.
inline model::Error failedCall(const char *call)
{
    return {model::ErrorCode::CaptureFailed, call, std::strerror(errno)};
}

// A pipe. Both ends are close-on-exec.
struct Pipe {
    FileDescriptor readEnd;
    FileDescriptor writeEnd;

    static model::Result<Pipe> open()
    {
        std::array<int, 2> ends{};
        if (pipe2(ends.data(), O_CLOEXEC) != 0)
            return failedCall("pipe2");
        return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
    }
};

// Converts a status of waitpid() for a process that has ended.
inline model::ExitStatus exitStatusOf(int status)
{
    if (WIFSIGNALED(status))
        return {WTERMSIG(status), true, WCOREDUMP(status) != 0};
    return {WEXITSTATUS(status), false, false};
}

// The status a shell would report: 128 + N for signal N.
constexpr int shellStatus(const model::ExitStatus &exit)
{
    constexpr int signalBase = 128;
    return exit.bySignal ? signalBase + exit.code : exit.code;
}

} // namespace ember::capture
