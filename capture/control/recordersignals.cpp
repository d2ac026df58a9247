// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/control/recordersignals.h"

#include <array>
#include <csignal>
#include <cstdint>
#include <exception>
#include <poll.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace ember::capture {

namespace {

// Restores the two signals that glibc reserves: posix_spawn starts programs with them ignored, and
// the recorder may have been started that way. sigaction() refuses them, so this calls the kernel
// with its own struct layout.
void restoreInternalSignals()
{
    constexpr int firstInternal = 32;
    struct {
        void (*handler)(int);
        unsigned long flags;
        void (*restorer)();
        std::uint64_t mask;
    } standard{};
    for (int signal = firstInternal; signal < SIGRTMIN; ++signal)
        syscall(SYS_rt_sigaction, signal, &standard, nullptr, sizeof standard.mask);
}

// The next pending signal, if any.
std::optional<signalfd_siginfo> nextOf(const FileDescriptor &signals)
{
    signalfd_siginfo signal{};
    if (read(signals.number(), &signal, sizeof signal) != sizeof signal)
        return std::nullopt;
    return signal;
}

using Clock = std::chrono::steady_clock;

// Waits for the end of writing (true) or for a signal (false).
bool waitForEnd(const StopSignal &end, const RecorderSignals &signals)
{
    std::array<pollfd, 2> waited{{{end.fd(), POLLIN, 0}, {signals.fd(), POLLIN, 0}}};
    poll(waited.data(), waited.size(), -1);
    return waited[0].revents != 0;
}

} // namespace

RecorderSignals::RecorderSignals(std::optional<int> keepSignal) : m_keepSignal(keepSignal)
{
    sigset_t requests;
    sigemptyset(&requests);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
        sigaddset(&requests, signal);
    if (keepSignal)
        sigaddset(&requests, *keepSignal);
    sigset_t blocked = requests;
    for (const int signal : {SIGUSR1, SIGUSR2})
        sigaddset(&blocked, signal);
    sigaddset(&blocked, SIGCHLD);
    sigaddset(&blocked, SIGPIPE);
    sigaddset(&blocked, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &blocked, &m_originalMask);
    // If our parent ignored SIGCHLD, the kernel would not report stops of the target.
    struct sigaction standard { };
    standard.sa_handler = SIG_DFL;
    sigaction(SIGCHLD, &standard, &m_originalChildAction);
    m_requests = FileDescriptor(signalfd(-1, &requests, SFD_CLOEXEC | SFD_NONBLOCK));
}

std::optional<SignalRequest> RecorderSignals::nextRequest() const
{
    const auto signal = nextOf(m_requests);
    if (!signal)
        return std::nullopt;
    return isToKeep(signal->ssi_signo) ? SignalRequest::Keep : SignalRequest::End;
}

std::optional<int> RecorderSignals::nextEnd() const
{
    for (;;) {
        const auto signal = nextOf(m_requests);
        if (!signal)
            return std::nullopt;
        if (!isToKeep(signal->ssi_signo))
            return static_cast<int>(signal->ssi_signo);
    }
}

void RecorderSignals::endProcess(int signal)
{
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    struct sigaction standard { };
    standard.sa_handler = SIG_DFL; // it may have been inherited as ignored
    sigaction(signal, &standard, nullptr);
    raise(signal); // sends it to this thread
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, signal);
    pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
    _exit(128 + signal); // not reached
}

bool RecorderSignals::isToKeep(std::uint32_t signal) const
{
    return m_keepSignal && signal == static_cast<std::uint32_t>(*m_keepSignal);
}

void RecorderSignals::restore() const
{
    restoreInternalSignals();
    sigaction(SIGCHLD, &m_originalChildAction, nullptr);
    sigprocmask(SIG_SETMASK, &m_originalMask, nullptr);
}

void EndWatch::start(std::function<void()> beforeEnd)
{
    try {
        m_thread = std::thread([this, before = std::move(beforeEnd)] { watch(before); });
    } catch (const std::exception &) {
        // No thread or memory is left: the user can still end us by SIGKILL.
    }
}

void EndWatch::stop()
{
    m_isWritten.raise();
    if (m_thread.joinable())
        m_thread.join();
}

void EndWatch::watch(const std::function<void()> &beforeEnd) const
{
    const auto start = Clock::now();
    while (!waitForEnd(m_isWritten, m_signals)) {
        const auto signal = m_signals.nextEnd();
        if (!signal || Clock::now() - start < repeatTime)
            continue;
        beforeEnd();
        RecorderSignals::endProcess(*signal);
    }
}

} // namespace ember::capture
