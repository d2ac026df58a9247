// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/jitcode.h"
#include "capture/system/filedescriptor.h"

#include <cstdint>
#include <string_view>
#include <utility>

namespace ember::capture {

// Parses a jitdump (jit-PID.dump; tools/perf/Documentation/jitdump-specification.txt of Linux)
// while it grows: functions with the time of their generation, and moves.
class JitDump {
public:
    explicit JitDump(FileDescriptor file) : m_file(std::move(file)) { }

    void read(JitCode &code);

private:
    bool readHeader();
    void takeLoad(std::string_view record, JitCode &code) const;
    void takeMove(std::string_view record, JitCode &code) const;
    model::Nanoseconds timeOf(std::string_view record) const;

    FileDescriptor m_file;
    std::uint64_t m_offset = 0; // end of the last complete record; 0: header not read yet
    bool m_hasTimes = true;
    bool m_isBroken = false; // no valid jitdump of this architecture
};

} // namespace ember::capture
