// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/symbols/jitcode.h"
#include "capture/system/filedescriptor.h"

#include <cstdint>
#include <string_view>
#include <utility>

namespace ember::capture {

// A jitdump, jit-PID.dump, as tools/perf/Documentation/jitdump-specification.txt of the Linux
// sources describes it: functions with the time they were made, and moves. Read as it grows.
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
    std::uint64_t m_offset = 0; // behind the last whole record; 0: the header is to come
    bool m_hasTimes = true;
    bool m_isBroken = false; // not a jitdump of this machine
};

} // namespace ember::capture
