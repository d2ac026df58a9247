// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/control/statuschannel.h"

#include <algorithm>
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

} // namespace ember::capture
