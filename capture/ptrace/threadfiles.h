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

// Reads threads and processes from /proc, whether they run or are stopped.

// A short file of /proc/PID/task/TID that is read at every tick: it stays open if the limit on open
// files allows it.
class ThreadFile {
public:
    static constexpr std::size_t longestText = 256;

    explicit ThreadFile(const char *name) : m_name(name) { } // a literal

    // Reads the current text into `buffer`; empty: the thread is gone, or the kernel refuses.
    std::string_view read(pid_t process, pid_t thread, std::span<char> buffer);

private:
    const char *m_name;
    FileDescriptor m_file;
};

// Parse the text of the files "schedstat" and "syscall" (proc(5)).
std::optional<SchedulerCounts> parseSchedulerCounts(std::string_view text);
// Absent: the thread is not asleep in a system call.
std::optional<ThreadPosition> parseSleepingPosition(std::string_view text);

ThreadTraits readThreadTraits(pid_t process, pid_t thread);
ProcessTraits readProcessTraits(pid_t process);

// A thread and its status from waitpid(2).
struct ThreadStatus {
    pid_t thread = 0;
    int status = 0;
};

// Collects stops and ends of the threads that the calling thread traces.
//
// A wait for any thread makes the kernel look at every thread until it finds one, under a lock that
// all starts and ends of processes need: milliseconds with ten thousand threads. So if there are
// many threads, the kernel is asked by number: at once for threads whose stop is expected and for
// those that a signal named, now and then for the others.
//
// SIGCHLD must be blocked in all threads of the process and not be ignored.
class ThreadStatuses {
public:
    ThreadStatuses();

    // Readable when there may be a status.
    int eventFd() const { return m_signal.number(); }

    // Notes that a thread is traced, until its end is returned.
    void add(pid_t thread) { m_threads.insert(thread); }
    // Notes that a thread will stop: it was asked to, or has just been born.
    void expect(pid_t thread) { m_expected.insert(thread); }
    // Notes that some thread has stopped whose number is unknown.
    void expectAnybody();
    // The next status. Absent: there is none, or with many threads it will be found later.
    std::optional<ThreadStatus> next();
    // Returns the latest time for the next look, whether or not `eventFd` is readable by then.
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
    std::vector<pid_t> m_named; // threads whose status is to be asked for by number
    bool m_isLooking = false; // the signal was taken, and the last look found a thread
    bool m_isUnknownNext = false; // after the named ones, a wait for any thread follows
    bool m_isOwed = false; // the expected threads are to be asked
    bool m_isLookOwed = false; // all threads are to be asked
    CaptureTime m_expectedFrom; // the expected threads are not asked before
    CaptureTime m_lookFrom; // all threads are not asked before
    CaptureTime m_lookAnyway;
};

} // namespace ember::capture
