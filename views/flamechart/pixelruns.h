// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/flamechart/pixelsamples.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ember::views {

// Columns [from, to) of a row show one call: that of `sample`.
struct PixelRun {
    int from = 0;
    int to = 0;
    model::SampleIndex sample; // the last one of the call that was looked at
    model::PathIndex path;
    model::FrameIndex frame; // of the path
};

// What the pixels of a thread's rows show. A pixel shows the box that holds its centre, else the
// first box that touches it at all, so that nothing is too short to be seen; else nothing.
//
// Boxes are not asked: what was open in the sample at a pixel's centre is its stack, and
// StackOutline knows which of those calls are still the ones of the pixel before, and where between
// two centres the stacks are deeper. So a column costs the rows that change in it, however many
// boxes it stands for. Keeps its memory from picture to picture.
class PixelRuns {
public:
    // What finding them needs on the way: one for all that are found one after the other.
    class Memory;

    // Of the depths [first, end). The first of the columns is to be called `firstColumn`.
    void assign(const model::SpanTable &spans, const model::ThreadSpans &thread,
                const PixelSamples &columns, std::size_t first, std::size_t end, Memory &memory,
                int firstColumn = 0);

    // Left to right.
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
        std::size_t known = 0; // what is less deep goes on from the piece before
        std::size_t endDepth = 0;
        std::size_t cells = 0; // where those of [known, endDepth) begin
    };

    struct Cell {
        model::PathIndex path;
        model::FrameIndex frame;
    };

    // From a path towards its root, filling the cells of depths [firstDepth, endDepth). It goes by
    // its own count, not by what the nodes say: so no step waits to know whether there is another.
    struct Walk {
        Cell *cells; // of firstDepth and those below it
        std::uint32_t firstDepth;
        std::uint32_t endDepth;
        model::StackIndex stack; // it begins with
        model::PathIndex path{}; // it has come to
        const model::PathNode *node = nullptr; // of the path
        std::uint32_t depth = 0; // of the path
    };

    std::vector<Piece> m_pieces; // not shown yet, in their order
    std::vector<Cell> m_cells; // of the pieces
    std::vector<Walk> m_walks; // of the pieces
    std::vector<std::size_t> m_depths; // of the stacks at the columns' centres
};

// The box column x of that row shows.
std::optional<model::BoxIndex> boxAtColumn(const model::SpanTable &spans,
                                           const model::ThreadSpans &thread, std::size_t depth,
                                           const TimeScale &scale, int x);

// The rows [first, end) of a thread that are in a picture.
struct ShownRows {
    model::ThreadIndex thread;
    std::size_t first = 0;
    std::size_t end = 0;
};

// The sample at the centre of a column and what its thread did; no sample: none has begun there.
struct ColumnState {
    model::SampleIndex sample;
    model::ThreadState state = model::ThreadState::Unknown;
};

enum class States : std::uint8_t { Left, Found };

// What the rows of a whole picture show. Found in strips of columns, which the processor's cores go
// through side by side. Keeps its memory from picture to picture.
class PictureRuns {
public:
    // Columns are those of the scale, which is `columns` wide. `spans` must outlive what is asked.
    void assign(const model::SpanTable &spans, const std::vector<ShownRows> &shown,
                const TimeScale &scale, int columns, States states = States::Left);

    // Calls use(column, state) for shown[place], from left to right, if they were to be found.
    template<typename Use>
    void forEachState(std::size_t place, Use use) const
    {
        for (const Strip &strip : m_strips) {
            int column = strip.first;
            for (const ColumnState &state : strip.states[place])
                use(column++, state);
        }
    }

    // Calls use(run) for the row of shown[place], from left to right. Any thread.
    template<typename Use>
    void forEach(std::size_t place, std::size_t depth, Use use) const
    {
        PixelRun open; // up to a strip's end: it may go on in the next one
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
        std::vector<std::vector<ColumnState>> states; // by place; none are found: empty
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
