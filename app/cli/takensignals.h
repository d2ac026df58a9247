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
    bool isCtrlC = false; // which the terminal has sent to all of its foreground
};

// As long as it lives, what people ask of a capture by signals (SIGINT, SIGTERM, SIGHUP, SIGUSR1,
// SIGUSR2) is read from a descriptor, and a pipe that breaks is an error of write(). What was
// ignored before stays ignored: that is how nohup asks for it. In the main thread.
class TakenSignals {
public:
    TakenSignals();
    // What was not read is forgotten.
    ~TakenSignals();
    TakenSignals(const TakenSignals &) = delete;
    TakenSignals &operator=(const TakenSignals &) = delete;

    int fd() const { return m_requests.number(); } // readable when there is one

    // Takes one, if there is.
    std::optional<TakenSignal> next() const;

    // For a process that is started meanwhile: all of them as they were before.
    GivenSignals asBefore() const;
    // The same, but Ctrl-C does nothing to it.
    GivenSignals withoutInterrupts() const;

private:
    struct Changed {
        int number = 0;
        struct sigaction before { };
    };

    sigset_t m_mask{}; // before
    std::array<Changed, 2> m_ignored{{{SIGINT, {}}, {SIGPIPE, {}}}};
    capture::FileDescriptor m_requests;
};

} // namespace ember::app
