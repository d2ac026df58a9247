// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/timescale.h"

#include <QDateTime>

#include <algorithm>
#include <array>
#include <cmath>

namespace ember::views {

using namespace model;
using namespace std::chrono_literals;

namespace {

// Limit in nanoseconds, nearly three hundred years: ticks beyond it could overflow.
constexpr double farthest = 9e18;

constexpr std::array longSteps{Nanoseconds(1s),    Nanoseconds(2s),    Nanoseconds(5s),
                               Nanoseconds(10s),   Nanoseconds(15s),   Nanoseconds(30s),
                               Nanoseconds(1min),  Nanoseconds(2min),  Nanoseconds(5min),
                               Nanoseconds(10min), Nanoseconds(15min), Nanoseconds(30min),
                               Nanoseconds(1h),    Nanoseconds(2h),    Nanoseconds(3h),
                               Nanoseconds(6h),    Nanoseconds(12h),   Nanoseconds(24h)};

int decimalsFor(Nanoseconds step)
{
    int decimals = 0;
    for (std::int64_t unit = 1'000'000'000; step.count() % unit != 0; unit /= 10)
        ++decimals;
    return decimals;
}

// Returns the label of an offset from the origin; negative before it.
QString relativeLabel(Nanoseconds offset, Nanoseconds step)
{
    const QLocale locale;
    const QString sign = offset < 0ns ? QStringLiteral("−") : QString();
    const auto distance = offset < 0ns ? -offset : offset;
    const auto seconds = static_cast<double>(distance.count()) / 1e9;
    if (distance >= 1min && step >= 1s) {
        const auto whole = std::chrono::duration_cast<std::chrono::seconds>(distance).count();
        const auto two = [](std::int64_t number) {
            return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0'));
        };
        const QString tail = QLatin1Char(':') + two(whole % 60);
        if (whole < 3600)
            return sign + QString::number(whole / 60) + tail;
        return sign + QString::number(whole / 3600) + QLatin1Char(':') + two(whole / 60 % 60)
            + tail;
    }
    if (distance >= 1s || distance == 0ns || step >= 100ms)
        return QString(sign + locale.toString(seconds, 'f', decimalsFor(step)))
            + QStringLiteral(" s");
    if (distance >= 1ms || step >= 100us)
        return QString(sign
                       + locale.toString(seconds * 1e3, 'f', std::max(0, decimalsFor(step) - 3)))
            + QStringLiteral(" ms");
    if (distance >= 1us || step >= 100ns)
        return QString(sign
                       + locale.toString(seconds * 1e6, 'f', std::max(0, decimalsFor(step) - 6)))
            + QStringLiteral(" µs");
    return sign + locale.toString(static_cast<qlonglong>(distance.count())) + QStringLiteral(" ns");
}

// Returns the first multiple of `step` from `origin` that is not before `time`.
Timestamp firstTick(Timestamp time, Timestamp origin, Nanoseconds step)
{
    const auto offset = (time - origin).count();
    auto count = offset / step.count();
    if (count * step.count() < offset)
        ++count;
    return origin + step * count;
}

template<typename Label>
std::vector<Tick> ticksFrom(const TimeScale &scale, Timestamp origin, Nanoseconds step, Label label)
{
    std::vector<Tick> ticks;
    if (scale.range().isEmpty() || scale.width() <= 0 || step <= 0ns)
        return ticks;
    const auto minor = step.count() % 5 == 0 ? step / 5 : step;
    for (auto time = firstTick(scale.range().start, origin, minor); time < scale.range().end;
         time += minor) {
        const bool isMajor = (time - origin) % step == 0ns;
        ticks.push_back({time, isMajor ? label(time) : QString()});
    }
    return ticks;
}

} // namespace

TimeScale::TimeScale(TimeRange range, double width) : m_range(range), m_width(std::max(width, 0.0))
{
    if (range.isEmpty() || m_width <= 0)
        return;
    const auto duration = static_cast<double>(range.duration().count());
    m_pixelsPerNs = m_width / duration;
    m_nsPerPixel = duration / m_width;
}

Timestamp TimeScale::toTime(double x) const
{
    return m_range.start + toDuration(x);
}

Nanoseconds TimeScale::toDuration(double pixels) const
{
    const double distance = std::clamp(pixels * m_nsPerPixel, -farthest / 4, farthest / 4);
    return Nanoseconds(std::isfinite(distance) ? std::llround(distance) : 0);
}

Nanoseconds tickStep(const TimeScale &scale, double spacing)
{
    const auto smallest = scale.toDuration(spacing);
    for (std::int64_t power = 1; power < 1'000'000'000; power *= 10) {
        for (const std::int64_t digit : {1, 2, 5}) {
            if (Nanoseconds(digit * power) >= smallest)
                return Nanoseconds(digit * power);
        }
    }
    for (const auto step : longSteps) {
        if (step >= smallest)
            return step;
    }
    return Nanoseconds(24h) * (smallest / Nanoseconds(24h) + 1);
}

std::vector<Tick> relativeTicks(const TimeScale &scale, Timestamp origin, double spacing)
{
    const auto step = tickStep(scale, spacing);
    return ticksFrom(scale, origin, step,
                     [&](Timestamp time) { return relativeLabel(time - origin, step); });
}

std::vector<Tick> clockTicks(const TimeScale &scale, double spacing)
{
    const auto step = tickStep(scale, spacing);
    // Local midnight, so that steps of hours are at whole hours of local time.
    const auto first =
        QDateTime::fromMSecsSinceEpoch(toNs(scale.range().start) / 1'000'000).date().startOfDay();
    const auto origin = timestampFromNs(first.toMSecsSinceEpoch() * 1'000'000);
    const int decimals = decimalsFor(step);
    return ticksFrom(scale, origin, step, [&](Timestamp time) {
        const auto ns = toNs(time);
        const auto clock = QDateTime::fromMSecsSinceEpoch(ns / 1'000'000).time();
        QString text = clock.toString(QStringLiteral("HH:mm:ss"));
        if (decimals > 0) {
            const QString fraction =
                QStringLiteral("%1").arg(ns % 1'000'000'000, 9, 10, QLatin1Char('0'));
            text += QLocale().decimalPoint() + fraction.left(decimals);
        }
        return text;
    });
}

} // namespace ember::views
