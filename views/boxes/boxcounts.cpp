// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/boxes/boxcounts.h"

#include "model/core/parallel.h"

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Limits the threads that count: each has its own counters, one per path, and more would need more
// memory than the time they save is worth.
constexpr std::size_t mostCounters = 4;

} // namespace

BoxCounts::BoxCounts(std::vector<ThreadIndex> threads)
    : m_threads(std::move(threads)),
      m_counted(m_threads.size())
{
}

bool BoxCounts::isContinuedBy(const SpanTable &spans) const
{
    return !m_spans || std::ranges::all_of(m_threads, [&](ThreadIndex thread) {
        return isContinued(*m_spans->thread(thread).samples, *spans.thread(thread).samples);
    });
}

void BoxCounts::update(const SpanTablePointer &spans)
{
    if (!isContinuedBy(*spans)) {
        m_counted.assign(m_threads.size(), {});
        m_ofFrames.clear();
    }
    m_ofFrames.resize(std::max(m_ofFrames.size(), spans->profile()->tables().frames.size()));
    const auto pieces = takeNew(*spans);
    std::size_t boxes = 0;
    for (const Piece &piece : pieces)
        boxes += piece.end - piece.first;
    if (boxes < boxesWorthAThread)
        countFew(*spans, pieces);
    else
        countMany(*spans, pieces, boxes);
    m_spans = spans;
}

std::vector<BoxCounts::Piece> BoxCounts::takeNew(const SpanTable &spans)
{
    std::vector<Piece> pieces;
    for (std::size_t place = 0; place < m_threads.size(); ++place) {
        const auto &rows = spans.thread(m_threads[place]).rows;
        auto &counted = m_counted[place];
        counted.resize(rows.size());
        for (std::size_t depth = 0; depth < rows.size(); ++depth) {
            const auto &boxes = rows[depth].boxes;
            if (counted[depth] < boxes.size())
                pieces.push_back(
                    {&boxes, std::exchange(counted[depth], boxes.size()), boxes.size()});
        }
    }
    return pieces;
}

void BoxCounts::countFew(const SpanTable &spans, const std::vector<Piece> &pieces)
{
    for (const Piece &piece : pieces)
        forBoxes(*piece.boxes, piece.first, piece.end, [&](std::size_t, const Box &box) {
            ++m_ofFrames[spans.frame(box).row()];
            return true;
        });
}

// Counts by path first: that needs no access to the path's node.
void BoxCounts::countMany(const SpanTable &spans, const std::vector<Piece> &pieces,
                          std::size_t boxes)
{
    std::vector<std::vector<std::uint32_t>> counters(std::min(coreCount(), mostCounters));
    forEachInParallel(counters.size(), [&](std::size_t number) {
        auto &counter = counters[number];
        counter.resize(spans.pathCount());
        // The threads get equal shares of all boxes, in the order of the pieces.
        const auto first = boxes * number / counters.size();
        const auto end = boxes * (number + 1) / counters.size();
        std::size_t before = 0;
        for (const Piece &piece : pieces) {
            const auto size = piece.end - piece.first;
            const auto from = std::clamp(first, before, before + size) - before;
            const auto to = std::clamp(end, before, before + size) - before;
            forBoxes(*piece.boxes, piece.first + from, piece.first + to,
                     [&](std::size_t, const Box &box) {
                         ++counter[box.path.row()];
                         return true;
                     });
            before += size;
        }
    });
    for (std::size_t row = 1; row < spans.pathCount(); ++row) {
        std::uint64_t count = 0;
        for (const auto &counter : counters)
            count += counter[row];
        if (count > 0)
            m_ofFrames[spans.path(PathIndex(row)).frame.row()] += count;
    }
}

} // namespace ember::views
