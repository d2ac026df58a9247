// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampling/tickclock.h"

#include <sys/timerfd.h>

namespace ember::capture {

bool isPrime(int rate)
{
    for (int divisor = 2; divisor * divisor <= rate; ++divisor) {
        if (rate % divisor == 0)
            return false;
    }
    return rate > 1;
}

int nextPrime(int rate)
{
    do
        ++rate;
    while (!isPrime(rate));
    return rate;
}

int primeNear(int rate, int highest)
{
    if (const int above = nextPrime(rate); above <= highest)
        return above;
    while (!isPrime(rate))
        --rate;
    return rate;
}

namespace {

constexpr std::int64_t second = 1'000'000'000;

// Converts whole seconds and the remainder separately, so that no product overflows.
std::int64_t ticksToNs(std::int64_t ticks, std::int64_t rate)
{
    return ticks / rate * second + ticks % rate * second / rate;
}

std::int64_t nsToTicks(std::int64_t nanoseconds, std::int64_t rate)
{
    // The number of the last tick whose time, rounded down to nanoseconds, is not after
    // `nanoseconds`.
    return nanoseconds / second * rate + ((nanoseconds % second + 1) * rate - 1) / second;
}

// Each bit of the result depends on each bit of the number (Vigna's SplitMix64).
std::uint64_t scrambled(std::uint64_t number)
{
    number += 0x9e3779b97f4a7c15;
    number = (number ^ number >> 30U) * 0xbf58476d1ce4e5b9;
    number = (number ^ number >> 27U) * 0x94d049bb133111eb;
    return number ^ number >> 31U;
}

} // namespace

TickClock::TickClock(int rate, TickPlacement placement)
    : m_rate(rate),
      m_placement(placement),
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
    return due;
}

// The time of the tick with this number. Its place in its period is a function of the number, so
// that the time of every tick can be asked for at any time; captures differ by the time they start.
CaptureTime TickClock::timeOf(std::uint64_t tick) const
{
    const auto start = periodStart(tick);
    if (m_placement == TickPlacement::Even)
        return start;
    const auto seed = static_cast<std::uint64_t>(m_origin.time_since_epoch().count());
    const auto period = static_cast<std::uint64_t>((periodStart(tick + 1) - start).count());
    return start + CaptureClock::duration(scrambled(scrambled(seed) + tick) % period);
}

CaptureTime TickClock::periodStart(std::uint64_t tick) const
{
    return m_origin + CaptureClock::duration(ticksToNs(static_cast<std::int64_t>(tick), m_rate));
}

// The number of the last tick that is not after `time`.
std::uint64_t TickClock::tickAt(CaptureTime time) const
{
    const auto inPeriod = static_cast<std::uint64_t>(nsToTicks((time - m_origin).count(), m_rate));
    return time < timeOf(inPeriod) ? inPeriod - 1 : inPeriod;
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
