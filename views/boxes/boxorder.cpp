// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/boxes/boxorder.h"

#include "model/core/parallel.h"
#include "views/boxes/boxcounts.h"
#include "views/boxes/searchmatches.h"

#include <algorithm>
#include <mutex>
#include <tuple>

namespace ember::views {

using namespace model;

namespace {

// Boxes that are searched between two checks of the other threads' progress.
constexpr std::size_t boxesAtOnce = 4096;

// A box's place in the order in which nextBox() visits boxes.
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

// The boxes of one thread at one depth.
struct Row {
    const ThreadSpans *thread;
    std::size_t lane;
    std::size_t depth;

    const BoxColumn &boxes() const { return thread->rows[depth].boxes; }

    Place placeOf(std::size_t box) const
    {
        return {thread->start(boxes()[BoxIndex(box)]), lane, depth, box};
    }

    // Returns how many boxes of the row come before `place`.
    std::size_t countBefore(const Place &place) const
    {
        std::size_t low = 0;
        std::size_t high = boxes().size();
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            if (placeOf(middle) < place)
                low = middle + 1;
            else
                high = middle;
        }
        return low;
    }
};

std::vector<Row> rowsOf(const SpanTable &spans, const std::vector<ThreadIndex> &threads)
{
    std::vector<Row> rows;
    for (std::size_t lane = 0; lane < threads.size(); ++lane) {
        const ThreadSpans &thread = spans.thread(threads[lane]);
        for (std::size_t depth = 0; depth < thread.depth(); ++depth)
            rows.push_back({&thread, lane, depth});
    }
    return rows;
}

// Finds the nearest box in one direction. Rows are searched in parallel, each only as far as the
// best result of any of them.
class Nearest {
public:
    Nearest(Direction direction, const std::vector<bool> &isAccepted)
        : m_isForward(direction == Direction::Forward),
          m_isAccepted(isAccepted)
    {
    }

    // Searches from `from`, which itself does not count; if empty, from the end where the direction
    // begins.
    void search(const Row &row, const std::optional<Place> &from)
    {
        const std::size_t size = row.boxes().size();
        if (m_isForward) {
            auto first = from ? row.countBefore(*from) : 0;
            if (from && first < size && !(*from < row.placeOf(first)))
                ++first;
            while (first < size && isNearer(row.placeOf(first))) {
                const auto end = std::min(size, first + boxesAtOnce);
                if (offer(row, firstIn(row, first, end)))
                    return;
                first = end;
            }
            return;
        }
        auto end = from ? row.countBefore(*from) : size;
        while (end > 0 && isNearer(row.placeOf(end - 1))) {
            const auto first = end - std::min(end, boxesAtOnce);
            if (offer(row, lastIn(row, first, end)))
                return;
            end = first;
        }
    }

    const std::optional<Place> &best() const { return m_best; }

private:
    std::optional<std::size_t> firstIn(const Row &row, std::size_t first, std::size_t end) const
    {
        std::optional<std::size_t> found;
        forBoxes(row.boxes(), first, end, [&](std::size_t number, const Box &box) {
            if (m_isAccepted[box.path.row()])
                found = number;
            return !found;
        });
        return found;
    }

    std::optional<std::size_t> lastIn(const Row &row, std::size_t first, std::size_t end) const
    {
        std::optional<std::size_t> found;
        forBoxes(row.boxes(), first, end, [&](std::size_t number, const Box &box) {
            if (m_isAccepted[box.path.row()])
                found = number;
            return true;
        });
        return found;
    }

    bool isNearer(const Place &place)
    {
        const std::lock_guard lock(m_mutex);
        return isBetter(place);
    }

    bool isBetter(const Place &place) const
    {
        return !m_best || (m_isForward ? place < *m_best : *m_best < place);
    }

    // Takes the box if it is better than the best so far. Returns whether there is a box at all.
    bool offer(const Row &row, const std::optional<std::size_t> &box)
    {
        if (!box)
            return false;
        const Place place = row.placeOf(*box);
        const std::lock_guard lock(m_mutex);
        if (isBetter(place))
            m_best = place;
        return true;
    }

    const bool m_isForward;
    const std::vector<bool> &m_isAccepted; // by path
    std::mutex m_mutex;
    std::optional<Place> m_best;
};

std::optional<Place> nearest(const std::vector<Row> &rows, const std::optional<Place> &from,
                             Direction direction, const std::vector<bool> &isAccepted)
{
    Nearest nearest(direction, isAccepted);
    std::size_t boxes = 0;
    for (const Row &row : rows)
        boxes += row.boxes().size();
    const auto search = [&](std::size_t row) { nearest.search(rows[row], from); };
    if (boxes >= boxesWorthAThread) {
        forEachInParallel(rows.size(), search);
    } else {
        for (std::size_t row = 0; row < rows.size(); ++row)
            search(row);
    }
    return nearest.best();
}

Place placeOf(const SpanTable &spans, const std::vector<ThreadIndex> &threads,
              const BoxReference &box)
{
    const auto lane = std::ranges::find(threads, box.thread) - threads.begin();
    return {rangeOf(spans, box).start, static_cast<std::size_t>(lane), box.depth, box.box.row()};
}

} // namespace

std::optional<BoxReference> nextBox(const SpanTable &spans, const std::vector<ThreadIndex> &threads,
                                    const std::optional<BoxReference> &from, Direction direction,
                                    const PathPredicate &accepts)
{
    std::vector<bool> isAccepted(spans.pathCount());
    for (std::size_t row = 1; row < isAccepted.size(); ++row) // without the empty path
        isAccepted[row] = accepts(PathIndex(row));
    const auto rows = rowsOf(spans, threads);
    std::optional<Place> start;
    if (from && std::ranges::count(threads, from->thread) > 0)
        start = placeOf(spans, threads, *from);
    auto found = nearest(rows, start, direction, isAccepted);
    if (!found && start)
        found = nearest(rows, std::nullopt, direction, isAccepted);
    if (!found)
        return std::nullopt;
    return BoxReference{threads[found->lane], found->depth, BoxIndex(found->box)};
}

std::uint64_t matchNumber(const SpanTable &spans, const std::vector<ThreadIndex> &threads,
                          const BoxReference &box, const SearchMatches &matches)
{
    if (std::ranges::count(threads, box.thread) == 0
        || !matches.contains(spans.frame(boxAt(spans, box))))
        return 0;
    const Place place = placeOf(spans, threads, box);
    std::uint64_t number = 1;
    for (const Row &row : rowsOf(spans, threads)) {
        forBoxes(row.boxes(), 0, row.countBefore(place), [&](std::size_t, const Box &other) {
            number += matches.contains(spans.frame(other)) ? 1U : 0U;
            return true;
        });
    }
    return number;
}

} // namespace ember::views
