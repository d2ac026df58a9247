// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/procfs/processimages.h"
#include "capture/unwind/unwinder.h"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <sys/types.h>
#include <vector>

namespace ember::tests {

// What is needed of a stopped thread to unwind it.
struct ThreadCapture {
    pid_t thread = 0;
    capture::Registers registers;
    std::uint64_t threadPointer = 0;
    std::vector<std::byte> stack; // from registers.sp to the end of its mapping

    capture::StackCopy copy() const { return {registers.sp, stack}; }
};

// The same as they are told of a thread that sleeps in a system call; the missing ones are spoilt.
capture::Registers asInBlockedCall(const capture::Registers &registers);

// A program under ptrace, killed with the object. Its standard output is a pipe.
class TracedProcess {
public:
    // Stopped before its first instruction; not running when it could not be started.
    explicit TracedProcess(const std::vector<std::string> &command);
    ~TracedProcess();
    TracedProcess(const TracedProcess &) = delete;
    TracedProcess &operator=(const TracedProcess &) = delete;

    bool isRunning() const { return m_process > 0; }

    pid_t process() const { return m_process; }

    bool resume();
    // Waits until the program has written a byte.
    bool waitUntilReady();
    // False when the program has ended.
    bool stop();
    // Goes on to the next stop of any of its threads and children: which one, or 0 when all ended.
    pid_t nextEvent();
    // A PTRACE_ request that takes no data.
    bool request(int what, pid_t thread, long data = 0);

    ThreadCapture capture(pid_t thread) const;
    // Of the process that the thread belongs to.
    std::vector<capture::MappedImage> images(pid_t thread);

private:
    bool passSignal(int signal);

    pid_t m_process = 0;
    int m_output = -1;
    std::set<pid_t> m_seen; // it and what it started
    capture::ImageReader m_images;
};

} // namespace ember::tests
