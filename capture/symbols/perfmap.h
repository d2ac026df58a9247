// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/jitcode.h"
#include "capture/system/filedescriptor.h"

#include <cstdint>
#include <utility>

namespace ember::capture {

// A perf map, /tmp/perf-PID.map: a line per function, "START SIZE NAME", numbers in hex. Read as it
// grows.
class PerfMap {
public:
    explicit PerfMap(FileDescriptor file) : m_file(std::move(file)) { }

    // Adds the lines that were finished since the last time.
    void read(JitCode &code);

private:
    FileDescriptor m_file;
    std::uint64_t m_offset = 0; // behind the last finished line
};

} // namespace ember::capture
