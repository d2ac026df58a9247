// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ember::capture {

enum class ControlCommand : std::uint8_t { Pause, Resume, Stop, Keep };

// Parses the commands that another program writes to a descriptor, one per line: pause, resume,
// stop, keep. Unknown lines are ignored. When the writer closes its end the capture continues.
class ControlChannel {
public:
    explicit ControlChannel(int fd) : m_fd(fd) { } // not owned; -1: there is no writer

    // The descriptor to poll for input; -1 when no more commands can come.
    int fd() const { return m_fd; }

    // Call when fd() is readable. Reads once.
    std::vector<ControlCommand> read();

private:
    int m_fd;
    std::string m_line;
};

} // namespace ember::capture
