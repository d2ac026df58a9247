// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/html/chartlanes.h"

#include "model/formats/html/mergedgraphs.h"
#include "model/profile/samplerows.h"

#include <algorithm>
#include <functional>

namespace ember::model::html {

namespace {

// Boxes longer than `shortest` are kept; shorter ones join those before them unless a gap longer
// than `gap` lies between. Both are negative if nothing need be hidden.
struct Thinning {
    Nanoseconds shortest{-1};
    Nanoseconds gap{-1};
};

// The value that at most `most` of the values exceed.
Nanoseconds exceededBy(std::vector<Nanoseconds> &values, std::size_t most)
{
    if (values.size() <= most)
        return Nanoseconds(-1);
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(most);
    std::ranges::nth_element(values, place, std::greater());
    return *place;
}

class LaneMaker {
public:
    LaneMaker(const SpanTable &spans, std::span<const ThreadIndex> threads, std::size_t limit)
        : m_spans(spans),
          m_threads(threads),
          m_limit(limit),
          m_start(spans.profile()->timeRange().start)
    {
    }

    ChartLanes run() &&
    {
        chooseThreads();
        const auto thinning = thinningFor(m_limit / 4);
        for (std::size_t at = 0; at < m_threads.size(); ++at) {
            Lane lane{m_threads[at], {}, {}};
            if (at < m_drawn) {
                addRows(lane, thinning);
                lane.states = statesOf(lane.thread);
            }
            m_result.lanes.push_back(std::move(lane));
        }
        return std::move(m_result);
    }

private:
    static std::size_t depthOf(const ThreadSpans &spans)
    {
        return std::min<std::size_t>(spans.depth(), deepestCall);
    }

    // Chooses the first threads whose rows together are at most a quarter of the limit of boxes, as
    // each row has at least one box.
    void chooseThreads()
    {
        std::size_t rows = 0;
        for (const auto thread : m_threads) {
            rows += depthOf(m_spans.thread(thread));
            if (rows > m_limit / 4)
                break;
            ++m_drawn;
        }
        m_result.leftOut = m_threads.size() - m_drawn;
    }

    template<typename Use>
    void forEachRow(Use use) const
    {
        for (std::size_t at = 0; at < m_drawn; ++at) {
            const auto &spans = m_spans.thread(m_threads[at]);
            for (std::size_t depth = 0; depth < depthOf(spans); ++depth)
                use(spans, spans.rows[depth].boxes);
        }
    }

    Thinning thinningFor(std::size_t most) const
    {
        std::size_t count = 0;
        forEachRow([&](const ThreadSpans &, const BoxColumn &boxes) { count += boxes.size(); });
        if (count <= m_limit)
            return {};
        Thinning thinning;
        std::vector<Nanoseconds> values;
        values.reserve(count);
        forEachRow([&](const ThreadSpans &spans, const BoxColumn &boxes) {
            boxes.forEach(
                [&](std::size_t, const Box &box) { values.push_back(spans.duration(box)); });
        });
        thinning.shortest = exceededBy(values, most);
        values.clear();
        forEachRow([&](const ThreadSpans &spans, const BoxColumn &boxes) {
            auto end = Timestamp::max();
            boxes.forEach([&](std::size_t, const Box &box) {
                if (end < spans.start(box))
                    values.push_back(spans.start(box) - end);
                end = spans.end(box);
            });
        });
        thinning.gap = std::max(exceededBy(values, most), Nanoseconds(0));
        return thinning;
    }

    void addRows(Lane &lane, const Thinning &thinning)
    {
        const auto &spans = m_spans.thread(lane.thread);
        for (std::size_t depth = 0; depth < depthOf(spans); ++depth)
            lane.rows.push_back(rowOf(spans, depth, thinning));
        for (auto depth = depthOf(spans); depth < spans.depth(); ++depth)
            m_result.tooDeep += spans.rows[depth].boxes.size();
    }

