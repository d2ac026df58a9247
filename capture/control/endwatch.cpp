// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/control/endwatch.h"

#include <array>
#include <exception>
#include <poll.h>
#include <utility>

namespace ember::capture {

namespace {

using Clock = std::chrono::steady_clock;

// Waits for the end of writing (true) or for a signal (false).
bool waitForEnd(const StopSignal &end, const RecorderSignals &signals)
{
    std::array<pollfd, 2> waited{{{end.fd(), POLLIN, 0}, {signals.fd(), POLLIN, 0}}};
    poll(waited.data(), waited.size(), -1);
    return waited[0].revents != 0;
}

} // namespace

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
