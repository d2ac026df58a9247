// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/flamechart/pixelsamples.h"

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
    // Of the depths [first, end).
    void assign(const model::SpanTable &spans, const model::ThreadSpans &thread,
                const PixelSamples &columns, std::size_t first, std::size_t end);

    // Left to right.
    std::span<const PixelRun> row(std::size_t depth) const { return m_rows[depth - m_firstDepth]; }

private:
    class Sweep;

    std::size_t m_firstDepth = 0;
    std::vector<std::vector<PixelRun>> m_rows;
};

// The box column x of that row shows.
std::optional<model::BoxIndex> boxAtColumn(const model::SpanTable &spans,
                                           const model::ThreadSpans &thread, std::size_t depth,
                                           const TimeScale &scale, int x);

} // namespace ember::views
