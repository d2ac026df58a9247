// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/taskfiles.h"

#include "capture/procfs/scanner.h"

#include <algorithm>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

Error syntaxError(const char *file, const char *field)
{
    return {ErrorCode::SyntaxError, file, field};
}

// Skips unused fields.
void skipWords(Scanner &line, int count)
{
    for (int i = 0; i < count; ++i)
        line.nextWord();
}

} // namespace

// Parses the line. The name is in parentheses and may itself contain parentheses and blanks, so it
// ends at the last closing one.
Result<TaskStat> parseStat(std::string_view text)
{
    TaskStat stat;
    const auto nameStart = text.find('(');
    const auto nameEnd = text.rfind(')');
    if (nameStart == std::string_view::npos || nameEnd == std::string_view::npos
        || nameEnd < nameStart || !Scanner(text).number(stat.id))
        return syntaxError("stat", "name");
    stat.name = text.substr(nameStart + 1, nameEnd - nameStart - 1);

    Scanner fields(text.substr(nameEnd + 1));
    const auto state = fields.nextWord();
    if (state.size() != 1)
        return syntaxError("stat", "state");
    stat.state = state.front();
    std::int32_t terminal = 0;
    if (!fields.nextNumber(stat.parent) || !fields.nextNumber(stat.processGroup)
        || !fields.nextNumber(stat.session) || !fields.nextNumber(terminal))
        return syntaxError("stat", "parent to terminal");
    stat.terminal = static_cast<std::uint32_t>(terminal);
    skipWords(fields, 6); // terminal's group, flags, page faults
    if (!fields.nextNumber(stat.userTicks) || !fields.nextNumber(stat.systemTicks))
        return syntaxError("stat", "CPU time");
    skipWords(fields, 2); // children's CPU time
    if (!fields.nextNumber(stat.priority) || !fields.nextNumber(stat.nice)
        || !fields.nextNumber(stat.threads))
        return syntaxError("stat", "priority to threads");
    skipWords(fields, 1); // itrealvalue
    if (!fields.nextNumber(stat.startTicks))
        return syntaxError("stat", "start time");
    skipWords(fields, 16); // sizes, addresses, signals
    if (!fields.nextNumber(stat.processor) || !fields.nextNumber(stat.realTimePriority)
        || !fields.nextNumber(stat.policy))
        return syntaxError("stat", "policy");
    return stat;
}

std::uint32_t profilePriority(const TaskStat &stat)
{
    if (stat.realTimePriority > 0)
        return 100 + stat.realTimePriority;
    return static_cast<std::uint32_t>(20 - std::clamp(stat.nice, -20, 19));
}

Result<SchedStat> parseSchedStat(std::string_view text)
{
    Scanner line(text);
    std::int64_t running = 0;
    std::int64_t waiting = 0;
    SchedStat stat;
    if (!line.nextNumber(running) || !line.nextNumber(waiting) || !line.nextNumber(stat.timeslices))
        return syntaxError("schedstat", "three numbers");
    stat.running = std::chrono::nanoseconds(running);
    stat.waiting = std::chrono::nanoseconds(waiting);
    return stat;
}

Result<TaskStatus> parseStatus(std::string_view text)
{
    TaskStatus status;
    bool wellFormed = true;
    Scanner lines(text);
    while (!lines.atEnd()) {
        Scanner line(lines.until('\n'));
        const auto key = line.until(':');
        line.skipBlanks();
        if (key == "Name")
            status.name = line.rest();
        else if (key == "Tgid")
            wellFormed &= line.number(status.process);
        else if (key == "Pid")
            wellFormed &= line.number(status.id);
        else if (key == "PPid")
            wellFormed &= line.number(status.parent);
        else if (key == "TracerPid")
            wellFormed &= line.number(status.tracer);
        else if (key == "Uid")
            wellFormed &= line.number(status.realUser) && line.nextNumber(status.effectiveUser);
        else if (key == "Gid")
            wellFormed &= line.number(status.realGroup) && line.nextNumber(status.effectiveGroup);
        else if (key == "Threads")
            wellFormed &= line.number(status.threads);
        else if (key == "VmRSS")
            wellFormed &= line.number(status.residentKilobytes);
        else if (key == "SigIgn")
            wellFormed &= line.number(status.ignoredSignals, 16);
        else if (key == "CapPrm")
            wellFormed &= line.number(status.permittedCapabilities, 16);
        else if (key == "CapEff")
            wellFormed &= line.number(status.effectiveCapabilities, 16);
        else if (key == "Seccomp")
            wellFormed &= line.number(status.seccomp);
        else if (key == "voluntary_ctxt_switches")
            wellFormed &= line.number(status.voluntarySwitches);
        else if (key == "nonvoluntary_ctxt_switches")
            wellFormed &= line.number(status.involuntarySwitches);
        if (!wellFormed)
            return syntaxError("status", std::string(key).c_str());
    }
    if (status.id == 0)
        return syntaxError("status", "Pid");
    return status;
}

Result<std::uint64_t> parseResidentPages(std::string_view text)
{
    Scanner line(text);
    std::uint64_t size = 0;
    std::uint64_t resident = 0;
    if (!line.nextNumber(size) || !line.nextNumber(resident))
        return syntaxError("statm", "two numbers");
    return resident;
}

std::vector<std::string> parseCommandLine(std::string_view text)
{
    std::vector<std::string> arguments;
    Scanner scanner(text);
    while (!scanner.atEnd())
        arguments.emplace_back(scanner.until('\0'));
    return arguments;
}

} // namespace ember::capture
