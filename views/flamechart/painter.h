// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/boxcolours.h"
#include "views/flamechart/labelcache.h"
#include "views/flamechart/layout.h"
#include "views/flamechart/pixelruns.h"

#include <QImage>

#include <optional>
#include <vector>

namespace ember::views {

// Where the picture is taken. `scale` is in logical pixels and as wide as the image.
struct ChartCamera {
    TimeScale scale;
    int scrollY = 0;
    double devicePixelRatio = 1;
};

// Paints the boxes line by line straight into an image: the cost goes with the pixels, not with the
// boxes. Keeps its buffers between pictures; one thread at a time.
class ChartPainter {
public:
    void setFont(const QFont &font) { m_labels.setFont(font); }

    // Fills the whole image (Format_RGB32, its devicePixelRatio is set): lanes, boxes, labels,
    // marks of last samples, gaps. Without what follows the pointer.
    void paint(QImage &image, const ViewState &state, const ChartLayout &layout,
               const ChartCamera &camera);

    // Selection, hovered box, selected range, cross-hair: over the image.
    void paintOverlay(QPainter &painter, const ViewState &state, const ChartLayout &layout,
                      const ChartCamera &camera, QSize size) const;

private:
    struct Label {
        model::PathIndex path;
        QRectF place;
        QRgb colour = 0;
    };

    struct Canvas;

    void paintLane(Canvas &canvas, const Lane &lane);
    void paintRow(Canvas &canvas, const Lane &lane, std::size_t depth);
    void paintLabels(QPainter &painter, const ViewState &state);

    BoxColours m_colours;
    LabelCache m_labels;
    const model::Profile *m_profile = nullptr; // compared, never followed
    PixelSamples m_columns;
    std::vector<PixelRun> m_runs;
    std::vector<QRgb> m_line;
    std::vector<Label> m_wanted;
};

} // namespace ember::views
