// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/canvas/canvas.h"
#include "views/flamechart/pixelsamples.h"
#include "views/state/theme.h"

#include <span>
#include <vector>

namespace ember::views {

// A strip of a picture that shows what some threads did over time.
struct PaintedLane {
    std::vector<model::ThreadIndex> threads; // one, or those of a group
    int top = 0; // lines [top, below) of the image, in device pixels; may lie outside
    int below = 0;
};

// Paints lanes: in each column the share of time in which the threads ran is the height of the
// colour of running, above it lie the shares of those that wait for a CPU, are blocked by a lock or
// in I/O. Plain waiting is a pale line at the bottom, no sample is nothing. Whatever happened in a
// column is at least a pixel high. Lanes too low for that have one colour per column: that of the
// largest share but waiting.
//
//   ▆▆▆▆  ██  ▂     running, running and lock, a little of something
//   ──────────────  waiting
//
// Of a group the heights are roots of the shares, so that one thread of a hundred is seen. All
// cores share the work. Keeps its memory from picture to picture.
class LanePainter {
public:
    // `times` has as many columns as the canvas; `tail`: how long the last sample of a thread is
    // shown for; `seam`: lines left free below a lane.
    void paint(const Canvas &canvas, const Theme &theme, const model::SpanTable &spans,
               std::span<const PaintedLane> lanes, const ColumnTimes &times,
               model::Nanoseconds tail, int seam);

private:
    struct Memory {
        std::vector<model::ActivityTimes> columns; // of a group
        std::vector<QRgb *> lines; // of the picture, from the lane's bottom to its top
        std::vector<QRgb> outside; // stands for lines that are not in the picture
    };

    static void paintLane(Memory &memory, const Canvas &canvas, const Theme &theme,
                          const model::SpanTable &spans, const PaintedLane &lane,
                          const ColumnTimes &times, model::Nanoseconds tail, int seam);
    static void findLines(Memory &memory, const Canvas &canvas, const PaintedLane &lane, int seam,
                          QRgb background);

    std::vector<Memory> m_memories; // one per piece of work
};

} // namespace ember::views
