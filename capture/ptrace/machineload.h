// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/system/filedescriptor.h"

#include <cstddef>

namespace ember::capture {

// How many threads of the whole machine run or wait for a CPU (/proc/loadavg, proc(5)).
class MachineLoad {
public:
    MachineLoad();

    // Now, the caller among them; a large number where the kernel does not tell.
    std::size_t runnableThreads() const;

private:
    FileDescriptor m_file;
};

} // namespace ember::capture
