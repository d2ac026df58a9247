// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tracks/curve.h"

#include <algorithm>
#include <cmath>

namespace ember::views {

using namespace model;

namespace {

void include(std::optional<Curve::Extent> &extent, const Curve::Extent &other)
{
    if (extent)
        extent->include(other);
    else
        extent = other;
}

} // namespace

void Curve::Extent::include(const Extent &other)
{
    low = std::min(low, other.low);
    high = std::max(high, other.high);
}

void Curve::update(const Measurement &series)
{
    bool inOrder = true;
    const std::size_t known = m_values.size();
    while (m_read < series.values.size()) {
        for (const MeasurementValue &value : series.values.run(m_read)) {
            ++m_read;
            if (!std::isfinite(value.value))
                continue;
            inOrder = inOrder && (m_values.empty() || m_values.back().time <= value.time);
            m_values.push_back(value);
        }
    }
    if (!inOrder)
        sort();
    for (std::size_t end = (inOrder ? known : 0) + 1; end <= m_values.size(); ++end) {
        auto place = end;
        for (std::size_t level = 0; (place & ((1U << fanOutBits) - 1)) == 0; ++level) {
            place >>= fanOutBits;
            if (level == m_levels.size())
                m_levels.emplace_back();
            std::optional<Extent> whole;
            includeValues(end - (std::size_t(1) << (fanOutBits * (level + 1))), end, whole);
            m_levels[level].push_back(whole.value_or(Extent()));
        }
    }
}

// Sorts in values that came late, and drops the extents of stretches, which are not true any more.
void Curve::sort()
{
    std::ranges::stable_sort(m_values, {}, &MeasurementValue::time);
    m_levels.clear();
}

std::size_t Curve::firstFrom(std::size_t from, Timestamp time) const
{
    const auto first = m_values.begin() + static_cast<std::ptrdiff_t>(from);
    const auto found =
        std::ranges::lower_bound(first, m_values.end(), time, {}, &MeasurementValue::time);
    return static_cast<std::size_t>(found - m_values.begin());
}

std::optional<MeasurementValue> Curve::valueAt(Timestamp time) const
{
    const auto after = std::ranges::upper_bound(m_values, time, {}, &MeasurementValue::time);
    return after == m_values.begin() ? std::nullopt : std::optional(*std::prev(after));
}

void Curve::includeValues(std::size_t first, std::size_t end, std::optional<Extent> &extent) const
{
    while (first < end) {
        std::size_t level = 0; // index in m_levels plus one
        std::size_t width = 1;
        while (level < m_levels.size()) {
            const auto wider = width << fanOutBits;
            const auto row = first >> (fanOutBits * (level + 1));
            if ((first & (wider - 1)) != 0 || first + wider > end || row >= m_levels[level].size())
                break;
            width = wider;
            ++level;
        }
        const double value = m_values[first].value;
        include(extent,
                level == 0 ? Extent{value, value}
                           : m_levels[level - 1][first >> (fanOutBits * level)]);
        first += width;
    }
}

// Extends `extent` by the line's value at `time`, on the piece that leads to value `next`.
void Curve::includeLine(std::size_t next, Timestamp time, std::optional<Extent> &extent) const
{
    if (next == 0)
        return;
    if (next == m_values.size()) {
        const double last = m_values.back().value;
        if (m_heldUntil && time <= *m_heldUntil)
            include(extent, {last, last});
        return;
    }
    const MeasurementValue &before = m_values[next - 1];
    const MeasurementValue &after = m_values[next];
    const auto whole = static_cast<double>((after.time - before.time).count());
    const auto part = static_cast<double>((time - before.time).count());
    const double value = before.value + (after.value - before.value) * (part / whole);
    include(extent, {value, value});
}

void Curve::envelope(const TimeScale &scale, int count,
                     std::vector<std::optional<Extent>> &columns) const
{
    columns.assign(static_cast<std::size_t>(std::max(count, 0)), std::nullopt);
    const double width = scale.width() / std::max(count, 1);
    std::size_t first = firstFrom(0, scale.range().start);
    auto left = scale.range().start;
    double position = 0;
    for (auto &column : columns) {
        position += width;
        const auto right = scale.toTime(position);
        const std::size_t end = firstFrom(first, right);
        includeLine(first, left, column);
        includeValues(first, end, column);
        includeLine(end, right, column);
        first = end;
        left = right;
    }
}

} // namespace ember::views
