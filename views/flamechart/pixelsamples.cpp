// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/pixelsamples.h"

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

// Walks through the times of samples, from one time to a later one. Samplers are regular: it looks
// first where the last step would lead again.
class TimeWalk {
public:
    explicit TimeWalk(const ThreadSamples &samples) : m_times(samples.times) { }

    struct Place {
        std::uint32_t before; // samples before the time
        std::uint32_t upTo; // … and those at exactly the time
    };

    // `time` is not before that of the last call.
    Place walkTo(Timestamp time)
    {
        std::size_t low = m_place; // what is before it is before `time`
        std::size_t high = m_times.size(); // it is not, nor what is behind it
        const std::size_t guess = std::min(low + m_stride, high);
        if (guess < high && isBefore(guess, time)) {
            low = guess + 1;
            for (std::size_t reach = 1; low + reach <= high; reach *= 2) {
                if (!isBefore(low + reach - 1, time)) {
                    high = low + reach - 1;
                    break;
                }
                low += reach;
            }
        } else {
            high = guess;
            for (std::size_t reach = 1; low + reach <= high; reach *= 2) {
                if (isBefore(high - reach, time)) {
                    low = high - reach + 1;
                    break;
                }
                high -= reach;
            }
        }
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            if (isBefore(middle, time))
                low = middle + 1;
            else
                high = middle;
        }
        m_stride = low - m_place;
        m_place = low;
        std::size_t upTo = low;
        while (upTo < m_times.size() && m_times[SampleIndex(upTo)] == time)
            ++upTo;
        return {static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(upTo)};
    }

private:
    bool isBefore(std::size_t place, Timestamp time) const
    {
        return m_times[SampleIndex(place)] < time;
    }

    const Column<SampleIndex, Timestamp> &m_times;
    std::size_t m_place = 0;
    std::size_t m_stride = 0;
};

} // namespace

void PixelSamples::assign(const ThreadSamples &samples, const TimeScale &scale, int first,
                          int columnCount)
{
    m_columns = std::max(columnCount, 0);
    const auto count = static_cast<std::size_t>(m_columns);
    m_edges.resize(count + 1);
    m_upToCentre.resize(count);
    TimeWalk edges(samples);
    TimeWalk centres(samples);
    for (std::size_t x = 0; x <= count; ++x) {
        const double position = first + static_cast<double>(x);
        const auto place = edges.walkTo(scale.toTime(position));
        m_edges[x] = {place.before, place.upTo};
        if (x < count)
            m_upToCentre[x] = centres.walkTo(scale.toTime(position + 0.5)).upTo;
    }
}

} // namespace ember::views
