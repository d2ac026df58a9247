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
                depth = show(x, end, SampleIndex(upToCentre - 1), depth);
            if (end == x + 1)
                showTouching(x, depth);
            x = end;
            if (m_pieces.size() >= enoughPieces)
                flush();
        }
        flush();
    }

private:
    // A part of a stack, to be shown in columns [from, to).
    struct Piece {
        int from;
        int to;
        SampleIndex sample;
        std::size_t firstDepth;
        std::size_t endDepth;
        std::size_t cells; // place of its first depth in m_cells
        PathIndex path; // the walk is at
        std::size_t depth; // of that path
    };

    struct Cell {
        PathIndex path;
        FrameIndex frame;
    };

    static constexpr std::size_t enoughPieces = 32;

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
            depth = show(x, x + 1, *deeper, depth);
            at = deeper->row() + 1;
        }
    }

    // The calls of the sample from that depth on, in columns [from, to). Returns where they end.
    std::size_t show(int from, int to, SampleIndex sample, std::size_t firstDepth)
    {
        const std::size_t endDepth = std::min(m_outline.depth(sample), m_endDepth);
        if (endDepth <= firstDepth)
            return firstDepth;
        m_pieces.push_back({from, to, sample, firstDepth, endDepth, m_cells.size(), emptyPath, 0});
        m_cells.resize(m_cells.size() + endDepth - firstDepth);
        return endDepth;
    }

    // Each step of a walk from leaf to root waits for memory; walks of several pieces wait
    // together.
    void flush()
    {
        for (Piece &piece : m_pieces)
            piece.path = m_spans.pathOf(m_stacks[piece.sample]);
        for (Piece &piece : m_pieces)
            piece.depth = m_spans.path(piece.path).depth;
        for (bool isWalking = true; isWalking;) {
            isWalking = false;
            for (Piece &piece : m_pieces) {
                if (piece.depth > piece.firstDepth) {
                    step(piece);
                    isWalking = true;
                }
            }
        }
        for (const Piece &piece : m_pieces)
            addToRows(piece);
        m_pieces.clear();
        m_cells.clear();
    }

    void step(Piece &piece)
    {
        const PathNode &node = m_spans.path(piece.path);
        --piece.depth;
        if (piece.depth < piece.endDepth)
            m_cells[piece.cells + piece.depth - piece.firstDepth] = {piece.path, node.frame};
        piece.path = node.caller;
    }

    void addToRows(const Piece &piece)
    {
        for (std::size_t depth = piece.firstDepth; depth < piece.endDepth; ++depth) {
            const Cell &cell = m_cells[piece.cells + depth - piece.firstDepth];
            auto &row = m_runs.m_rows[depth - m_runs.m_firstDepth];
            if (!row.empty() && row.back().to == piece.from && row.back().path == cell.path
                && goesOn(row.back().sample, piece.sample, depth)) {
                row.back().to = piece.to;
                row.back().sample = piece.sample;
            } else {
                row.push_back({piece.from, piece.to, piece.sample, cell.path, cell.frame});
            }
        }
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
    std::vector<Cell> m_cells;
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
