// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/terminalinterrupt.h"

#include "capture/procfs/procreader.h"

#include <charconv>
#include <cstdint>
#include <string_view>
#include <unistd.h>

namespace ember::capture {

namespace {

// A signal mask of /proc/PID/status: sixteen hex digits.
std::uint64_t maskOf(std::string_view status, std::string_view field)
{
    const auto place = status.find(field);
    if (place == std::string_view::npos)
        return 0;
    auto digits = status.substr(place + field.size());
    digits.remove_prefix(std::min(digits.find_first_not_of(" \t"), digits.size()));
    std::uint64_t mask = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), mask, 16);
    return mask;
}

bool isInOurGroup(pid_t process)
{
    return getpgid(process) == getpgrp();
}

} // namespace

bool TerminalInterrupt::withholds(pid_t process, const siginfo_t &signal)
{
    // The kernel's terminal code is the only sender of a SIGINT with this code.
    if (signal.si_signo != SIGINT || signal.si_code != SI_KERNEL || !isInOurGroup(process))
        return false;
    return m_withheld.insert(process).second;
}

bool TerminalInterrupt::isPendingIn(pid_t process) const
{
    if (m_withheld.contains(process) || !isInOurGroup(process))
        return false;
    const auto status = readProcFile("/proc/" + std::to_string(process) + "/status");
    if (!status)
        return false;
    const auto pending = maskOf(*status, "SigPnd:") | maskOf(*status, "ShdPnd:");
    return ((pending & ~maskOf(*status, "SigBlk:")) >> (SIGINT - 1) & 1U) != 0;
}

} // namespace ember::capture
