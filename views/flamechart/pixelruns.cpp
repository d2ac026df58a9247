// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/pixelruns.h"

#include <algorithm>

namespace ember::views {

using namespace model;

// Goes through the columns from left to right and adds to the runs of all rows.
class PixelRuns::Sweep {
public:
    Sweep(PixelRuns &runs, const SpanTable &spans, const ThreadSpans &thread,
          const PixelSamples &columns, std::size_t endDepth)
        : m_runs(runs),
          m_spans(spans),
          m_outline(thread.outline),
          m_stacks(thread.samples->stacks),
          m_columns(columns),
          m_size(thread.outline.size()),
          m_endDepth(endDepth)
    {
    }

    void run()
    {
        for (int x = 0; x < m_columns.columns();) {
            const std::size_t upToCentre = m_columns.upToCentre(x);
            // The last sample of all has no duration: the picture ends with it.
            const bool hasCentre = upToCentre > 0 && upToCentre <= m_size;
            const int end = hasCentre ? endOfSample(x) : x + 1;
            std::size_t depth = m_runs.m_firstDepth;
            if (hasCentre)
                depth = showCentre(x, end, SampleIndex(upToCentre - 1));
            if (end == x + 1)
                showTouching(x, depth);
            x = end;
            if (m_pieces.size() >= enoughPieces)
                flush();
        }
        flush();
    }

private:
    // Calls [firstDepth, endDepth) of a sample, to be shown in columns [from, to).
    struct Piece {
        int from = 0;
        int to = -1;
        SampleIndex sample;
        std::size_t firstDepth = 0;
        std::size_t known = 0; // what is less deep goes on from the piece before
        std::size_t endDepth = 0;
    };

    struct Cell {
        PathIndex path;
        FrameIndex frame;
    };

    // From a path towards its root, filling the cells of depths [firstDepth, endDepth). It goes by
    // its own count, not by what the nodes say: so no step waits to know whether there is another.
    struct Walk {
        Cell *cells; // by depth
        std::size_t firstDepth;
        std::size_t endDepth;
        StackIndex stack; // it begins with
        PathIndex path{}; // it has come to
        const PathNode *node = nullptr; // of the path
        std::size_t depth = 0; // of the path
    };

    static constexpr std::size_t enoughPieces = 64;

    // Where the columns from x on end that nothing but the sample at the centre of x touches; x + 1
    // if others touch x, too.
    int endOfSample(int x) const
    {
        const auto centre = m_columns.upToCentre(x);
        if (m_columns.upToEdge(x) != centre)
            return x + 1;
        int end = x;
        while (end < m_columns.columns() && m_columns.beforeEdge(end + 1) == centre)
            ++end;
        return std::max(end, x + 1);
    }

    // What is deeper than the stack at the centre, in the samples of which some part lies in x.
    void showTouching(int x, std::size_t depth)
    {
        const std::size_t end = std::min<std::size_t>(m_columns.beforeEdge(x + 1), m_size);
        std::size_t at = m_columns.upToEdge(x);
        at -= std::min<std::size_t>(at, 1);
        while (depth < m_endDepth) {
            const auto deeper = m_outline.firstDeeper(at, end, depth);
            if (!deeper)
                return;
            depth = show({x, x + 1, *deeper, depth, depth});
            at = deeper->row() + 1;
        }
    }

    // What goes on from the centre just left of it is known. Returns where the calls end.
    std::size_t showCentre(int from, int to, SampleIndex sample)
    {
        Piece piece{from, to, sample, m_runs.m_firstDepth, m_runs.m_firstDepth};
        if (m_centre.to == from) {
            const std::size_t shared = m_outline.sharedUntil(m_centre.sample, sample);
            piece.known = std::clamp(shared, piece.firstDepth, m_centre.endDepth);
        }
        const std::size_t endDepth = show(piece);
        if (endDepth > piece.firstDepth)
            m_centre = m_pieces.back();
        return endDepth;
    }

    // The calls of its sample from its first depth on. Returns where they end.
    std::size_t show(Piece piece)
    {
        piece.endDepth = std::min(m_outline.depth(piece.sample), m_endDepth);
        if (piece.endDepth <= piece.firstDepth)
            return piece.firstDepth;
        __builtin_prefetch(&m_stacks[piece.sample]);
        m_pieces.push_back(piece);
        return piece.endDepth;
    }

    void flush()
    {
        m_cells.resize(m_pieces.size() * m_endDepth);
        walkToRoots();
        for (std::size_t place = 0; place < m_pieces.size(); ++place)
            addToRows(m_pieces[place], &m_cells[place * m_endDepth]);
        m_pieces.clear();
    }

