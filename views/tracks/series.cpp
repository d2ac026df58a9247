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

// Collects one pixel column.
class ColumnExtremes {
public:
    explicit ColumnExtremes(std::vector<MeasurementValue> &out) : m_out(out) { }

    void add(const MeasurementValue &value)
    {
        if (m_count++ == 0) {
            m_first = m_lowest = m_highest = m_last = value;
            return;
        }
        m_last = value;
        if (value.value < m_lowest.value)
            m_lowest = value;
        if (value.value > m_highest.value)
            m_highest = value;
    }

    void finish()
    {
        if (m_count == 0)
            return;
        const bool lowFirst = m_lowest.time <= m_highest.time;
        push(m_first);
        push(lowFirst ? m_lowest : m_highest);
        push(lowFirst ? m_highest : m_lowest);
        push(m_last);
        m_count = 0;
    }

private:
    void push(const MeasurementValue &value)
    {
        if (m_out.empty() || m_out.back().time != value.time || m_out.back().value != value.value)
            m_out.push_back(value);
    }

    std::vector<MeasurementValue> &m_out;
    std::size_t m_count = 0;
    MeasurementValue m_first;
    MeasurementValue m_lowest;
    MeasurementValue m_highest;
    MeasurementValue m_last;
};

} // namespace

bool isFrameRenders(std::string_view name)
{
    return name == "slow_frame_renders" || name == "frozen_frame_renders";
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

std::vector<MeasurementValue> sortedValues(const Measurement &series)
{
    std::vector<MeasurementValue> values;
    values.reserve(series.values.size());
    series.values.forEach([&](std::size_t, const MeasurementValue &value) {
        if (std::isfinite(value.value))
            values.push_back(value);
    });
    if (!std::ranges::is_sorted(values, {}, &MeasurementValue::time))
        std::ranges::stable_sort(values, {}, &MeasurementValue::time);
    return values;
}

std::vector<MeasurementValue> decimate(const std::vector<MeasurementValue> &values,
                                       const TimeScale &scale)
{
    std::vector<MeasurementValue> shown;
    const auto range = scale.range();
    auto at = std::ranges::lower_bound(values, range.start, {}, &MeasurementValue::time);
    if (at != values.begin())
        shown.push_back(*std::prev(at));
    ColumnExtremes column(shown);
    std::int64_t current = -1;
    for (; at != values.end() && at->time < range.end; ++at) {
        const auto x = static_cast<std::int64_t>(scale.toX(at->time));
        if (x != current)
            column.finish();
        current = x;
        column.add(*at);
    }
    column.finish();
    if (at != values.end())
        shown.push_back(*at);
    return shown;
}

std::optional<MeasurementValue> valueAt(const std::vector<MeasurementValue> &values, Timestamp time)
{
    const auto after = std::ranges::upper_bound(values, time, {}, &MeasurementValue::time);
    return after == values.begin() ? std::nullopt : std::optional(*std::prev(after));
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

} // namespace ember::views
