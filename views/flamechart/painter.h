// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/boxcolours.h"
#include "views/flamechart/labelcache.h"
#include "views/flamechart/layout.h"
#include "views/flamechart/pixelruns.h"

#include <QImage>

#include <vector>

namespace ember::views {

// Where the picture is taken. `scale` is in logical pixels and as wide as the image.
struct ChartCamera {
    TimeScale scale;
    int scrollY = 0;
};

// Paints the boxes line by line straight into an image: the cost goes with the pixels, not with the
// boxes. Keeps its buffers from picture to picture; one thread at a time.
class ChartPainter {
public:
    void setFont(const QFont &font);

    // Fills the whole image (Format_RGB32, with its devicePixelRatio set): lanes, boxes, labels,
    // marks of last samples, gaps. Without what follows the pointer. state.spans() is not null.
    void paint(QImage &image, const ViewState &state, const ChartLayout &layout,
               const ChartCamera &camera);

private:
    struct Canvas;

    // What is written on a box once all boxes are there.
    struct Label {
        model::PathIndex path;
        QRectF place;
        QRgb colour = 0;
    };

    void paintLane(Canvas &canvas, const Lane &lane);
    void paintRow(Canvas &canvas, const model::ThreadSpans &thread, std::size_t depth, int top);
    void paintLastSample(Canvas &canvas, const Lane &lane);
    void wantLabel(const Canvas &canvas, const PixelRun &run, int top, model::PathIndex path,
                   const BoxColour &colour);
    void paintText(Canvas &canvas);
    void paintHeader(QPainter &painter, const Canvas &canvas, const Lane &lane) const;

    QFont m_font;
    BoxColours m_colours;
    LabelCache m_labels;
    std::uint64_t m_profileSerial = 0;
    PixelSamples m_columns;
    std::vector<PixelRun> m_runs;
    std::vector<QRgb> m_line;
    std::vector<Label> m_wanted;
};

} // namespace ember::views
