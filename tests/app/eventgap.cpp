// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/eventgap.h"

#include <QtGlobal>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <ctime>
#include <fcntl.h>
#include <unistd.h>

namespace ember::tests {

EventGap::EventGap(Counts counts)
    : m_seesWaiting(canSeeWaiting && counts == Counts::WorkAndWaiting),
      m_statistics(::open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC))
{
    m_last = ownTime();
    connect(&m_timer, &QTimer::timeout, this, &EventGap::look);
    m_timer.start(0);
}

EventGap::~EventGap()
{
    ::close(m_statistics);
}

std::chrono::milliseconds EventGap::longest()
{
    look();
    return std::chrono::duration_cast<std::chrono::milliseconds>(m_longest);
}

// "RUN READY SLICES": the second number.
std::chrono::nanoseconds EventGap::readyTime() const
{
    std::array<char, 128> text{};
    const auto size = ::pread(m_statistics, text.data(), text.size(), 0);
    const char *const end = text.data() + std::max<ssize_t>(size, 0);
    const char *const space = std::find(static_cast<const char *>(text.data()), end, ' ');
    std::int64_t ready = 0;
    if (space == end || std::from_chars(space + 1, end, ready).ec != std::errc())
        qFatal("the kernel does not tell how long threads wait for a CPU");
    return std::chrono::nanoseconds(ready);
}

// The clock without the time we were ready. Whoever loses the CPU between the two readings reads
// them again.
std::chrono::nanoseconds EventGap::ownTime() const
{
    if (!m_seesWaiting) {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
    }
    for (auto ready = readyTime();;) {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        const auto after = readyTime();
        if (after == ready)
            return now - ready;
        ready = after;
    }
}

void EventGap::look()
{
    const auto now = ownTime();
    m_longest = std::max(m_longest, now - m_last);
    m_last = now;
}

} // namespace ember::tests
