// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/ptrace/threadstatuses.h"

#include <algorithm>
#include <csignal>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace ember::capture {

namespace {

// To look at so many takes no longer than the signal does.
constexpr std::size_t fewThreads = 128;
// The time between two looks at many: some twenty times what they take.
constexpr auto restPerThread = std::chrono::microseconds(10);
// Who was started with another signal than SIGCHLD for its end sends none.
constexpr auto longestRest = std::chrono::seconds(1);

int openChildSignal()
{
    sigset_t childSignal;
    sigemptyset(&childSignal);
    sigaddset(&childSignal, SIGCHLD);
    return signalfd(-1, &childSignal, SFD_CLOEXEC | SFD_NONBLOCK);
}

} // namespace

ThreadStatuses::ThreadStatuses() : m_signal(openChildSignal()) { }

void ThreadStatuses::expectAnybody()
{
    m_isLookOwed = true;
    m_lookFrom = {};
}

// The signal is taken before the first look: a thread that stops after the last one, which finds
// nothing, sends another, and that stays readable.
std::optional<ThreadStatus> ThreadStatuses::next()
{
    if (!std::exchange(m_isLooking, true))
        takeSignal();
    if (m_threads.size() <= fewThreads) {
        m_named.clear();
        m_isUnknownNext = true;
    } else {
        nameIfDue();
    }
    auto found = ofNamed();
    if (!found)
        found = ofUnknown();
    m_isLooking = found.has_value();
    return found;
}

std::optional<ThreadStatus> ThreadStatuses::of(pid_t thread)
{
    ThreadStatus found;
    found.thread = waitpid(thread, &found.status, __WALL | __WNOTHREAD | WNOHANG);
    if (found.thread == 0) // it has nothing to say
        return std::nullopt;
    const bool isKnown = found.thread > 0;
    m_expected.erase(isKnown ? found.thread : thread);
    if (!isKnown || WIFEXITED(found.status) || WIFSIGNALED(found.status))
        m_threads.erase(isKnown ? found.thread : thread);
    return isKnown ? std::optional(found) : std::nullopt;
}

std::optional<ThreadStatus> ThreadStatuses::ofNamed()
{
    while (!m_named.empty()) {
        const pid_t thread = m_named.back();
        m_named.pop_back();
        if (const auto found = of(thread))
            return found;
    }
    return std::nullopt;
}

// Who was born and has not been told of cannot be asked by number.
std::optional<ThreadStatus> ThreadStatuses::ofUnknown()
{
    if (!std::exchange(m_isUnknownNext, false))
        return std::nullopt;
    const auto found = of(-1);
    m_isLookOwed = m_isLookOwed || found;
    return found;
}

void ThreadStatuses::nameIfDue()
{
    const auto now = CaptureClock::now();
    if (m_isOwed && now >= m_expectedFrom)
        nameExpected(now);
    if (now >= (m_isLookOwed ? m_lookFrom : m_lookAnyway))
        nameAll(now);
}

void ThreadStatuses::nameExpected(CaptureTime now)
{
    m_named.insert(m_named.end(), m_expected.begin(), m_expected.end());
    m_isOwed = false;
    m_expectedFrom = now + m_expected.size() * restPerThread;
}

void ThreadStatuses::nameAll(CaptureTime now)
{
    m_named.insert(m_named.end(), m_threads.begin(), m_threads.end());
    m_isUnknownNext = true;
    m_isLookOwed = false;
    m_lookFrom = now + m_threads.size() * restPerThread;
    m_lookAnyway = now + longestRest;
}

CaptureTime ThreadStatuses::nextLook() const
{
    if (m_threads.size() <= fewThreads)
        return CaptureTime::max();
    auto next = m_lookAnyway;
    if (m_isOwed && !m_expected.empty())
        next = std::min(next, m_expectedFrom);
    if (m_isLookOwed)
        next = std::min(next, m_lookFrom);
    return next;
}

// A signal names one of those that have stopped since the last one was taken.
void ThreadStatuses::takeSignal()
{
    signalfd_siginfo signal{};
    if (read(m_signal.number(), &signal, sizeof signal) <= 0)
        return;
    m_isOwed = true;
    m_isLookOwed = true;
    m_named.push_back(static_cast<pid_t>(signal.ssi_pid));
}

} // namespace ember::capture
