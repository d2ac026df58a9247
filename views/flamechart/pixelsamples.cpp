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

    // How many samples are before `time`, which is not before that of the last call.
    std::size_t before(Timestamp time)
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
        return low;
    }

    // Those at exactly `time` counted too.
    std::size_t upTo(Timestamp time)
    {
        std::size_t place = before(time);
        while (place < m_times.size() && m_times[SampleIndex(place)] == time)
            ++place;
        return place;
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
        const auto edge = scale.toTime(position);
        m_edges[x].before = static_cast<std::uint32_t>(edges.before(edge));
        m_edges[x].upTo = static_cast<std::uint32_t>(edges.upTo(edge));
        if (x < count)
            m_upToCentre[x] =
                static_cast<std::uint32_t>(centres.upTo(scale.toTime(position + 0.5)));
    }
}

} // namespace ember::views
