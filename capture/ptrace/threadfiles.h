// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/backend.h"
#include "capture/system/filedescriptor.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <sys/types.h>

// What /proc tells of threads and processes, whether they stand or run.
namespace ember::capture {

// A short file of /proc/PID/task/TID that is asked at every tick: it stays open where the limit on
// open files allows it.
class ThreadFile {
public:
    static constexpr std::size_t longestText = 256;

    explicit ThreadFile(const char *name) : m_name(name) { } // a literal

    // What it says now, in `buffer`; empty: the thread is gone, or the kernel does not tell.
    std::string_view read(pid_t process, pid_t thread, std::span<char> buffer);

private:
    const char *m_name;
    FileDescriptor m_file;
};

// The text of the files "schedstat" and "syscall" (proc(5)).
std::optional<SchedulerCounts> parseSchedulerCounts(std::string_view text);
// Absent: the thread is not asleep in a system call.
std::optional<ThreadPosition> parseSleepingPosition(std::string_view text);

ThreadTraits readThreadTraits(pid_t process, pid_t thread);
ProcessTraits readProcessTraits(pid_t process);

} // namespace ember::capture
