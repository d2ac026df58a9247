// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/procfiles.h"
#include "capture/system/filedescriptor.h"
#include "model/core/result.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ember::capture {

// Functions that read one file of /proc each. Errors: ProcessGone if the process or thread does not
// exist (any more), TraceNotPermitted if the kernel refuses, else CaptureFailed, and those of the
// parsers in procfiles.h. To read a file at each tick, keep its descriptor and use
// the parser.

model::Result<std::string> readProcFile(const std::string &path);

model::Result<std::vector<Mapping>> readMaps(pid_t process);
// The text of the maps; read through another thread if the first one has ended.
model::Result<std::string> readMapsText(pid_t process);
model::Result<TaskStat> readStat(pid_t process);
model::Result<TaskStat> readThreadStat(pid_t process, pid_t thread);
model::Result<TaskStatus> readStatus(pid_t process);
model::Result<TaskStatus> readThreadStatus(pid_t process, pid_t thread);
// Resident memory in pages; 0: the process is ending.
model::Result<std::uint64_t> readResidentPages(pid_t process);
model::Result<std::vector<std::string>> readCommandLine(pid_t process);
// Target of /proc/PID/exe, without " (deleted)".
model::Result<std::string> readExecutable(pid_t process);

// Lists thread ids, in no particular order. Threads that start or end meanwhile may be missing or
// included.
model::Result<std::vector<pid_t>> listThreads(pid_t process);
// The child processes that any thread of the process has started; empty if the kernel does not
// report them (CONFIG_PROC_CHILDREN).
std::vector<pid_t> listChildren(pid_t process);

// The id by which memory and files of the process can be accessed: the pid, or the id of another
// thread if the first one has ended.
pid_t reachableThread(pid_t process);

// The smallest page of all machines: within one, all bytes of a process can be read or none.
inline constexpr std::size_t pageSize = 4096;

// Reads memory of another process (process_vm_readv; it need not be stopped). Returns the number of
// bytes read, fewer than requested if unmapped memory follows. `process` may be the id of any of
// its threads; the pid itself stops working when the first thread has ended.
std::size_t readProcessMemory(pid_t process, std::uint64_t address, std::span<std::byte> bytes);

struct MemoryPiece {
    std::uint64_t address = 0;
    std::span<std::byte> into;
};

// Reads pieces of memory, at most 1024, by one system call. Returns how many of them were read
// whole, from the first on: the kernel stops at the first address that is not mapped.
std::size_t readProcessMemory(pid_t process, std::span<const MemoryPiece> pieces);
// Whether the kernel denies this user access to memory and maps: after PR_SET_DUMPABLE, or for a
// program whose file is not readable. Registers of a traced thread stay accessible.
bool isMemoryHidden(pid_t process);

// Opens a file by its path in the root directory of a process, which may be another one than ours:
// that of a container. Links on the way lead where they lead for the process, never out of its
// root. Where the kernel lacks openat2 (before 5.6) or a filter forbids it, only files of processes
// with our own root and mounts are opened. `flags` as of open(); O_CLOEXEC is added. Not open on
// failure (errno).
FileDescriptor openInRoot(pid_t process, const std::string &path, int flags);

} // namespace ember::capture
