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

} // namespace ember::views
