// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/machineload.h"

#include <array>
#include <charconv>
#include <fcntl.h>
#include <limits>
#include <string_view>
#include <unistd.h>

namespace ember::capture {

namespace {

// "0.20 0.18 0.12 1/80 11206": the fourth field before its slash.
std::size_t parseRunnable(std::string_view text)
{
    auto count = std::numeric_limits<std::size_t>::max();
    const auto slash = text.find('/');
    const auto space = text.rfind(' ', slash);
    if (slash != std::string_view::npos && space != std::string_view::npos)
        std::from_chars(text.data() + space + 1, text.data() + slash, count);
    return count;
}

} // namespace

MachineLoad::MachineLoad() : m_file(open("/proc/loadavg", O_RDONLY | O_CLOEXEC)) { }

std::size_t MachineLoad::runnableThreads() const
{
    std::array<char, 64> text;
    const auto size = pread(m_file.number(), text.data(), text.size(), 0);
    return parseRunnable({text.data(), size > 0 ? static_cast<std::size_t>(size) : 0});
}

} // namespace ember::capture
