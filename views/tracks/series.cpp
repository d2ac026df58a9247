// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracks/series.h"

#include "views/durationtext.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;

namespace {

constexpr double longestDuration = 9e17; // nanoseconds; more does not fit

} // namespace

bool isFrameRenders(std::string_view name)
{
    return name == slowFrameSeries || name == frozenFrameSeries;
}

std::vector<TimeRange> frameSpans(const Measurement &series)
{
    std::vector<TimeRange> spans;
    series.values.forEach([&](std::size_t, const MeasurementValue &value) {
        if (const auto frame = frameRange(value))
            spans.push_back(*frame);
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
    if (unit == "nanosecond" && std::abs(value) < longestDuration)
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
