// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/takensignals.h"

#include <sys/signalfd.h>
#include <unistd.h>

namespace ember::app {

namespace {

bool isIgnored(int number)
{
    struct sigaction now { };

    sigaction(number, nullptr, &now);
    return now.sa_handler == SIG_IGN;
}

} // namespace

// Blocks the signals. SIGINT may be inherited as ignored; a blocked one is queued all the same.
TakenSignals::TakenSignals()
{
    sigset_t taken;
    sigemptyset(&taken);
    for (const int request : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2}) {
        if (!isIgnored(request))
            sigaddset(&taken, request);
    }
    sigprocmask(SIG_BLOCK, &taken, &m_mask);
    struct sigaction ignored { };

    ignored.sa_handler = SIG_IGN;
    for (auto &one : m_ignored)
        sigaction(one.number, &ignored, &one.before);
    m_requests = capture::FileDescriptor(signalfd(-1, &taken, SFD_CLOEXEC | SFD_NONBLOCK));
}

TakenSignals::~TakenSignals()
{
    while (next()) { }
    for (const auto &one : m_ignored)
        sigaction(one.number, &one.before, nullptr);
    sigprocmask(SIG_SETMASK, &m_mask, nullptr);
}

std::optional<TakenSignal> TakenSignals::next() const
{
    signalfd_siginfo taken{};
    if (read(m_requests.number(), &taken, sizeof taken) != sizeof taken)
        return std::nullopt;
    const auto number = static_cast<int>(taken.ssi_signo);
    return TakenSignal{number, number == SIGINT && taken.ssi_code == SI_KERNEL};
}

GivenSignals TakenSignals::asBefore() const
{
    GivenSignals given{m_mask, {}};
    sigemptyset(&given.defaults);
    for (const auto &one : m_ignored) {
        if (one.before.sa_handler != SIG_IGN)
            sigaddset(&given.defaults, one.number);
    }
    return given;
}

GivenSignals TakenSignals::withoutInterrupts() const
{
    auto given = asBefore();
    sigdelset(&given.defaults, SIGINT);
    return given;
}

} // namespace ember::app