    // Each look-up, and each step from leaf to root, waits for memory: those of several pieces wait
    // together.
    void walkToRoots()
    {
        for (std::size_t place = 0; place < m_pieces.size(); ++place) {
            const Piece &piece = m_pieces[place];
            if (piece.known < piece.endDepth)
                m_walks.push_back({&m_cells[place * m_endDepth], piece.known, piece.endDepth,
                                   m_stacks[piece.sample]});
        }
        // Loops this short have many look-ups under way at once.
        for (Walk &walk : m_walks)
            walk.path = m_spans.pathOf(walk.stack);
        for (Walk &walk : m_walks)
            comeTo(walk.path, walk);
        for (Walk &walk : m_walks)
            walk.depth = walk.node->depth;
        while (!m_walks.empty()) {
            for (std::size_t place = 0; place < m_walks.size();) {
                if (step(m_walks[place])) {
                    ++place;
                } else {
                    m_walks[place] = m_walks.back();
                    m_walks.pop_back();
                }
            }
        }
    }

    void comeTo(PathIndex path, Walk &walk) const
    {
        walk.path = path;
        walk.node = &m_spans.path(path);
        __builtin_prefetch(walk.node);
    }

    // False: that was the last one.
    bool step(Walk &walk) const
    {
        --walk.depth;
        if (walk.depth < walk.endDepth)
            walk.cells[walk.depth] = {walk.path, walk.node->frame};
        if (walk.depth == walk.firstDepth)
            return false;
        comeTo(walk.node->caller, walk);
        return true;
    }

    void addToRows(const Piece &piece, const Cell *cells)
    {
        for (std::size_t depth = piece.firstDepth; depth < piece.known; ++depth)
            extend(m_runs.m_rows[depth - m_runs.m_firstDepth].back(), piece);
        for (std::size_t depth = piece.known; depth < piece.endDepth; ++depth) {
            const Cell &cell = cells[depth];
            auto &row = m_runs.m_rows[depth - m_runs.m_firstDepth];
            if (!row.empty() && row.back().to == piece.from && row.back().path == cell.path
                && goesOn(row.back().sample, piece.sample, depth))
                extend(row.back(), piece);
            else
                row.push_back({piece.from, piece.to, piece.sample, cell.path, cell.frame});
        }
    }

    static void extend(PixelRun &run, const Piece &piece)
    {
        run.to = piece.to;
        run.sample = piece.sample;
    }

    // Rows ask about the same two samples, one after the other.
    bool goesOn(SampleIndex first, SampleIndex last, std::size_t depth)
    {
        if (first != m_askedFirst || last != m_askedLast) {
            m_askedFirst = first;
            m_askedLast = last;
            m_shared = m_outline.sharedUntil(first, last);
        }
        return depth < m_shared;
    }

    PixelRuns &m_runs;
    const SpanTable &m_spans;
    const StackOutline &m_outline;
    const Column<SampleIndex, StackIndex> &m_stacks;
    const PixelSamples &m_columns;
    const std::size_t m_size; // of the samples that have a duration
    const std::size_t m_endDepth;
    std::vector<Piece> m_pieces; // not shown yet, in their order
    std::vector<Cell> m_cells; // of the pieces, m_endDepth for each
    std::vector<Walk> m_walks; // not at their ends yet
    Piece m_centre; // the last one shown at a centre
    SampleIndex m_askedFirst;
    SampleIndex m_askedLast;
    std::size_t m_shared = 0;
};

void PixelRuns::assign(const SpanTable &spans, const ThreadSpans &thread,
                       const PixelSamples &columns, std::size_t first, std::size_t end)
{
    m_firstDepth = first;
    m_rows.resize(std::max(m_rows.size(), end - std::min(first, end)));
    for (auto &row : m_rows)
        row.clear();
    if (first < end && thread.outline.size() > 0)
        Sweep(*this, spans, thread, columns, end).run();
}

std::optional<BoxIndex> boxAtColumn(const SpanTable &spans, const ThreadSpans &thread,
                                    std::size_t depth, const TimeScale &scale, int x)
{
    if (depth >= thread.depth())
        return std::nullopt;
    PixelSamples columns;
    columns.assign(*thread.samples, scale, x, 1);
    PixelRuns runs;
    runs.assign(spans, thread, columns, depth, depth + 1);
    if (runs.row(depth).empty())
        return std::nullopt;
    return thread.boxOf(depth, runs.row(depth).front().sample);
}

} // namespace ember::views
