// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/control/controlchannel.h"

#include <array>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <string_view>
#include <unistd.h>

namespace ember::capture {

namespace {

constexpr std::size_t maxLineBytes = 256;

std::optional<ControlCommand> parseCommand(std::string_view line)
{
    if (line == "pause")
        return ControlCommand::Pause;
    if (line == "resume")
        return ControlCommand::Resume;
    if (line == "stop")
        return ControlCommand::Stop;
    if (line == "keep")
        return ControlCommand::Keep;
    return std::nullopt;
}

} // namespace

std::vector<ControlCommand> ControlChannel::read()
{
    std::vector<ControlCommand> commands;
    std::array<char, maxLineBytes> bytes{};
    const auto count = ::read(m_fd, bytes.data(), bytes.size());
    if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN))
        m_fd = -1;
    for (ssize_t i = 0; i < count; ++i) {
        const char byte = bytes[static_cast<std::size_t>(i)];
        if (byte != '\n') {
            if (m_line.size() < maxLineBytes)
                m_line += byte;
            continue;
        }
        if (const auto command = parseCommand(m_line))
            commands.push_back(*command);
        m_line.clear();
    }
    return commands;
}

} // namespace ember::capture
