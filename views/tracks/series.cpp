// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracks/series.h"

#include "views/durationtext.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;

namespace {

constexpr double longestFrame = 9e17; // nanoseconds; more cannot be subtracted from a time

} // namespace

bool isFrameRenders(std::string_view name)
{
    return name == slowFrames || name == frozenFrames;
}

std::vector<TimeRange> frameSpans(const Measurement &series)
{
    std::vector<TimeRange> spans;
    series.values.forEach([&](std::size_t, const MeasurementValue &value) {
        if (!(value.value >= 0))
            return;
        const Nanoseconds duration(
            static_cast<std::int64_t>(std::min(std::round(value.value), longestFrame)));
        spans.push_back({value.time - duration, value.time});
    });
    std::ranges::sort(spans, {}, &TimeRange::start);
    return spans;
}

QString measurementText(double value, std::string_view unit)
{
    const QLocale locale;
    const auto plain = [&] { return locale.toString(value, 'g', 4); };
    if (unit == "byte" && value >= 0 && value < 1e18)
        return bytesText(static_cast<std::uint64_t>(value));
    if (unit == "nanosecond" && std::abs(value) < longestFrame)
        return durationText(Nanoseconds(static_cast<std::int64_t>(value)));
    if (unit == "percent")
        return plain() + QStringLiteral(" %");
    if (unit == "hertz")
        return plain() + QStringLiteral(" Hz");
    return unit.empty() ? plain() : QString(plain() + QLatin1Char(' ') + fromUtf8(unit));
}

bool saysUnit(std::string_view unit)
{
    return unit.empty() || unit == "byte" || unit == "nanosecond" || unit == "percent"
        || unit == "hertz";
}

} // namespace ember::views
