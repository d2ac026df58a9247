// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/backend.h"
#include "capture/filedescriptor.h"

#include <cstddef>
#include <optional>
#include <string>
#include <sys/types.h>

// What /proc tells of threads and processes, whether they stand or run.
namespace ember::capture {

// /proc/PID/task/TID/schedstat, asked at every tick: the file stays open where the limit on open
// files allows it.
class SchedulerFile {
public:
    std::optional<SchedulerCounts> read(pid_t process, pid_t thread);

private:
    FileDescriptor m_file;
};

// /proc/PID/task/TID/syscall tells stack pointer and program counter of a sleeping thread.
bool isBlockedAt(pid_t process, pid_t thread, const Registers &registers);

ThreadTraits readThreadTraits(pid_t process, pid_t thread);
ProcessTraits readProcessTraits(pid_t process);

} // namespace ember::capture
