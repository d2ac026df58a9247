// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/jitcode.h"
#include "capture/system/filedescriptor.h"

#include <cstdint>
#include <utility>

namespace ember::capture {

// Parses a perf map (/tmp/perf-PID.map) while it grows. One line per function: "START SIZE NAME",
// numbers in hex.
class PerfMap {
public:
    explicit PerfMap(FileDescriptor file) : m_file(std::move(file)) { }

    // Adds the functions of lines completed since the last call.
    void read(JitCode &code);

private:
    FileDescriptor m_file;
    std::uint64_t m_offset = 0; // end of the last complete line
};

} // namespace ember::capture
