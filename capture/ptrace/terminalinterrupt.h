// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <sys/types.h>
#include <unordered_set>

namespace ember::capture {

// Ctrl-C at the terminal means the capture: the terminal sends SIGINT to the recorder and to the
// target alike, and the target's is withheld. A second one passes, and so does every SIGINT that
// somebody sent on purpose.
class TerminalInterrupt {
public:
    // Asked once per SIGINT about to be delivered to a thread of `process`.
    bool withholds(pid_t process, const siginfo_t &signal);

    // Whether a SIGINT waits to be delivered that withholds() might still be asked about.
    bool isPendingIn(pid_t process) const;

private:
    std::unordered_set<pid_t> m_withheld;
};

} // namespace ember::capture
