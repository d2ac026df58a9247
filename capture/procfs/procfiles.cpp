// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/procfs/procfiles.h"

#include <algorithm>
#include <array>
#include <functional>
#include <sys/sysmacros.h>

namespace ember::capture {

using model::Error;
using model::ErrorCode;
using model::Result;

namespace {

constexpr std::string_view deletedSuffix = " (deleted)";

// Undoes the kernel's escaping of paths: a line feed is \012, everything else is literal, even
// backslashes.
std::string unescapedPath(std::string_view text)
{
    constexpr std::string_view escapedLineFeed = "\\012";
    std::string path(text);
    for (auto at = path.find(escapedLineFeed); at != std::string::npos;
         at = path.find(escapedLineFeed, at + 1))
        path.replace(at, escapedLineFeed.size(), 1, '\n');
    return path;
}

bool parsePermissions(std::string_view text, Mapping &mapping)
{
    if (text.size() != 4)
        return false;
    mapping.isReadable = text[0] == 'r';
    mapping.isWritable = text[1] == 'w';
    mapping.isExecutable = text[2] == 'x';
    mapping.isShared = text[3] == 's';
    return true;
}

bool parseRange(Scanner &line, Mapping &mapping)
{
    return line.number(mapping.start, 16) && line.skip('-') && line.number(mapping.end, 16)
        && mapping.start < mapping.end;
}

bool parseDevice(Scanner &line, Mapping &mapping)
{
    unsigned majorNumber = 0;
    unsigned minorNumber = 0;
    if (!line.nextNumber(majorNumber, 16) || !line.skip(':') || !line.number(minorNumber, 16))
        return false;
    mapping.device = makedev(majorNumber, minorNumber);
    return true;
}

void parsePath(Scanner &line, Mapping &mapping)
{
    line.skipBlanks();
    std::string_view path = line.rest();
    if (mapping.inode != 0 && path.ends_with(deletedSuffix)) {
        mapping.isDeleted = true;
        path.remove_suffix(deletedSuffix.size());
    }
    mapping.path = unescapedPath(path);
}

bool parseLine(std::string_view text, Mapping &mapping)
{
    Scanner line(text);
    if (!parseRange(line, mapping) || !parsePermissions(line.nextWord(), mapping)
        || !line.nextNumber(mapping.offset, 16) || !parseDevice(line, mapping)
        || !line.nextNumber(mapping.inode))
        return false;
    parsePath(line, mapping);
    return true;
}

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

// A line of /proc/PID/status whose value is used, and its parser.
struct StatusField {
    std::string_view key;
    bool (*read)(Scanner &line, TaskStatus &status);
};

template<auto Member, int base = 10>
bool readNumber(Scanner &line, TaskStatus &status)
{
    return line.number(status.*Member, base);
}

template<auto Member>
bool readLastNumber(Scanner &line, TaskStatus &status)
{
    bool isNumber = line.number(status.*Member);
    for (; isNumber && !line.atEnd(); line.skipBlanks())
        isNumber = line.nextNumber(status.*Member);
    return isNumber;
}

template<auto Real, auto Effective>
bool readIds(Scanner &line, TaskStatus &status)
{
    return line.number(status.*Real) && line.nextNumber(status.*Effective);
}

bool readName(Scanner &line, TaskStatus &status)
{
    status.name = line.rest();
    return true;
}

constexpr std::array<StatusField, 18> statusFields{{
    {"Name", readName},
    {"Tgid", readNumber<&TaskStatus::process>},
    {"Pid", readNumber<&TaskStatus::id>},
    {"NSpid", readLastNumber<&TaskStatus::ownId>},
    {"PPid", readNumber<&TaskStatus::parent>},
    {"TracerPid", readNumber<&TaskStatus::tracer>},
    {"Uid", readIds<&TaskStatus::realUser, &TaskStatus::effectiveUser>},
    {"Gid", readIds<&TaskStatus::realGroup, &TaskStatus::effectiveGroup>},
    {"Threads", readNumber<&TaskStatus::threads>},
    {"VmRSS", readNumber<&TaskStatus::residentKilobytes>},
    {"ShdPnd", readNumber<&TaskStatus::pendingSignals, 16>},
    {"SigIgn", readNumber<&TaskStatus::ignoredSignals, 16>},
    {"SigCgt", readNumber<&TaskStatus::caughtSignals, 16>},
    {"CapPrm", readNumber<&TaskStatus::permittedCapabilities, 16>},
    {"CapEff", readNumber<&TaskStatus::effectiveCapabilities, 16>},
    {"Seccomp", readNumber<&TaskStatus::seccomp>},
    {"voluntary_ctxt_switches", readNumber<&TaskStatus::voluntarySwitches>},
    {"nonvoluntary_ctxt_switches", readNumber<&TaskStatus::involuntarySwitches>},
}};

} // namespace

bool Scanner::skip(char expected)
{
    if (m_rest.empty() || m_rest.front() != expected)
        return false;
    m_rest.remove_prefix(1);
    return true;
}

void Scanner::skipBlanks()
{
    m_rest.remove_prefix(std::min(m_rest.find_first_not_of(" \t"), m_rest.size()));
}

std::string_view Scanner::nextWord()
{
    skipBlanks();
    const auto word = m_rest.substr(0, m_rest.find_first_of(" \t\n"));
    m_rest.remove_prefix(word.size());
    return word;
}

std::string_view Scanner::until(char end)
{
    const auto part = m_rest.substr(0, m_rest.find(end));
    m_rest.remove_prefix(std::min(part.size() + 1, m_rest.size()));
    return part;
}

Result<std::vector<Mapping>> parseMaps(std::string_view text)
{
    std::vector<Mapping> mappings;
    Scanner lines(text);
    while (!lines.atEnd()) {
        Mapping mapping;
        if (!parseLine(lines.until('\n'), mapping))
            return Error{ErrorCode::SyntaxError, "maps",
                         "line " + std::to_string(mappings.size() + 1)};
        mappings.push_back(std::move(mapping));
    }
    return mappings;
}

const Mapping *findMapping(const std::vector<Mapping> &mappings, std::uint64_t address)
{
    const auto behind = std::ranges::upper_bound(mappings, address, {}, &Mapping::start);
    if (behind == mappings.begin() || !std::prev(behind)->contains(address))
        return nullptr;
    return &*std::prev(behind);
}

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
    Scanner lines(text);
    while (!lines.atEnd()) {
        Scanner line(lines.until('\n'));
        const auto key = line.until(':');
        line.skipBlanks();
        const auto *field = std::ranges::find(statusFields, key, &StatusField::key);
        if (field != statusFields.end() && !field->read(line, status))
            return syntaxError("status", std::string(key).c_str());
    }
    if (status.id == 0)
        return syntaxError("status", "Pid");
    if (status.ownId == 0) // a kernel without namespaces
        status.ownId = status.id;
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
