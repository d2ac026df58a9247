// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/layout.h"
#include "views/flamechart/pixelruns.h"
#include "views/flamechart/rowpainter.h"

#include <QImage>

namespace ember::views {

// Where the picture is taken. `scale` is in logical pixels and as wide as the image.
struct ChartCamera {
    TimeScale scale;
    int scrollY = 0;
};

// Paints the boxes line by line straight into an image: the cost goes with the pixels, not with the
// boxes, and nothing is allocated for a box. Keeps its buffers from picture to picture; one thread
// at a time.
class ChartPainter {
public:
    void setFont(const QFont &font);

    // Fills the whole image (Format_RGB32, with its devicePixelRatio set): lanes, boxes, labels,
    // marks of last samples, uncertain edges if
    // they are wanted, gaps. Without what follows the pointer. state.spans() is not null.
    void paint(QImage &image, const ViewState &state, const ChartLayout &layout,
               const ChartCamera &camera);

private:
    struct Picture;

    void paintLane(const Picture &picture, const Lane &lane);
    void paintRow(std::size_t depth, int from, int below);
    void paintLastSample(const Picture &picture, const Lane &lane) const;
    void paintGaps(QPainter &painter, const Picture &picture, const Lane &lane) const;
    void paintOverRows(QPainter &painter, const Picture &picture) const;

    QFont m_font;
    RowPainter m_rows;
    PixelSamples m_columns;
    PixelRuns m_runs;
};

} // namespace ember::views
