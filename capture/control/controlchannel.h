// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ember::capture {

enum class ControlCommand : std::uint8_t { Pause, Resume, Stop, Keep };

// Reads commands, a line each: pause, resume, stop, keep. Others are passed over. When the other
// side goes away the capture goes on.
class ControlChannel {
public:
    explicit ControlChannel(int fd) : m_fd(fd) { } // not owned; -1: nobody commands

    // To poll for; -1 when there is nothing to wait for any more.
    int fd() const { return m_fd; }

    // Call when readable: reads once.
    std::vector<ControlCommand> read();

private:
    int m_fd;
    std::string m_line;
};

} // namespace ember::capture
