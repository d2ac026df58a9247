// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/functioncalls.h"

#include "model/query/callweights.h"
#include "model/query/selectedsamples.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace ember::model {

namespace {

constexpr std::size_t longestShown = 100;

// Tells which call paths are calls of the function, and which are within one.
class PathKinds {
public:
    PathKinds(const SpanTable &spans, const CallWeights &calls, IdentityIndex function)
        : m_kinds(spans.pathCount())
    {
        // A caller comes before its callees.
        for (std::size_t row = 1; row < m_kinds.size(); ++row) {
            const PathNode &path = spans.path(PathIndex(row));
            m_kinds[row].isInside =
                m_kinds[path.caller.row()].isInside || m_kinds[path.caller.row()].isCall;
            m_kinds[row].isCall = calls.functions[path.frame] == function;
            if (!m_kinds[row].isCall)
                continue;
            m_depths.resize(std::max<std::size_t>(m_depths.size(), path.depth));
            m_depths[path.depth - 1] = true;
        }
    }

    bool isCall(PathIndex path) const { return m_kinds[path.row()].isCall; }
    bool isNested(PathIndex path) const { return m_kinds[path.row()].isInside; }
    bool hasCallsAt(std::size_t depth) const { return depth < m_depths.size() && m_depths[depth]; }

private:
    struct Kind {
        bool isCall = false; // whether the path is a call of the function
        bool isInside = false; // whether it lies within another call of the function
    };

    std::vector<Kind> m_kinds; // by path
    std::vector<bool> m_depths; // by depth: whether the function is called there; 0: the root
};

// Collects the calls of the function, thread by thread.
class Gathering {
public:
    Gathering(const SpanTable &spans, const PathKinds &kinds, const Selection &selection,
              const StackMarks &through, FunctionCalls &result)
        : m_spans(spans),
          m_kinds(kinds),
          m_selection(selection),
          m_through(through),
          m_result(result)
    {
    }

    void add(const SamplePiece &piece)
    {
        const bool isAllBusy = m_selection.counted == Counted::Busy && !piece.waits && !piece.idle;
        m_isFiltered =
            !m_selection.filters.empty() || (m_selection.counted != Counted::All && !isAllBusy);
        const ThreadSpans &thread = m_spans.thread(piece.thread);
        for (std::size_t depth = 0; depth < thread.depth(); ++depth) {
            if (m_kinds.hasCallsAt(depth))
                addRow(piece, depth);
        }
    }

    std::vector<LongCall> take() { return std::move(m_calls); }

private:
    void addRow(const SamplePiece &piece, std::size_t depth)
    {
        const ThreadSpans &thread = m_spans.thread(piece.thread);
        const BoxColumn &boxes = thread.rows[depth].boxes;
        const TimeRange range = m_selection.range;
        for (auto row = thread.firstEndingAfter(depth, range.start).row(); row < boxes.size();
             ++row) {
            const Box &box = boxes[BoxIndex(row)];
            if (thread.start(box) >= range.end)
                return;
            if (!m_kinds.isCall(box.path) || !counts(piece, box))
                continue;
            ++m_result.calls;
            m_result.nested += m_kinds.isNested(box.path) ? 1U : 0U;
            m_result.cut +=
                thread.start(box) < range.start || thread.end(box) > range.end ? 1U : 0U;
            m_calls.push_back({piece.thread, depth, BoxIndex(row), thread.duration(box)});
        }
    }

    bool counts(const SamplePiece &piece, const Box &box) const
    {
        if (!m_isFiltered)
            return true;
        const ThreadSpans &thread = m_spans.thread(piece.thread);
        const ThreadSamples &samples = *thread.samples;
        for (auto sample = box.first; sample < box.end; sample = SampleIndex(sample.row() + 1)) {
            const bool isInRange = samples.times[sample] < m_selection.range.end
                && thread.time(SampleIndex(sample.row() + 1)) > m_selection.range.start;
            const StackIndex stack = samples.stacks[sample];
            if (isInRange && m_through[stack.row()] != 0
                && isCounted(piece, m_selection.counted, sample, stack))
                return true;
        }
        return false;
    }

