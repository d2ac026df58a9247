// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/tickclock.h"

#include <sys/timerfd.h>

namespace ember::capture {

namespace {

constexpr std::int64_t second = 1'000'000'000;

// Of a number of nanoseconds and ticks in whole seconds and the rest: no product overflows.
std::int64_t ticksToNs(std::int64_t ticks, std::int64_t rate)
{
    return ticks / rate * second + ticks % rate * second / rate;
}

std::int64_t nsToTicks(std::int64_t nanoseconds, std::int64_t rate)
{
    // The last tick whose time, rounded down to nanoseconds, is not after.
    return nanoseconds / second * rate + ((nanoseconds % second + 1) * rate - 1) / second;
}

} // namespace

TickClock::TickClock(int rate)
    : m_rate(rate),
      m_timer(timerfd_create(CaptureClock::id, TFD_CLOEXEC | TFD_NONBLOCK))
{
}

void TickClock::start(CaptureTime now)
{
    m_origin = now;
    m_next = 1;
    arm();
}

void TickClock::stop()
{
    m_next = 0;
    const itimerspec never{};
    timerfd_settime(m_timer.number(), 0, &never, nullptr);
}

std::optional<TickClock::Due> TickClock::due(CaptureTime now)
{
    if (m_next == 0 || now < timeOf(m_next))
        return std::nullopt;
    const auto current = tickAt(now);
    const Due due{current - m_next};
    m_next = current + 1;
    arm();
    return due;
}

CaptureTime TickClock::timeOf(std::uint64_t tick) const
{
    return m_origin + CaptureClock::duration(ticksToNs(static_cast<std::int64_t>(tick), m_rate));
}

std::uint64_t TickClock::tickAt(CaptureTime time) const
{
    return static_cast<std::uint64_t>(nsToTicks((time - m_origin).count(), m_rate));
}

void TickClock::arm() const
{
    const auto at = timeOf(m_next).time_since_epoch().count();
    itimerspec once{};
    once.it_value.tv_sec = at / second;
    once.it_value.tv_nsec = at % second;
    timerfd_settime(m_timer.number(), TFD_TIMER_ABSTIME, &once, nullptr);
}

} // namespace ember::capture
