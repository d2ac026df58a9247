// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/backend.h"
#include "capture/sampling/captureclock.h"
#include "capture/system/filedescriptor.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <sys/types.h>
#include <unordered_set>
#include <vector>

namespace ember::capture {

// What /proc tells of threads and processes, whether they stand or run.

// A short file of /proc/PID/task/TID that is asked at every tick: it stays open where the limit on
// open files allows it.
class ThreadFile {
public:
    static constexpr std::size_t longestText = 256;

    explicit ThreadFile(const char *name) : m_name(name) { } // a literal

    // What it says now, in `buffer`; empty: the thread is gone, or the kernel does not tell.
    std::string_view read(pid_t process, pid_t thread, std::span<char> buffer);

private:
    const char *m_name;
    FileDescriptor m_file;
};

// The text of the files "schedstat" and "syscall" (proc(5)).
std::optional<SchedulerCounts> parseSchedulerCounts(std::string_view text);
// Absent: the thread is not asleep in a system call.
std::optional<ThreadPosition> parseSleepingPosition(std::string_view text);

ThreadTraits readThreadTraits(pid_t process, pid_t thread);
ProcessTraits readProcessTraits(pid_t process);

// What waitpid(2) says of a thread.
struct ThreadStatus {
    pid_t thread = 0;
    int status = 0;
};

// Stops and ends of the threads that the calling thread traces.
//
// A wait for any thread makes the kernel look at every thread until it finds one, under a lock that
// all starts and ends of processes need: milliseconds with ten thousand threads. So of many threads
// the kernel is asked by number for those whose stop is expected and those that a signal named, and
// for the others now and then.
//
// SIGCHLD must be blocked in all threads of the process and not be ignored.
class ThreadStatuses {
public:
    ThreadStatuses();

    // Readable: there may be one.
    int eventFd() const { return m_signal.number(); }

    // A thread is traced from now on; until its end is told.
    void add(pid_t thread) { m_threads.insert(thread); }
    // It was asked to stop, or does as it is born.
    void expect(pid_t thread) { m_expected.insert(thread); }
    // Somebody stands, it is not known who.
    void expectAnybody();
    // Absent: there is none, or of many threads one will be found later.
    std::optional<ThreadStatus> next();
    // When to ask again at the latest, whether or not `eventFd` is readable by then.
    CaptureTime nextLook() const;

private:
    std::optional<ThreadStatus> of(pid_t thread);
    std::optional<ThreadStatus> ofNamed();
    std::optional<ThreadStatus> ofUnknown();
    void nameIfDue();
    void nameExpected(CaptureTime now);
    void nameAll(CaptureTime now);
    void takeSignal();

    FileDescriptor m_signal;
    std::unordered_set<pid_t> m_threads;
    std::unordered_set<pid_t> m_expected;
    std::vector<pid_t> m_named; // to be asked by number
    bool m_isLooking = false; // the signal was taken, and the last look found a thread
    bool m_isUnknownNext = false; // after them
    bool m_isOwed = false; // a look at the expected
    bool m_isLookOwed = false; // a look at all
    CaptureTime m_expectedFrom; // not before
    CaptureTime m_lookFrom; // likewise
    CaptureTime m_lookAnyway;
};

} // namespace ember::capture
