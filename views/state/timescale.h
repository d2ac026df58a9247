// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"

#include <QLocale>
#include <QString>

#include <vector>

namespace ember::views {

// Maps a time range to [0, width) and back. Pure. Differences are taken in 64-bit nanoseconds
// before anything becomes floating point: times since 1970 do not fit a double to the nanosecond. A
// scale of an empty range or without width maps everything to 0 or to the range's start.
class TimeScale {
public:
    TimeScale() = default;
    TimeScale(model::TimeRange range, double width);

    model::TimeRange range() const { return m_range; }
    double width() const { return m_width; }

    double toX(model::Timestamp time) const
    {
        return static_cast<double>((time - m_range.start).count()) * m_pixelsPerNs;
    }
    // The nanosecond nearest to x, also outside the range.
    model::Timestamp toTime(double x) const;
    model::Nanoseconds toDuration(double pixels) const;

private:
    model::TimeRange m_range;
    double m_width = 0;
    double m_pixelsPerNs = 0;
    double m_nsPerPixel = 0;
};

// One tick of a time axis.
struct Tick {
    model::Timestamp time;
    QString label; // empty for a minor tick
};

// Returns the step between labelled ticks: 1, 2 or 5 × 10ⁿ below a second, then 1 2 5 10 15 30 s,
// min, h, d, the smallest that keeps labels at least `spacing` pixels apart.
model::Nanoseconds tickStep(const TimeScale &scale, double spacing);

// Returns ticks of the visible range, counted from `origin`, with as many decimals as the step
// needs.
std::vector<Tick> relativeTicks(const TimeScale &scale, model::Timestamp origin, double spacing);
// Returns ticks with local times of the day ("14:03:07.250").
std::vector<Tick> clockTicks(const TimeScale &scale, double spacing);

} // namespace ember::views
