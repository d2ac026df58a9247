// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/pictureruns.h"

#include "views/flamechart/allcores.h"
#include "views/flamechart/modecolours.h"

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

constexpr int stripWidth = 256;

// A loop this short has many look-ups under way at once.
void findStates(std::vector<ColumnState> &states, const ThreadSamples &samples,
                const PixelSamples &columns)
{
    states.assign(static_cast<std::size_t>(columns.columns()), {});
    for (int x = 0; x < columns.columns(); ++x) {
        const auto upTo = columns.upToCentre(x);
        if (upTo == 0 || upTo > samples.size()) // behind what the last one lasts
            continue;
        const SampleIndex sample(upTo - 1);
        states[static_cast<std::size_t>(x)] = {sample, stateOf(samples, sample)};
    }
}

} // namespace

void PictureRuns::assign(const SpanTable &spans, const std::vector<ShownRows> &shown,
                         const TimeScale &scale, int columns, States states)
{
    m_spans = &spans;
    m_shown = shown;
    m_strips.resize(std::size_t((columns + stripWidth - 1) / stripWidth));
    onAllCores(m_strips.size(), [&](std::size_t number) {
        Strip &strip = m_strips[number];
        strip.first = int(number) * stripWidth;
        strip.end = std::min(strip.first + stripWidth, columns);
        assignStrip(strip, scale, states);
    });
}

void PictureRuns::assignStrip(Strip &strip, const TimeScale &scale, States states) const
{
    strip.times.assign(scale, strip.first, strip.end - strip.first);
    strip.runs.resize(m_shown.size());
    strip.states.resize(m_shown.size());
    for (std::size_t place = 0; place < m_shown.size(); ++place) {
        const ShownRows &rows = m_shown[place];
        const ThreadSpans &thread = m_spans->thread(rows.thread);
        strip.columns.assign(*thread.samples, strip.times, thread.lastDuration);
        if (states == States::Found)
            findStates(strip.states[place], *thread.samples, strip.columns);
        strip.runs[place].assign(*m_spans, thread, strip.columns, rows.first, rows.end,
                                 strip.memory, strip.first);
    }
}

// Whether what ends and begins at the edge of two strips goes on there.
bool PictureRuns::isOneCall(std::size_t place, std::size_t depth, const PixelRun &left,
                            const PixelRun &right) const
{
    return left.to == right.from && left.path == right.path
        && m_spans->thread(m_shown[place].thread).outline.sharedUntil(left.sample, right.sample)
        > depth;
}

} // namespace ember::views
