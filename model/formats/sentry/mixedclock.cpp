// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sentry/mixedclock.h"

namespace ember::model::sentry {

namespace {

constexpr long double perSecond = 1e9L;

long double zero(Timestamp start)
{
    constexpr long double factor = 1000;
    return factor * (static_cast<long double>(toNs(start)) / perSecond);
}

} // namespace

std::optional<Timestamp> fromMixedClock(double seconds, Timestamp start)
{
    constexpr long double mostSeconds = 1e9L;
    if (!(seconds > mixedClockLimit))
        return std::nullopt;
    const auto since = static_cast<long double>(seconds) - zero(start);
    if (since < -mostSeconds || since > mostSeconds)
        return std::nullopt;
    return start + Nanoseconds(static_cast<std::int64_t>(since * perSecond));
}

double toMixedClock(Timestamp time, Timestamp start)
{
    const auto since = static_cast<long double>((time - start).count()) / perSecond;
    return static_cast<double>(zero(start) + since);
}

} // namespace ember::model::sentry
