// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/control/statuschannel.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <string_view>
#include <unistd.h>

namespace ember::capture {

namespace {

std::string asField(std::string text)
{
    std::ranges::replace_if(
        text, [](char c) { return c == '\t' || c == '\n'; }, ' ');
    return text;
}

} // namespace

void StatusChannel::started(Pid pid) const
{
    writeLine("started " + std::to_string(static_cast<int>(pid)));
}

void StatusChannel::paused() const
{
    writeLine("paused");
}

void StatusChannel::resumed() const
{
    writeLine("resumed");
}

void StatusChannel::halted(int signal) const
{
    writeLine("halted " + std::to_string(signal));
}

void StatusChannel::continued() const
{
    writeLine("continued");
}

void StatusChannel::kept(const std::string &path) const
{
    writeLine("kept " + asField(path));
}

void StatusChannel::ended(const model::ExitStatus &exit) const
{
    if (exit.bySignal)
        writeLine("killed " + std::to_string(exit.code) + (exit.coreDumped ? " core" : ""));
    writeLine("ended " + std::to_string(shellStatus(exit)));
}

void StatusChannel::stopped(Early early) const
{
    writeLine(early == Early::Yes ? "stopped early" : "stopped");
}

void StatusChannel::error(const model::Error &error) const
{
    writeError("error ", error);
}

void StatusChannel::warning(const model::Error &notice) const
{
    writeError("warning ", notice);
}

void StatusChannel::writeError(std::string_view word, const model::Error &error) const
{
    writeLine(std::string(word) + model::codeName(error.code) + '\t' + asField(error.subject) + '\t'
              + asField(error.detail));
}

void StatusChannel::writeLine(std::string_view line) const
{
    if (m_fd < 0)
        return;
    const std::string text = std::string(line) + '\n';
    [[maybe_unused]] const auto written = write(m_fd, text.data(), text.size());
}

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
