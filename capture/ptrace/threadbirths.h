// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/captureclock.h"

#include <chrono>

namespace ember::capture {

// Whether a process starts threads so fast that stopping for each would hold it back. Then its
// births are not traced for a while, and who lives at a tick is found by looking. A thread that
// comes and goes between two ticks is not seen then, nor a child that it forks.
class ThreadBirths {
public:
    // More than the pool of threads of any usual program, which is started at once.
    static constexpr int mostTraced = 256;
    static constexpr auto window = std::chrono::milliseconds(100);
    static constexpr auto untracedTime = std::chrono::seconds(1);

    // A birth was traced.
    void note(CaptureTime now)
    {
        if (now - m_windowStart > window) {
            m_windowStart = now;
            m_count = 0;
        }
        if (++m_count > mostTraced)
            m_untracedUntil = now + untracedTime;
    }

    bool areTooMany(CaptureTime now) const { return now < m_untracedUntil; }

private:
    CaptureTime m_windowStart;
    CaptureTime m_untracedUntil;
    int m_count = 0;
};

} // namespace ember::capture
