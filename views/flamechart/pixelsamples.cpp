// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/pixelsamples.h"

#include <algorithm>
#include <span>

namespace ember::views {

using namespace model;

namespace {

using Times = Column<SampleIndex, Timestamp>;

bool isBefore(const Times &times, std::size_t place, Timestamp time)
{
    return times[SampleIndex(place)] < time;
}

// Returns the first place of [low, high) that is not before the time; high if there is none.
std::size_t firstNotBefore(const Times &times, std::size_t low, std::size_t high, Timestamp time)
{
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (isBefore(times, middle, time))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

// Walks through the times of samples, from one time to a later one. As samplers are regular, it
// guesses that as many samples lie between two times as on average over all of them. The guess is
// nearly always right, so that the processor need not wait for the comparison.
class TimeWalk {
public:
    // `times` must be evenly spaced.
    TimeWalk(const Times &samples, std::span<const Timestamp> times) : m_times(samples)
    {
        if (times.empty())
            return;
        m_place = firstNotBefore(m_times, 0, m_times.size(), times.front());
        const auto end = firstNotBefore(m_times, m_place, m_times.size(), times.back());
        const auto steps = std::max<std::size_t>(times.size() - 1, 1);
        m_step = static_cast<double>(end - m_place) / static_cast<double>(steps);
        m_expected = static_cast<double>(m_place) - m_step;
        m_next = timeAt(m_place);
    }

    struct Place {
        std::uint32_t before; // samples before the time
        std::uint32_t upTo; // samples before the time or at it
    };

    // Returns the place of a time, which must not be before that of the previous call.
    Place walkTo(Timestamp time)
    {
        m_expected += m_step;
        if (m_next < time)
            goBeyond(time);
        std::size_t upTo = m_place;
        if (m_next == time) {
            while (upTo < m_times.size() && m_times[SampleIndex(upTo)] == time)
                ++upTo;
        }
        return {static_cast<std::uint32_t>(m_place), static_cast<std::uint32_t>(upTo)};
    }

private:
    Timestamp timeAt(std::size_t place) const
    {
        return place < m_times.size() ? m_times[SampleIndex(place)] : Timestamp::max();
    }

    void goBeyond(Timestamp time)
    {
        // Prefetches a few average steps ahead: the next places are rarely near in memory.
        const auto soon = static_cast<std::size_t>(m_expected + stepsAhead * m_step);
        if (soon < m_times.size())
            __builtin_prefetch(&m_times[SampleIndex(soon)]);
        const auto guess =
            std::clamp(static_cast<std::size_t>(m_expected), m_place + 1, m_times.size());
        if (isBefore(m_times, guess - 1, time) && !(timeAt(guess) < time)) {
            m_place = guess;
        } else {
            m_place = searchFrom(guess, time);
            const auto place = static_cast<double>(m_place);
            m_expected = std::clamp(m_expected, place, place + 1);
        }
        m_next = timeAt(m_place);
    }

    // Searches in wider and wider steps, then between the last two.
    std::size_t searchFrom(std::size_t guess, Timestamp time) const
    {
        std::size_t reach = 1;
        if (isBefore(m_times, guess - 1, time)) {
            auto low = guess;
            while (low + reach <= m_times.size() && isBefore(m_times, low + reach - 1, time)) {
                low += reach;
                reach *= 2;
            }
            return firstNotBefore(m_times, low, std::min(low + reach - 1, m_times.size()), time);
        }
        auto high = guess - 1;
        while (high >= m_place + reach && !isBefore(m_times, high - reach, time)) {
            high -= reach;
            reach *= 2;
        }
        return firstNotBefore(m_times, high - std::min(reach, high - m_place), high, time);
    }

    static constexpr double stepsAhead = 8;

    const Times &m_times;
    std::size_t m_place = 0; // the first sample that is not before the time walked to
    Timestamp m_next; // time of that sample
    double m_step = 0; // average number of samples between two times
    double m_expected = 0; // place that the next time is expected at
};

} // namespace

void PixelSamples::assign(const ThreadSamples &samples, const ColumnTimes &times,
                          Nanoseconds lastDuration)
{
    m_edges.resize(times.edges().size());
    m_upToCentre.resize(times.columns());
    TimeWalk edges(samples.times, times.edges());
    for (std::size_t x = 0; x < m_edges.size(); ++x) {
        const auto place = edges.walkTo(times.edges()[x]);
        m_edges[x] = {place.before, place.upTo};
    }
    TimeWalk centres(samples.times, times.centres());
    for (std::size_t x = 0; x < m_upToCentre.size(); ++x)
        m_upToCentre[x] = centres.walkTo(times.centres()[x]).upTo;
    if (lastDuration.count() > 0 && !samples.isEmpty())
        endSamples(samples.times.back() + lastDuration, times);
}

// Counts the end of the last sample's duration as one more sample.
void PixelSamples::endSamples(Timestamp end, const ColumnTimes &times)
{
    for (auto x = m_edges.size(); x > 0 && times.edges()[x - 1] >= end; --x) {
        m_edges[x - 1].before += times.edges()[x - 1] > end ? 1U : 0U;
        ++m_edges[x - 1].upTo;
    }
    for (auto x = m_upToCentre.size(); x > 0 && times.centres()[x - 1] >= end; --x)
        ++m_upToCentre[x - 1];
}

} // namespace ember::views