    std::vector<LaneBox> rowOf(const ThreadSpans &spans, std::size_t depth,
                               const Thinning &thinning)
    {
        std::vector<LaneBox> row;
        std::size_t callee = 0; // the next box in the row of callees
        spans.rows[depth].boxes.forEach([&](std::size_t, const Box &box) {
            const auto duration = spans.duration(box);
            const auto called = calleesOf(spans, depth + 1, callee, box);
            if (duration.count() <= 0) {
                ++m_result.withoutTime;
                return;
            }
            const auto start = spans.start(box) - m_start;
            const auto end = spans.end(box) - m_start;
            if (duration > thinning.shortest) {
                row.push_back({start, end, duration - called, m_spans.frame(box), 0});
                return;
            }
            ++m_result.hidden;
            if (row.empty() || row.back().hidden == 0 || start - row.back().end > thinning.gap)
                row.push_back({start, end, {}, {}, 0});
            row.back().end = end;
            row.back().self += duration;
            ++row.back().hidden;
        });
        return row;
    }

    // Returns how long the calls of a box took. Moves `at` past them.
    static Nanoseconds calleesOf(const ThreadSpans &spans, std::size_t depth, std::size_t &at,
                                 const Box &caller)
    {
        Nanoseconds sum{};
        if (depth >= spans.depth())
            return sum;
        const auto &boxes = spans.rows[depth].boxes;
        for (; boxes.contains(BoxIndex(at)) && boxes[BoxIndex(at)].first < caller.end; ++at)
            sum += spans.duration(boxes[BoxIndex(at)]);
        return sum;
    }

    std::vector<StateStretch> statesOf(ThreadIndex thread) const
    {
        using State = StateStretch::State;
        const auto &spans = m_spans.thread(thread);
        const ThreadSamples &samples = *spans.samples;
        if (samples.details.isEmpty() || samples.isEmpty())
            return {};
        const auto least = m_spans.profile()->timeRange().duration() / stretchesPerThread();
        std::vector<StateStretch> states;
        states.push_back({samples.times[SampleIndex(0)] - m_start, State::None});
        for (std::size_t row = 0; row < samples.size(); ++row) {
            const SampleIndex sample(row);
            const auto state =
                isGapMark(samples, sample) ? State::None : State(samples.details[sample].state);
            addState(states, {spans.time(SampleIndex(row + 1)) - samples.times[sample], state},
                     least);
        }
        const auto isKnown = [](const StateStretch &stretch) {
            return stretch.state > State::Unknown;
        };
        return std::ranges::any_of(states, isKnown) ? std::move(states)
                                                    : std::vector<StateStretch>();
    }

    // Adds a stretch, or lengthens the last one by it: if both have one state, or if the last is
    // shorter than `least` and neither is a time without samples.
    static void addState(std::vector<StateStretch> &states, const StateStretch &next,
                         Nanoseconds least)
    {
        using State = StateStretch::State;
        auto &last = states.back();
        const bool isGap = next.state == State::None || last.state == State::None;
        if (last.state == next.state) {
            last.length += next.length;
        } else if (!isGap && last.length < least) {
            last.length += next.length;
            last.state = State::Mixed;
        } else if (next.length.count() > 0) {
            states.push_back(next);
        }
    }

    std::int64_t stretchesPerThread() const
    {
        constexpr std::size_t most = 4000; // about the pixels of a wide screen
        return static_cast<std::int64_t>(
            std::clamp<std::size_t>(m_limit / 4 / std::max<std::size_t>(m_drawn, 1), 1, most));
    }

    const SpanTable &m_spans;
    std::span<const ThreadIndex> m_threads;
    std::size_t m_limit;
    Timestamp m_start;
    std::size_t m_drawn = 0; // number of threads that are drawn
    ChartLanes m_result;
};

} // namespace

ChartLanes chartLanes(const SpanTable &spans, std::span<const ThreadIndex> threads,
                      std::size_t limit)
{
    return LaneMaker(spans, threads, limit).run();
}

} // namespace ember::model::html
