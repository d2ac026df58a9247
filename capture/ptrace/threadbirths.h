// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/captureclock.h"

#include <algorithm>
#include <chrono>

namespace ember::capture {

// Whether a process starts threads so fast that stopping for each would hold it back. Then its
// births are not traced for a while, and who lives at a tick is found by looking. A thread that
// comes and goes between two ticks, of which there is no sample anyway, is not seen then, nor is a
// child that it forks.
class ThreadBirths {
public:
    // More than the pool of threads of any usual program, which is started at once.
    static constexpr int mostTraced = 256;
    static constexpr auto window = std::chrono::seconds(1);
    static constexpr auto untracedTime = std::chrono::seconds(1);
    static constexpr auto longestUntracedTime = std::chrono::seconds(8);

    // A birth was traced. `waited`: how long the tracing thread has waited for a CPU in its life.
    // That is left out of the window: who waits for it starts few threads for this very reason.
    void note(CaptureTime now, std::chrono::nanoseconds waited)
    {
        if (areTooMany(now))
            return;
        const auto prompt = now - waited;
        if (prompt - m_windowStart > window) {
            m_windowStart = prompt;
            m_count = 0;
        }
        if (++m_count <= mostTraced)
            return;
        m_count = 0;
        // As many again as soon as they are traced again: that is not tried so often.
        m_pause = now - m_untracedUntil < 2 * m_pause
            ? std::min<CaptureClock::duration>(2 * m_pause, longestUntracedTime)
            : untracedTime;
        m_untracedUntil = now + m_pause;
    }

    bool areTooMany(CaptureTime now) const { return now < m_untracedUntil; }

private:
    CaptureTime m_windowStart;
    CaptureTime m_untracedUntil;
    CaptureClock::duration m_pause = untracedTime;
    int m_count = 0;
};

} // namespace ember::capture
