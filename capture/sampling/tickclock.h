// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/captureclock.h"
#include "capture/system/filedescriptor.h"

#include <cstdint>
#include <optional>

namespace ember::capture {

// The place of a tick in its period: the start, or a random one. A program that works in step
// with an even rate is sampled at the same moment again and again; random ticks avoid that.
enum class TickPlacement : std::uint8_t { Even, Random };

// Whether the rate is prime. Rates that divide the round periods in which programs work sample the
// same moment of each period again and again; prime rates do not.
bool isPrime(int rate);
int nextPrime(int rate); // the smallest prime above
int primeNear(int rate, int highest); // nextPrime(), or the largest prime up to `rate` if that is
                                      // above `highest`

// Computes when ticks are due: on a fixed grid from start(), so that delays do not add up, or one
// at random in each period of that grid. Ticks that were not asked for in time are counted as
// missed, never made up for.
class TickClock {
public:
    explicit TickClock(int rate, TickPlacement placement = TickPlacement::Even); // per second

    // The first tick is due one period later; if placed at random, in the period after that.
    void start(CaptureTime now);
    void stop();

    // Readable when a tick is due.
    int fd() const { return m_timer.number(); }

    struct Due {
        std::uint64_t missed = 0; // number of ticks right before this one that were missed
    };

    // The tick that is due at `now`, if there is one. Each is due once; call arm() next.
    std::optional<Due> due(CaptureTime now);
    // Sets the timer behind fd() for the next tick. It is a timer of the CPU that the caller is on.
    void arm() const;
    // Returns the time at which the next tick is due.
    CaptureTime next() const { return timeOf(m_next); }

private:
    CaptureTime timeOf(std::uint64_t tick) const;
    CaptureTime periodStart(std::uint64_t tick) const;
    std::uint64_t tickAt(CaptureTime time) const;

    const std::int64_t m_rate;
    const TickPlacement m_placement;
    FileDescriptor m_timer;
    CaptureTime m_origin;
    std::uint64_t m_next = 0; // 0: stopped
};

} // namespace ember::capture
