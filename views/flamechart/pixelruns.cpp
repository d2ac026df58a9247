// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/pixelruns.h"

#include "views/canvas/boxcolours.h"
#include "views/jobs/viewthreads.h"

#include <algorithm>

namespace ember::views {

using namespace model;

// Appends to the runs of all rows, column by column from left to right.
class PixelRuns::Sweep {
public:
    Sweep(PixelRuns &runs, Memory &memory, const SpanTable &spans, const ThreadSpans &thread,
          const PixelSamples &columns, std::size_t endDepth, int firstColumn)
        : m_runs(runs),
          m_pieces(memory.m_pieces),
          m_cells(memory.m_cells),
          m_walks(memory.m_walks),
          m_depths(memory.m_depths),
          m_spans(spans),
          m_outline(thread.outline),
          m_stacks(thread.samples->stacks),
          m_columns(columns),
          m_size(thread.outline.size()),
          m_endDepth(endDepth),
          m_firstColumn(firstColumn)
    {
    }

    void run()
    {
        findDepths();
        for (int x = 0; x < m_columns.columns();) {
            const int end = hasCentre(x) ? endOfSample(x) : x + 1;
            std::size_t depth = m_runs.m_firstDepth;
            if (hasCentre(x))
                depth = showCentre(x, end);
            if (end == x + 1)
                showTouching(x, depth);
            x = end;
            if (m_pieces.size() >= enoughPieces)
                flush();
        }
        flush();
    }

private:
    using Piece = Memory::Piece;
    using Cell = Memory::Cell;
    using Walk = Memory::Walk;

    static constexpr std::size_t enoughPieces = 1024;
    // Walks that are in progress together. With fewer, memory latency is hidden less; with more,
    // they do not all fit into the processor's cache.
    static constexpr std::size_t walksAtOnce = 128;

    // Finds the depths of the stacks at the centres; 0 if there is no stack. A separate short loop
    // lets the processor overlap many memory look-ups.
    void findDepths()
    {
        m_depths.resize(static_cast<std::size_t>(m_columns.columns()));
        for (int x = 0; x < m_columns.columns(); ++x)
            m_depths[static_cast<std::size_t>(x)] =
                hasCentre(x) ? depthOf(SampleIndex(m_columns.upToCentre(x) - 1)) : 0;
    }

    // Whether the column's centre shows a sample: false before the first one, and after the last
    // one or the end of its duration.
    bool hasCentre(int x) const
    {
        return m_columns.upToCentre(x) > 0 && m_columns.upToCentre(x) <= m_size;
    }

    std::size_t depthOf(SampleIndex sample) const
    {
        return std::min(m_outline.depth(sample), m_endDepth);
    }

    // Returns the end of the columns, from x on, that only the sample at the centre of x touches; x
    // + 1 if other samples touch x, too.
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

    // Shows the calls in column x that are deeper than the stack at its centre: those of other
    // samples that touch x.
    void showTouching(int x, std::size_t depth)
    {
        const std::size_t end = std::min<std::size_t>(m_columns.beforeEdge(x + 1), m_size);
        std::size_t at = m_columns.upToEdge(x);
        at -= std::min<std::size_t>(at, 1);
        while (depth < m_endDepth) {
            const auto deeper = m_outline.firstDeeper(at, end, depth);
            if (!deeper)
                return;
            const std::size_t endDepth = depthOf(*deeper);
            show({m_firstColumn + x, m_firstColumn + x + 1, *deeper, depth, depth, endDepth});
            depth = endDepth;
            at = deeper->row() + 1;
        }
    }

    // Shows the stack at a centre. Calls that continue from the centre just left of it need no
    // look-up. Returns the depth at which the calls end.
    std::size_t showCentre(int from, int to)
    {
        const SampleIndex sample(m_columns.upToCentre(from) - 1);
        Piece piece{
            m_firstColumn + from, m_firstColumn + to,  sample,
            m_runs.m_firstDepth,  m_runs.m_firstDepth, m_depths[static_cast<std::size_t>(from)]};
        if (piece.endDepth <= piece.firstDepth)
            return piece.firstDepth;
        if (m_centre.to == piece.from) {
            const std::size_t shared = m_outline.sharedUntil(m_centre.sample, sample);
            piece.known = std::clamp(shared, piece.firstDepth, m_centre.endDepth);
        }
        show(piece);
        m_centre = piece;
        return piece.endDepth;
    }

    // Queues a piece, which must have at least one call.
    void show(Piece piece)
    {
        __builtin_prefetch(&m_stacks[piece.sample]);
        piece.cells = m_cellCount;
        m_cellCount += piece.endDepth - piece.known;
        m_pieces.push_back(piece);
    }

    void flush()
    {
        m_cells.resize(std::max(m_cells.size(), m_cellCount));
        walkToRoots();
        for (const Piece &piece : m_pieces)
            addToRows(piece);
        m_pieces.clear();
        m_cellCount = 0;
    }

    // Finds the calls of all queued pieces. Each look-up and each step from leaf to root waits for
    // memory; the walks of several pieces are interleaved so that their waits overlap.
    void walkToRoots()
    {
        beginWalks();
        std::size_t begun = std::min(walksAtOnce, m_walks.size());
        for (std::size_t underWay = begun; underWay > 0;) {
            for (std::size_t place = 0; place < underWay;) {
                if (step(m_walks[place]))
                    ++place;
                else if (begun < m_walks.size())
                    m_walks[place] = m_walks[begun++];
                else
                    m_walks[place] = m_walks[--underWay];
            }
        }
    }

