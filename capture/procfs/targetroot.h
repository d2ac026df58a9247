// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"

#include <string>
#include <sys/types.h>

namespace ember::capture {

// Opens a file by its path in the root directory of a process, which may be another one than ours:
// that of a container. Links on the way lead where they lead for the process, never out of its
// root. Where the kernel lacks openat2 (before 5.6) or a filter forbids it, only files of processes
// with our own root and mounts are opened. `flags` as of open(); O_CLOEXEC is added. Not open on
// failure (errno).
FileDescriptor openInRoot(pid_t process, const std::string &path, int flags);

} // namespace ember::capture
