// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/search/searcher.h"

#include "views/durationtext.h"

#include <algorithm>
#include <tuple>

namespace ember::views {

using namespace model;

namespace {

// A key that is held asks faster than matches may be found.
constexpr std::size_t mostSteps = 4;

// A box's place in the order matches are visited.
struct Place {
    Timestamp start;
    std::size_t lane = 0;
    std::size_t depth = 0;
    std::size_t box = 0;

    friend bool operator<(const Place &a, const Place &b)
    {
        return std::tie(a.start, a.lane, a.depth, a.box)
            < std::tie(b.start, b.lane, b.depth, b.box);
    }
};

// How many boxes of a row come before `place`.
std::size_t countBefore(const ThreadSpans &thread, std::size_t lane, std::size_t depth,
                        const Place &place)
{
    const auto &boxes = thread.rows[depth].boxes;
    std::size_t low = 0;
    std::size_t high = boxes.size();
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (Place{thread.start(boxes[BoxIndex(middle)]), lane, depth, middle} < place)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

std::uint64_t countMatches(const SpanTable &spans, const SpanRow &row, std::size_t end,
                           const SearchMatches &matches)
{
    std::uint64_t count = 0;
    for (std::size_t next = 0; next < end;) {
        for (const Box &box : row.boxes.run(next)) {
            if (next++ == end)
                return count;
            count += matches.contains(spans.frame(box)) ? 1U : 0U;
        }
    }
    return count;
}

// The acceptable box of one row nearest to `from`, seen in the direction; none if it is farther
// than `best`.
std::optional<Place> nearestInRow(const ThreadSpans &thread, std::size_t lane, std::size_t depth,
                                  const std::optional<Place> &from, Direction direction,
                                  const PathPredicate &accepts, const std::optional<Place> &best)
{
    const auto &boxes = thread.rows[depth].boxes;
    const auto placeOf = [&](std::size_t row) {
        return Place{thread.start(boxes[BoxIndex(row)]), lane, depth, row};
    };
    std::size_t low = 0; // the first box that lies behind `from`
    if (from) {
        std::size_t high = boxes.size();
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            const bool before = direction == Direction::Forward ? !(*from < placeOf(middle))
                                                                : placeOf(middle) < *from;
            if (before)
                low = middle + 1;
            else
                high = middle;
        }
    } else if (direction == Direction::Backward) {
        low = boxes.size();
    }
    // Looked up now and then: most boxes of most rows lie beyond the best by far.
    const auto isTooFar = [&](std::size_t row) {
        return best && row % 64 == 0
            && (direction == Direction::Forward ? *best < placeOf(row) : placeOf(row) < *best);
    };
    if (direction == Direction::Forward) {
        for (std::size_t row = low; row < boxes.size() && !isTooFar(row); ++row) {
            if (accepts(boxes[BoxIndex(row)].path))
                return placeOf(row);
        }
    } else {
        for (std::size_t row = low; row-- > 0 && !isTooFar(row);) {
            if (accepts(boxes[BoxIndex(row)].path))
                return placeOf(row);
        }
    }
    return std::nullopt;
}

std::optional<Place> nearest(const SpanTable &spans, const std::vector<ThreadIndex> &threads,
                             const std::optional<Place> &from, Direction direction,
                             const PathPredicate &accepts)
{
    std::optional<Place> best;
    for (std::size_t lane = 0; lane < threads.size(); ++lane) {
        const ThreadSpans &thread = spans.thread(threads[lane]);
        for (std::size_t depth = 0; depth < thread.depth(); ++depth) {
            const auto place = nearestInRow(thread, lane, depth, from, direction, accepts, best);
            if (place
                && (!best || (direction == Direction::Forward ? *place < *best : *best < *place)))
                best = place;
        }
    }
    return best;
}

} // namespace

std::optional<BoxReference> nextBox(const SpanTable &spans, const std::vector<ThreadIndex> &threads,
                                    const std::optional<BoxReference> &from, Direction direction,
                                    const PathPredicate &accepts)
{
    std::optional<Place> start;
    const auto lane = from ? std::ranges::find(threads, from->thread) : threads.end();
    if (lane != threads.end())
        start = Place{rangeOf(spans, *from).start, static_cast<std::size_t>(lane - threads.begin()),
                      from->depth, from->box.row()};
    auto found = nearest(spans, threads, start, direction, accepts);
    if (!found && start)
        found = nearest(spans, threads, std::nullopt, direction, accepts);
    if (!found)
        return std::nullopt;
    return BoxReference{threads[found->lane], found->depth, BoxIndex(found->box)};
}

std::uint64_t matchNumber(const SpanTable &spans, const std::vector<ThreadIndex> &threads,
                          const BoxReference &box, const SearchMatches &matches)
{
    const auto own = std::ranges::find(threads, box.thread);
    if (own == threads.end() || !matches.contains(spans.frame(boxAt(spans, box))))
        return 0;
    const Place place{rangeOf(spans, box).start, static_cast<std::size_t>(own - threads.begin()),
                      box.depth, box.box.row()};
    std::uint64_t number = 1;
    for (std::size_t lane = 0; lane < threads.size(); ++lane) {
        const ThreadSpans &thread = spans.thread(threads[lane]);
        for (std::size_t depth = 0; depth < thread.depth(); ++depth)
            number += countMatches(spans, thread.rows[depth],
                                   countBefore(thread, lane, depth, place), matches);
    }
    return number;
}

Searcher::Searcher(ViewState &state, QObject *parent)
    : QObject(parent),
      m_state(state),
      m_job(this, [this](SearchMatches matches) { m_state.setMatches(std::move(matches)); }),
      m_stepJob(this, [this](const std::optional<BoxReference> &box) { arrive(box); })
{
    connect(&state, &ViewState::searchTextChanged, this, &Searcher::search);
    connect(&state, &ViewState::threadsChanged, this, &Searcher::search);
    connect(&state, &ViewState::spansChanged, this, &Searcher::refresh);
}

// Those of the shown threads. For a text before they may be in use still, but jobs come one after
// the other.
const std::shared_ptr<BoxCounts> &Searcher::counts()
{
    if (!m_counts || m_counts->threads() != m_state.shownThreads())
        m_counts = std::make_shared<BoxCounts>(m_state.shownThreads());
    return m_counts;
}

void Searcher::prepare()
{
    if (m_matcher || !m_state.spans())
        return;
    m_job.start([counts = counts(), spans = m_state.spans()] {
        counts->update(spans);
        return SearchMatches();
    });
}

void Searcher::search()
{
    stopSteps();
    if (m_profileSerial != m_state.profileSerial())
        m_counts.reset();
    m_profileSerial = m_state.profileSerial();
    if (!m_state.spans() || m_state.searchText().isEmpty()) {
        m_job.cancel();
        m_matcher.reset();
        m_state.setMatches({});
        return;
    }
    m_matcher = std::make_shared<Matcher>(m_state.searchText(), counts());
    m_job.start([matcher = m_matcher, spans = m_state.spans()] { return matcher->update(spans); });
}

void Searcher::refresh()
{
    if (!m_matcher || !m_state.spans() || m_profileSerial != m_state.profileSerial())
        search();
    else
        m_job.refresh(
            [matcher = m_matcher, spans = m_state.spans()] { return matcher->update(spans); });
}

void Searcher::goToMatch(Direction direction)
{
    if (!m_state.spans() || m_state.matches().boxes == 0)
        return;
    if (!m_steps.empty() && m_state.selection() != m_from)
        stopSteps();
    if (m_steps.size() == mostSteps)
        return;
    m_steps.push_back(direction);
    if (m_steps.size() == 1)
        step();
}

// Rare matches lie far apart: millions of boxes may be between them.
void Searcher::step()
{
    m_from = m_state.selection();
    m_stepJob.start([spans = m_state.spans(), threads = m_state.shownThreads(), from = m_from,
                     direction = m_steps.front(), matches = m_state.matches()] {
        return nextBox(*spans, threads, from, direction,
                       [&](PathIndex path) { return matches.contains(spans->path(path).frame); });
    });
}

void Searcher::stopSteps()
{
    m_stepJob.cancel();
    m_steps.clear();
}

void Searcher::arrive(const std::optional<BoxReference> &box)
{
    if (m_state.selection() != m_from) {
        m_steps.clear();
        return;
    }
    m_steps.pop_front();
    if (box && m_state.spans() && holds(*m_state.spans(), *box)) {
        m_state.select(box);
        m_state.zoom().reveal(rangeOf(*m_state.spans(), *box));
    }
    if (!m_steps.empty())
        step();
}

} // namespace ember::views
