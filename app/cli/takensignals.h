// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/processstart.h"
#include "capture/system/filedescriptor.h"

#include <array>
#include <csignal>
#include <optional>

namespace ember::app {

struct TakenSignal {
    int number = 0;
    bool isCtrlC = false; // sent by the terminal to its whole foreground group
};

// While this exists, signals by which users control a capture (SIGINT, SIGTERM, SIGHUP, SIGUSR1,
// SIGUSR2) are read from a descriptor, and SIGPIPE is an error of write(). Signals that were
// ignored stay ignored, as nohup wants. Main thread only.
class TakenSignals {
public:
    TakenSignals();
    // Unread signals are dropped.
    ~TakenSignals();
    TakenSignals(const TakenSignals &) = delete;
    TakenSignals &operator=(const TakenSignals &) = delete;

    int fd() const { return m_requests.number(); } // readable if a signal is pending

    // The next signal, if any.
    std::optional<TakenSignal> next() const;

    // The original settings, for a process that is started meanwhile.
    GivenSignals asBefore() const;
    // The same, but with SIGINT ignored.
    GivenSignals withoutInterrupts() const;

private:
    struct Changed {
        int number = 0;
        struct sigaction before { };
    };

    sigset_t m_mask{}; // original mask
    std::array<Changed, 2> m_ignored{{{SIGINT, {}}, {SIGPIPE, {}}}};
    capture::FileDescriptor m_requests;
};

} // namespace ember::app
