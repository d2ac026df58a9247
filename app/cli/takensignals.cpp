// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/takensignals.h"

#include <sys/signalfd.h>
#include <unistd.h>

namespace ember::app {

// An ignored SIGINT is inherited; blocked, it is queued for us all the same.
TakenSignals::TakenSignals()
{
    sigset_t taken;
    sigemptyset(&taken);
    for (const int request : {SIGINT, SIGTERM, SIGHUP})
        sigaddset(&taken, request);
    sigprocmask(SIG_BLOCK, &taken, &m_mask);
    struct sigaction ignored { };
    ignored.sa_handler = SIG_IGN;
    sigaction(SIGINT, &ignored, &m_interrupt);
    sigaction(SIGPIPE, &ignored, &m_pipe);
    m_requests = capture::FileDescriptor(signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK));
}

TakenSignals::~TakenSignals()
{
    while (next()) { }
    sigaction(SIGINT, &m_interrupt, nullptr);
    sigaction(SIGPIPE, &m_pipe, nullptr);
    sigprocmask(SIG_SETMASK, &m_mask, nullptr);
}

bool TakenSignals::next() const
{
    signalfd_siginfo signal{};
    return read(m_requests.number(), &signal, sizeof signal) == sizeof signal;
}

} // namespace ember::app