    const SpanTable &m_spans;
    const PathKinds &m_kinds;
    const Selection &m_selection;
    const StackMarks &m_through;
    bool m_isFiltered = false; // whether samples of the thread may not count
    FunctionCalls &m_result;
    std::vector<LongCall> m_calls;
};

// The limits of buckets: 0, and 1, 2 and 5 times the powers of ten that fit into 64 bits.
std::vector<Nanoseconds> steps()
{
    std::vector<Nanoseconds> steps{Nanoseconds(0)};
    constexpr auto most = std::numeric_limits<std::int64_t>::max() / 10;
    for (std::int64_t power = 1; power < most; power *= 10) {
        for (const std::int64_t factor : {1, 2, 5})
            steps.emplace_back(factor * power);
    }
    return steps;
}

// Returns the histogram of calls, which must be sorted by duration and not empty.
std::vector<DurationBucket> histogramOf(const std::vector<LongCall> &calls)
{
    const auto edges = steps();
    const auto edgeAbove = [&](Nanoseconds duration) {
        return std::min(std::ranges::upper_bound(edges, duration), edges.end() - 1);
    };
    std::vector<DurationBucket> buckets;
    const auto last = edgeAbove(calls.back().duration);
    for (auto edge = edgeAbove(calls.front().duration); edge <= last; ++edge)
        buckets.push_back({*(edge - 1), *edge, 0});
    auto bucket = buckets.begin();
    for (const LongCall &call : calls) {
        while (call.duration >= bucket->below && bucket + 1 != buckets.end())
            ++bucket;
        ++bucket->calls;
    }
    return buckets;
}

// Returns the least duration that `hundredths` percent of the calls do not exceed. The calls must
// be sorted by duration and not empty.
Nanoseconds percentile(const std::vector<LongCall> &calls, std::size_t hundredths)
{
    return calls[(calls.size() * hundredths + 99) / 100 - 1].duration;
}

CallTotal totalOf(const CallWeights &calls, IdentityIndex function)
{
    std::vector<CallGroup> groups(calls.functionCount);
    groups[function.row()] = CallGroup(0);
    return callTotals(calls, groups, 1).front();
}

void addDurations(std::vector<LongCall> calls, const SpanTable &spans, FunctionCalls &result)
{
    if (calls.empty())
        return;
    std::ranges::sort(calls, {}, &LongCall::duration);
    double sum = 0;
    for (const LongCall &call : calls)
        sum += static_cast<double>(call.duration.count());
    result.shortest = calls.front().duration;
    result.median = percentile(calls, 50);
    result.mean = Nanoseconds(static_cast<std::int64_t>(sum / static_cast<double>(calls.size())));
    result.percentile95 = percentile(calls, 95);
    result.longest = calls.back().duration;
    result.histogram = histogramOf(calls);
    const auto rank = [&](const LongCall &call) {
        const ThreadSpans &thread = spans.thread(call.thread);
        return std::tuple(-call.duration.count(),
                          thread.start(thread.rows[call.depth].boxes[call.box]), call.thread,
                          call.depth);
    };
    const auto shown = std::min(longestShown, calls.size());
    std::ranges::partial_sort(calls, calls.begin() + static_cast<std::ptrdiff_t>(shown),
                              [&](const auto &a, const auto &b) { return rank(a) < rank(b); });
    calls.resize(shown);
    result.longestCalls = std::move(calls);
}

} // namespace

FunctionCalls functionCalls(const SpanTable &spans, const CallWeights &calls,
                            const Selection &selection, FrameIndex frame, const StackMarks &through)
{
    FunctionCalls result;
    result.frame = frame;
    const auto function = calls.functions[frame];
    const CallTotal taken = totalOf(calls, function);
    result.self = taken.self;
    result.total = taken.total;
    result.whole = calls.total.front();
    const PathKinds kinds(spans, calls, function);
    Gathering gathering(spans, kinds, selection, through, result);
    for (const SamplePiece &piece : selectedPieces(*calls.profile, selection))
        gathering.add(piece);
    addDurations(gathering.take(), spans, result);
    return result;
}

} // namespace ember::model
