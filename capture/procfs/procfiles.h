// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "model/core/text.h"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace ember::capture {

// Cursor over the text of a /proc file. Steps that return a bool tell whether the text matched; if
// not, the position does not change, but for blanks that were skipped.
class Scanner {
public:
    explicit Scanner(std::string_view text) : m_rest(text) { }

    bool atEnd() const { return m_rest.empty(); }

    std::string_view rest() const { return m_rest; }

    bool skip(char expected);
    void skipBlanks();

    template<typename Number>
    bool number(Number &value, int base = 10)
    {
        return model::readNumber(m_rest, value, base);
    }

    // Skips blanks and reads a number.
    template<typename Number>
    bool nextNumber(Number &value, int base = 10)
    {
        skipBlanks();
        return number(value, base);
    }

    // Skips blanks and reads a word; "" at the end of the line.
    std::string_view nextWord();
    // Reads up to the next `end` (which is skipped) or to the end of the text.
    std::string_view until(char end);

private:
    std::string_view m_rest;
};

// A line of /proc/PID/maps: proc(5).
struct Mapping {
    std::uint64_t start = 0;
    std::uint64_t end = 0; // exclusive
    std::uint64_t offset = 0; // in the file
    std::uint64_t device = 0; // as packed by makedev(3)
    std::uint64_t inode = 0; // 0: no file
    std::string path; // "" for anonymous memory; [stack], [vdso], …; without " (deleted)"
    bool isReadable = false;
    bool isWritable = false;
    bool isExecutable = false;
    bool isShared = false;
    bool isDeleted = false; // the file was unlinked

    std::uint64_t size() const { return end - start; }

    bool contains(std::uint64_t address) const { return start <= address && address < end; }
};

// Parses /proc/PID/maps; the mappings are in address order, as the kernel writes them. Errors:
// SyntaxError with the line's number.
model::Result<std::vector<Mapping>> parseMaps(std::string_view text);

// The mapping that contains an address, or null. `mappings` must be in address order.
const Mapping *findMapping(const std::vector<Mapping> &mappings, std::uint64_t address);

// Parsers for files of /proc/PID and /proc/PID/task/TID (see proc(5)): text in, struct out. Errors:
// SyntaxError with the file's name as subject and the field as detail.

// The used fields of /proc/PID/stat or /proc/PID/task/TID/stat.
struct TaskStat {
    pid_t id = 0;
    std::string name; // comm, at most 15 bytes of whatever the program set
    char state = '?'; // R S D T t Z X I
    pid_t parent = 0;
    pid_t processGroup = 0;
    pid_t session = 0;
    std::uint32_t terminal = 0; // device number, 0: none
    std::uint64_t userTicks = 0; // in clock ticks (sysconf(_SC_CLK_TCK))
    std::uint64_t systemTicks = 0;
    std::int32_t priority = 0; // kernel's scale
    std::int32_t nice = 0;
    std::uint32_t threads = 0;
    std::uint64_t startTicks = 0; // since boot, in clock ticks
    int processor = 0; // CPU it last ran on
    std::uint32_t realTimePriority = 0; // 0: not real-time
    std::uint32_t policy = 0; // SCHED_OTHER, …

    // Whether the thread has ended; if it was the first one, its process may continue in others.
    bool hasEnded() const { return state == 'Z' || state == 'X'; }
};

model::Result<TaskStat> parseStat(std::string_view text);

// The priority shown in profiles: 20 − nice; for real-time threads 100 + their priority.
std::uint32_t profilePriority(const TaskStat &stat);

// Values of /proc/PID/task/TID/schedstat.
struct SchedStat {
    std::chrono::nanoseconds running{}; // on a CPU
    std::chrono::nanoseconds waiting{}; // runnable, for a CPU
    std::uint64_t timeslices = 0; // number of times it got a CPU

    friend bool operator==(const SchedStat &, const SchedStat &) = default;
};

model::Result<SchedStat> parseSchedStat(std::string_view text);

// The used fields of /proc/PID/status; those that the kernel does not report are zero.
struct TaskStatus {
    std::string name;
    pid_t process = 0; // Tgid
    pid_t id = 0; // Pid
    pid_t ownId = 0; // NSpid: as the task itself sees it, in the innermost namespace
    pid_t parent = 0; // PPid
    pid_t tracer = 0; // TracerPid, 0: not traced
    uid_t realUser = 0;
    uid_t effectiveUser = 0;
    gid_t realGroup = 0;
    gid_t effectiveGroup = 0;
    std::uint32_t threads = 0;
    std::uint64_t residentKilobytes = 0; // VmRSS
    std::uint64_t permittedCapabilities = 0; // CapPrm, a bit each: capabilities(7)
    std::uint64_t effectiveCapabilities = 0; // CapEff
    std::uint64_t pendingSignals = 0; // ShdPnd, of the process as a whole, bit N-1 for signal N
    std::uint64_t ignoredSignals = 0; // SigIgn, a bit per signal
    std::uint64_t caughtSignals = 0; // SigCgt, a bit per signal
    std::uint32_t seccomp = 0; // 0 off, 1 strict, 2 filter
    std::uint64_t voluntarySwitches = 0;
    std::uint64_t involuntarySwitches = 0;

    bool filtersCalls() const { return seccomp == 2; }
};

model::Result<TaskStatus> parseStatus(std::string_view text);

// Parses the second number of /proc/PID/statm.
model::Result<std::uint64_t> parseResidentPages(std::string_view text);

// Parses /proc/PID/cmdline, in which each argument ends with NUL.
std::vector<std::string> parseCommandLine(std::string_view text);

} // namespace ember::capture
