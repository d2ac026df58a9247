// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/maps.h"
#include "capture/procfs/taskfiles.h"
#include "model/core/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ember::capture {

// Thin readers over /proc: one open, read, close each. Errors of all of them: ProcessGone when the
// process or thread is not there (any more), TraceNotPermitted when the kernel refuses, else
// CaptureFailed, and what the parsers of maps.h and taskfiles.h say.
//
// Who reads schedstat of a thread at each tick keeps a file descriptor and the parser instead.

model::Result<std::string> readProcFile(const std::string &path);

model::Result<std::vector<Mapping>> readMaps(pid_t process);
// The text of them; of a process whose first thread has ended, by another one that lives.
model::Result<std::string> readMapsText(pid_t process);
model::Result<TaskStat> readStat(pid_t process);
model::Result<TaskStat> readThreadStat(pid_t process, pid_t thread);
model::Result<TaskStatus> readStatus(pid_t process);
model::Result<TaskStatus> readThreadStatus(pid_t process, pid_t thread);
// How much of its memory is in RAM; 0: it is ending.
model::Result<std::uint64_t> readResidentPages(pid_t process);
model::Result<std::vector<std::string>> readCommandLine(pid_t process);
// Where /proc/PID/exe points to, without " (deleted)".
model::Result<std::string> readExecutable(pid_t process);

// Thread ids in no particular order. A thread that ends meanwhile may be in it or not.
model::Result<std::vector<pid_t>> listThreads(pid_t process);
// Of all its threads, likewise; none where the kernel does not tell (CONFIG_PROC_CHILDREN).
std::vector<pid_t> listChildren(pid_t process);

// By whose number its memory and files are reached, in /proc and elsewhere: the process's, or that
// of another thread where the first one has ended.
pid_t reachableThread(pid_t process);

// How many bytes could be read from the start; fewer than asked for where unmapped memory begins.
// process_vm_readv: the target need not be stopped. By a process or any of its threads: the first
// one's number leads to no memory any more when that has ended, unlike those of others.
std::size_t readProcessMemory(pid_t process, std::uint64_t address, std::span<std::byte> bytes);
// Whether the kernel refuses that, and the maps, to this user: after PR_SET_DUMPABLE, or of a
// program whose file may not be read. Registers of a traced thread are told all the same.
bool isMemoryHidden(pid_t process);

} // namespace ember::capture
