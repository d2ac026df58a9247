// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/flamechart/pixelsamples.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ember::views {

// Columns [from, to) of a row, which show one call: that of `sample`.
struct PixelRun {
    int from = 0;
    int to = 0;
    model::SampleIndex sample; // the last of the call's samples that were looked at
    model::PathIndex path;
    model::FrameIndex frame; // of the path
};

// The calls that the pixels of a thread's rows show. A pixel shows the box that holds its centre,
// otherwise the first box that touches it at all, so that nothing is too short to be seen;
// otherwise nothing.
//
// Boxes are not read: the calls at a pixel's centre are the stack of its sample, and StackOutline
// knows which of them continue from the pixel before, and where between two centres the stacks are
// deeper. So the cost of a column depends on the rows that change in it, however many boxes lie in
// it. Keeps its memory from picture to picture.
class PixelRuns {
public:
    // Working memory of assign(); one is enough for runs that are found one after the other.
    class Memory;

    // Finds the runs of the depths [first, end). The first of the columns gets the number
    // `firstColumn`.
    void assign(const model::SpanTable &spans, const model::ThreadSpans &thread,
                const PixelSamples &columns, std::size_t first, std::size_t end, Memory &memory,
                int firstColumn = 0);

    // Returns the runs of a row from left to right.
    std::span<const PixelRun> row(std::size_t depth) const { return m_rows[depth - m_firstDepth]; }

private:
    class Sweep;

    std::size_t m_firstDepth = 0;
    std::vector<std::vector<PixelRun>> m_rows;
};

class PixelRuns::Memory {
private:
    friend class Sweep;

    // Calls [firstDepth, endDepth) of a sample, to be shown in columns [from, to).
    struct Piece {
        int from = 0;
        int to = -1;
        model::SampleIndex sample;
        std::size_t firstDepth = 0;
        std::size_t known = 0; // calls at lesser depths continue from the piece before
        std::size_t endDepth = 0;
        std::size_t cells = 0; // index of the cells of [known, endDepth)
    };

    struct Cell {
        model::PathIndex path;
        model::FrameIndex frame;
    };

    // A walk from a path towards its root that fills the cells of depths [firstDepth, endDepth). It
    // counts its steps instead of reading depths from the nodes, so that no step waits for memory
    // to know whether there is another.
    struct Walk {
        Cell *cells; // of firstDepth and the depths below it
        std::uint32_t firstDepth;
        std::uint32_t endDepth;
        model::StackIndex stack; // where the walk begins
        model::PathIndex path{}; // where the walk is
        const model::PathNode *node = nullptr; // of the path
        std::uint32_t depth = 0; // of the path
    };

    std::vector<Piece> m_pieces; // not shown yet, in order
    std::vector<Cell> m_cells; // of the pieces
    std::vector<Walk> m_walks; // of the pieces
    std::vector<std::size_t> m_depths; // of the stacks at the columns' centres
};

// Returns the box that column x of the row shows.
std::optional<model::BoxIndex> boxAtColumn(const model::SpanTable &spans,
                                           const model::ThreadSpans &thread, std::size_t depth,
                                           const TimeScale &scale, int x);

// The rows [first, end) of a thread that are visible in a picture.
struct ShownRows {
    model::ThreadIndex thread;
    std::size_t first = 0;
    std::size_t end = 0;
};

// The sample at the centre of a column and its thread's state; the sample is invalid before the
// thread's first one.
struct ColumnState {
    model::SampleIndex sample;
    model::ThreadState state = model::ThreadState::Unknown;
};

enum class States : std::uint8_t { Left, Found };

// The runs of all rows of a picture. Found in strips of columns by all cores in parallel. Keeps its
// memory from picture to picture.
class PictureRuns {
public:
    // The columns are those of the scale, which is `columns` wide. `spans` must outlive the
    // results.
    void assign(const model::SpanTable &spans, const std::vector<ShownRows> &shown,
                const TimeScale &scale, int columns, States states = States::Left);

    // Calls use(column, state) for shown[place], from left to right, if assign() was to find
    // states.
    template<typename Use>
    void forEachState(std::size_t place, Use use) const
    {
        for (const Strip &strip : m_strips) {
            int column = strip.first;
            for (const ColumnState &state : strip.states[place])
                use(column++, state);
        }
    }

    // Calls use(run) for a row of shown[place], from left to right. May be called in any thread.
    template<typename Use>
    void forEach(std::size_t place, std::size_t depth, Use use) const
    {
        PixelRun open; // a run that ends with its strip and may continue in the next one
        for (const Strip &strip : m_strips) {
            auto runs = strip.runs[place].row(depth);
            if (open.to > 0 && !runs.empty() && isOneCall(place, depth, open, runs.front())) {
                open = joined(open, runs.front());
                runs = runs.subspan(1);
                if (open.to == strip.end && runs.empty())
                    continue;
            }
            if (open.to > 0)
                use(open);
            open = {};
            if (!runs.empty() && runs.back().to == strip.end) {
                open = runs.back();
                runs = runs.first(runs.size() - 1);
            }
            for (const PixelRun &run : runs)
                use(run);
        }
        if (open.to > 0)
            use(open);
    }

private:
    struct Strip {
        int first = 0; // columns [first, end)
        int end = 0;
        ColumnTimes times;
        PixelSamples columns;
        PixelRuns::Memory memory;
        std::vector<PixelRuns> runs; // by place
        std::vector<std::vector<ColumnState>> states; // by place; empty unless States::Found
    };

    static PixelRun joined(PixelRun left, const PixelRun &right)
    {
        left.to = right.to;
        left.sample = right.sample;
        return left;
    }

    void assignStrip(Strip &strip, const TimeScale &scale, States states) const;
    bool isOneCall(std::size_t place, std::size_t depth, const PixelRun &left,
                   const PixelRun &right) const;

    const model::SpanTable *m_spans = nullptr;
    std::vector<ShownRows> m_shown;
    std::vector<Strip> m_strips;
};

} // namespace ember::views
