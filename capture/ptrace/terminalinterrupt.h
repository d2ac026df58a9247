// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <sys/types.h>
#include <unordered_set>

namespace ember::capture {

// Withholds Ctrl-C from the target: the terminal sends SIGINT to the recorder and to the target
// alike, but it is meant for the capture. A second one passes, and so does every SIGINT that was
// sent by a process.
class TerminalInterrupt {
public:
    // Call once per SIGINT that is about to be delivered to a thread of `process`.
    bool withholds(pid_t process, const siginfo_t &signal);

    // Whether a SIGINT is pending that withholds() may still be asked about.
    bool isPendingIn(pid_t process) const;

private:
    std::unordered_set<pid_t> m_withheld;
};

} // namespace ember::capture
