// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/captureclock.h"

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace ember::capture {

// How often a sampler moves to the CPU that a tick needs. A move takes as long as some samples, and
// where all CPUs are busy the scheduler lets in late who has used more than its share: ticks fall
// out. So whoever is late stays for a while, the longer the more often that happens.
class MovingPace {
public:
    // Asked once per tick.
    bool isTimeToMove() { return m_left == 0 || --m_left == 0; }

    // How long after its time the sampler ran where it had moved to.
    void arrived(CaptureClock::duration lateness)
    {
        if (lateness > late) {
            m_left = m_stay;
            m_stay = std::min(m_stay * 2, longest);
            m_inTime = 0;
        } else if (++m_inTime == enough) {
            m_stay = shortest;
        }
    }

private:
    static constexpr std::chrono::milliseconds late{1};
    static constexpr std::size_t shortest = 16; // ticks
    static constexpr std::size_t longest = 4096;
    static constexpr std::size_t enough = 256; // moves that are let in at once

    std::size_t m_stay = shortest;
    std::size_t m_left = 0; // ticks to stay
    std::size_t m_inTime = 0; // moves since one was late
};

} // namespace ember::capture
