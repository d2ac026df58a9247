// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/threadfiles.h"

#include "capture/procfs/procreader.h"

#include <array>
#include <charconv>
#include <fcntl.h>
#include <string_view>
#include <unistd.h>
#include <vector>

namespace ember::capture {

namespace {

std::string threadPath(pid_t process, pid_t thread, std::string_view file)
{
    return "/proc/" + std::to_string(process) + "/task/" + std::to_string(thread) + '/'
        + std::string(file);
}

// Descriptors that must stay free for everything else the recorder opens.
constexpr int reservedDescriptors = 64;

bool mayStayOpen(int descriptor)
{
    static const long limit = sysconf(_SC_OPEN_MAX);
    return descriptor < limit - reservedDescriptors;
}

std::optional<std::uint64_t> parseAddress(std::string_view word)
{
    if (!word.starts_with("0x"))
        return std::nullopt;
    std::uint64_t address = 0;
    const auto result = std::from_chars(word.data() + 2, word.data() + word.size(), address, 16);
    return result.ec == std::errc() ? std::optional(address) : std::nullopt;
}

} // namespace

std::optional<SchedulerCounts> SchedulerFile::read(pid_t process, pid_t thread)
{
    if (!m_file.isOpen()) {
        const auto path = threadPath(process, thread, "schedstat");
        m_file = FileDescriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    }
    std::array<char, 128> text{};
    const auto size = pread(m_file.number(), text.data(), text.size(), 0);
    if (size <= 0)
        return std::nullopt;
    if (!mayStayOpen(m_file.number()))
        m_file.close();
    const auto counts = parseSchedStat({text.data(), static_cast<std::size_t>(size)});
    if (!counts)
        return std::nullopt;
    return SchedulerCounts{counts->running, counts->waiting, counts->timeslices};
}

bool isBlockedAt(pid_t process, pid_t thread, const Registers &registers)
{
    const auto text = readProcFile(threadPath(process, thread, "syscall"));
    if (!text)
        return false;
    // "NUMBER ARGUMENT… SP PC", or "running".
    std::string_view line = *text;
    line = line.substr(0, line.find('\n'));
    const auto lastGap = line.rfind(' ');
    if (lastGap == std::string_view::npos || lastGap == 0)
        return false;
    const auto gap = line.rfind(' ', lastGap - 1);
    if (gap == std::string_view::npos)
        return false;
    return parseAddress(line.substr(gap + 1, lastGap - gap - 1)) == registers.sp
        && parseAddress(line.substr(lastGap + 1)) == registers.pc;
}

ThreadTraits readThreadTraits(pid_t process, pid_t thread)
{
    const auto stat = readThreadStat(process, thread);
    if (!stat)
        return {{}, std::nullopt, false};
    return {stat->name, profilePriority(*stat), stat->state != 'Z' && stat->state != 'X'};
}

ProcessTraits readProcessTraits(pid_t process)
{
    ProcessTraits traits;
    if (const auto words = readCommandLine(process)) {
        for (const auto &word : *words)
            traits.command += (traits.command.empty() ? "" : " ") + word;
    }
    if (auto path = readExecutable(process))
        traits.executable = *path;
    return traits;
}

} // namespace ember::capture
