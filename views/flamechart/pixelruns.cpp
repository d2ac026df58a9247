// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/pixelruns.h"

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

// The first place in [from, size) for which `isPast` holds; it must hold for all places behind one
// for which it does. Doubles its steps, so near places are found in few of them.
template<typename IsPast>
std::size_t gallop(std::size_t from, std::size_t size, IsPast isPast)
{
    std::size_t step = 1;
    std::size_t low = from; // nothing before it is past
    while (low < size && !isPast(low)) {
        const std::size_t next = low + step;
        if (next >= size || isPast(next)) {
            std::size_t high = std::min(next, size);
            ++low;
            while (low < high) {
                const std::size_t middle = low + (high - low) / 2;
                if (isPast(middle))
                    high = middle;
                else
                    low = middle + 1;
            }
            return high;
        }
        low = next;
        step *= 2;
    }
    return low;
}

} // namespace

void PixelSamples::assign(const ThreadSamples &samples, const TimeScale &scale, int first,
                          int columnCount)
{
    m_columns = std::max(columnCount, 0);
    const auto count = static_cast<std::size_t>(m_columns);
    m_beforeEdge.resize(count + 1);
    m_upToEdge.resize(count + 1);
    m_upToCentre.resize(count);
    const auto &times = samples.times;
    const std::size_t size = times.size();
    std::size_t place = 0;
    const auto before = [&](Timestamp time) {
        place = gallop(place, size, [&](std::size_t at) { return times[SampleIndex(at)] >= time; });
        return static_cast<std::uint32_t>(place);
    };
    const auto upTo = [&](Timestamp time) {
        place = gallop(place, size, [&](std::size_t at) { return times[SampleIndex(at)] > time; });
        return static_cast<std::uint32_t>(place);
    };
    for (std::size_t x = 0; x <= count; ++x) {
        const double position = first + static_cast<double>(x);
        const auto edge = scale.toTime(position);
        m_beforeEdge[x] = before(edge);
        m_upToEdge[x] = upTo(edge);
        if (x < count)
            m_upToCentre[x] = upTo(scale.toTime(position + 0.5));
    }
}

int PixelSamples::firstCentreFrom(int x, SampleIndex end) const
{
    return static_cast<int>(gallop(static_cast<std::size_t>(x), m_upToCentre.size(),
                                   [&](std::size_t at) { return m_upToCentre[at] > end.raw(); }));
}

int PixelSamples::firstTouching(int x, SampleIndex first) const
{
    return static_cast<int>(
        gallop(static_cast<std::size_t>(x), m_upToCentre.size(),
               [&](std::size_t at) { return m_beforeEdge[at + 1] > first.raw(); }));
}

void findPixelRuns(const SpanRow &row, const PixelSamples &columns, std::vector<PixelRun> &runs)
{
    runs.clear();
    const std::size_t size = row.boxes.size();
    // A box goes on where the column holds only its end, not its centre.
    const auto add = [&runs](int from, int to, std::size_t place) {
        if (!runs.empty() && runs.back().to == from && runs.back().box.row() == place)
            runs.back().to = to;
        else
            runs.push_back({from, to, BoxIndex(place)});
    };
    const auto box = [&](std::size_t place) -> const Box & { return row.boxes[BoxIndex(place)]; };
    std::size_t near = 0; // the first box that reaches into column x
    for (int x = 0; x < columns.columns();) {
        const auto reached = columns.upToEdge(x);
        near =
            gallop(near, size, [&](std::size_t place) { return box(place).end.raw() >= reached; });
        if (near == size)
            return;
        const auto centre = columns.upToCentre(x);
        const std::size_t middle =
            gallop(near, size, [&](std::size_t place) { return box(place).end.raw() >= centre; });
        if (middle < size && box(middle).first.raw() < centre) {
            const int end = std::max(x + 1, columns.firstCentreFrom(x, box(middle).end));
            add(x, end, middle);
            x = end;
        } else if (box(near).first.raw() < columns.beforeEdge(x + 1)) {
            add(x, x + 1, near);
            ++x;
        } else {
            x = std::max(x + 1, columns.firstTouching(x, box(near).first));
        }
    }
}

std::optional<BoxIndex> boxAtColumn(const ThreadSpans &thread, std::size_t depth,
                                    const TimeScale &scale, int x)
{
    if (depth >= thread.depth())
        return std::nullopt;
    PixelSamples samples;
    samples.assign(*thread.samples, scale, x, 1);
    std::vector<PixelRun> runs;
    findPixelRuns(thread.rows[depth], samples, runs);
    return runs.empty() ? std::nullopt : std::optional(runs.front().box);
}

} // namespace ember::views
