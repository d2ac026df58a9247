// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <ctime>

namespace ember::tests {

// The longest time the event loop's thread worked without coming back to its loop. CPU time of the
// thread, not wall time: a machine that gives us no CPU is not our fault.
class EventGap : public QObject {
public:
    EventGap()
    {
        connect(&m_timer, &QTimer::timeout, this, &EventGap::tick);
        m_timer.start(0);
        m_last = threadTime();
    }

    std::chrono::milliseconds longest() const
    {
        return std::chrono::duration_cast<std::chrono::milliseconds>(m_longest);
    }

private:
    static std::chrono::nanoseconds threadTime()
    {
        timespec time{};
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
        return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
    }

    void tick()
    {
        const auto now = threadTime();
        m_longest = std::max(m_longest, now - m_last);
        m_last = now;
    }

    QTimer m_timer;
    std::chrono::nanoseconds m_last{};
    std::chrono::nanoseconds m_longest{};
};

} // namespace ember::tests
