// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/filedescriptor.h"

#include <csignal>

namespace ember::app {

// As long as it lives, requests to end (SIGINT, SIGTERM, SIGHUP) are read from a descriptor. A
// process that is started meanwhile ignores SIGINT, and is to get mask(). In the main thread.
class TakenSignals {
public:
    TakenSignals();
    // What was not read is forgotten.
    ~TakenSignals();
    TakenSignals(const TakenSignals &) = delete;
    TakenSignals &operator=(const TakenSignals &) = delete;

    int fd() const { return m_requests.number(); } // readable when there is one

    // Whether there was one; takes it.
    bool next() const;

    // As it was before.
    const sigset_t &mask() const { return m_mask; }

private:
    sigset_t m_mask{};
    struct sigaction m_interrupt { };
    struct sigaction m_pipe { };
    capture::FileDescriptor m_requests;
};

} // namespace ember::app
