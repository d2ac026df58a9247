// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/threadfiles.h"

#include "capture/procfs/procreader.h"
#include "capture/procfs/scanner.h"

#include <array>
#include <cstdint>
#include <fcntl.h>
#include <string>
#include <unistd.h>
#include <vector>

namespace ember::capture {

namespace {

// Descriptors that must stay free for everything else the recorder opens.
constexpr int reservedDescriptors = 64;

bool mayStayOpen(int descriptor)
{
    static const long limit = sysconf(_SC_OPEN_MAX);
    return descriptor < limit - reservedDescriptors;
}

bool nextAddress(Scanner &line, std::uint64_t &address)
{
    line.skipBlanks();
    return line.skip('0') && line.skip('x') && line.number(address, 16);
}

} // namespace

std::string_view ThreadFile::read(pid_t process, pid_t thread, std::span<char> buffer)
{
    if (!m_file.isOpen()) {
        const auto path =
            "/proc/" + std::to_string(process) + "/task/" + std::to_string(thread) + '/' + m_name;
        m_file = FileDescriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    }
    const auto size = pread(m_file.number(), buffer.data(), buffer.size(), 0);
    if (!mayStayOpen(m_file.number()))
        m_file.close();
    return {buffer.data(), size > 0 ? static_cast<std::size_t>(size) : 0};
}

std::optional<SchedulerCounts> parseSchedulerCounts(std::string_view text)
{
    const auto counts = parseSchedStat(text);
    if (!counts)
        return std::nullopt;
    return SchedulerCounts{counts->running, counts->waiting, counts->timeslices};
}

// "CALL ARGUMENT1 … ARGUMENT6 SP PC"; "-1 SP PC" outside of a call, or "running".
std::optional<ThreadPosition> parseSleepingPosition(std::string_view text)
{
    Scanner line(text);
    std::uint16_t call = 0;
    std::array<std::uint64_t, 6> arguments{};
    ThreadPosition position;
    if (!line.number(call))
        return std::nullopt;
    for (auto &argument : arguments) {
        if (!nextAddress(line, argument))
            return std::nullopt;
    }
    auto &registers = position.registers;
    if (!nextAddress(line, registers.sp) || !nextAddress(line, registers.pc))
        return std::nullopt;
    registers.rdi = arguments[0];
    registers.r10 = arguments[3];
    registers.told = AvailableRegisters::OfBlockedCall;
    position.blocked = true;
    position.call = static_cast<model::SystemCall>(call);
    return position;
}

ThreadTraits readThreadTraits(pid_t process, pid_t thread)
{
    const auto stat = readThreadStat(process, thread);
    if (!stat)
        return {{}, std::nullopt, false};
    return {stat->name, profilePriority(*stat), !stat->hasEnded()};
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