    void beginWalks()
    {
        m_walks.clear();
        for (const Piece &piece : m_pieces) {
            if (piece.known < piece.endDepth)
                m_walks.push_back({&m_cells[piece.cells], static_cast<std::uint32_t>(piece.known),
                                   static_cast<std::uint32_t>(piece.endDepth),
                                   m_stacks[piece.sample]});
        }
        // Separate short loops let the processor overlap many memory look-ups.
        for (Walk &walk : m_walks)
            walk.path = m_spans.pathOf(walk.stack);
        for (Walk &walk : m_walks)
            comeTo(walk.path, walk);
        for (Walk &walk : m_walks)
            walk.depth = walk.node->depth;
    }

    void comeTo(PathIndex path, Walk &walk) const
    {
        walk.path = path;
        walk.node = &m_spans.path(path);
        __builtin_prefetch(walk.node);
    }

    // Returns false if the walk has ended.
    bool step(Walk &walk) const
    {
        --walk.depth;
        if (walk.depth < walk.endDepth)
            walk.cells[walk.depth - walk.firstDepth] = {walk.path, walk.node->frame};
        if (walk.depth == walk.firstDepth)
            return false;
        comeTo(walk.node->caller, walk);
        return true;
    }

    void addToRows(const Piece &piece)
    {
        auto *rows = m_runs.m_rows.data() - m_runs.m_firstDepth;
        for (std::size_t depth = piece.firstDepth; depth < piece.known; ++depth)
            extend(rows[depth].back(), piece);
        const Cell *cell = m_cells.data() + piece.cells;
        for (std::size_t depth = piece.known; depth < piece.endDepth; ++depth, ++cell) {
            auto &row = rows[depth];
            if (!row.empty() && row.back().to == piece.from && row.back().path == cell->path
                && isSameCall(row.back().sample, piece.sample, depth))
                extend(row.back(), piece);
            else
                row.push_back({piece.from, piece.to, piece.sample, cell->path, cell->frame});
        }
    }

    static void extend(PixelRun &run, const Piece &piece)
    {
        run.to = piece.to;
        run.sample = piece.sample;
    }

    // Caches the last answer: one row after the other asks about the same two samples.
    bool isSameCall(SampleIndex first, SampleIndex last, std::size_t depth)
    {
        if (first != m_askedFirst || last != m_askedLast) {
            m_askedFirst = first;
            m_askedLast = last;
            m_shared = m_outline.sharedUntil(first, last);
        }
        return depth < m_shared;
    }

    PixelRuns &m_runs;
    std::vector<Piece> &m_pieces;
    std::vector<Cell> &m_cells;
    std::vector<Walk> &m_walks;
    std::vector<std::size_t> &m_depths;
    const SpanTable &m_spans;
    const StackOutline &m_outline;
    const Column<SampleIndex, StackIndex> &m_stacks;
    const PixelSamples &m_columns;
    const std::size_t m_size; // samples that have a duration
    const std::size_t m_endDepth;
    const int m_firstColumn;
    std::size_t m_cellCount = 0;
    Piece m_centre; // the piece shown last for a centre
    SampleIndex m_askedFirst;
    SampleIndex m_askedLast;
    std::size_t m_shared = 0;
};

void PixelRuns::assign(const SpanTable &spans, const ThreadSpans &thread,
                       const PixelSamples &columns, std::size_t first, std::size_t end,
                       Memory &memory, int firstColumn)
{
    m_firstDepth = first;
    m_rows.resize(std::max(m_rows.size(), end - std::min(first, end)));
    for (auto &row : m_rows)
        row.clear();
    if (first < end && thread.outline.size() > 0)
        Sweep(*this, memory, spans, thread, columns, end, firstColumn).run();
}

std::optional<BoxIndex> boxAtColumn(const SpanTable &spans, const ThreadSpans &thread,
                                    std::size_t depth, const TimeScale &scale, int x)
{
    if (depth >= thread.depth())
        return std::nullopt;
    ColumnTimes times;
    times.assign(scale, x, 1);
    PixelSamples columns;
    columns.assign(*thread.samples, times, thread.lastDuration);
    PixelRuns runs;
    PixelRuns::Memory memory;
    runs.assign(spans, thread, columns, depth, depth + 1, memory);
    if (runs.row(depth).empty())
        return std::nullopt;
    return thread.boxOf(depth, runs.row(depth).front().sample);
}

namespace {

constexpr int stripWidth = 256;

// Finds the state at each column's centre; columns without a sample keep the default. A separate
// short loop lets the processor overlap many memory look-ups.
void findStates(std::vector<ColumnState> &states, const ThreadSamples &samples,
                const PixelSamples &columns)
{
    states.assign(static_cast<std::size_t>(columns.columns()), {});
    for (int x = 0; x < columns.columns(); ++x) {
        const auto upTo = columns.upToCentre(x);
        if (upTo == 0 || upTo > samples.size()) // after the end of the last sample's duration
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

// Whether the two runs at the edge of two strips are parts of one call.
bool PictureRuns::isOneCall(std::size_t place, std::size_t depth, const PixelRun &left,
                            const PixelRun &right) const
{
    return left.to == right.from && left.path == right.path
        && m_spans->thread(m_shown[place].thread).outline.sharedUntil(left.sample, right.sample)
        > depth;
}

} // namespace ember::views
