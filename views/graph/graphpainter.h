// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/rowpainter.h"
#include "views/graph/graphviewport.h"

class QPainter;

namespace ember::views {

// Paints a graph, its rows like those of the flamechart.
class GraphPainter {
public:
    void setFont(const QFont &font) { m_rows.setFont(font); }

    // Fills the whole image (Format_RGB32, with its devicePixelRatio set). Needs spans and a tree.
    void paint(QImage &image, const ViewState &state, const GraphViewport &viewport);

private:
    void paintRow(RowBand &band, const ViewState &state, const GraphViewport &viewport,
                  const TimeScale &scale, std::size_t row);
    void paintBox(RowBand &band, const ViewState &state, const GraphViewport &viewport, int from,
                  int to, model::MergedIndex node);

    RowPainter m_rows;
};

// Returns the colour of a box in a viewport with marks; boxes that do not match the search are
// dimmed.
BoxColour markedColour(const ViewState &state, const GraphViewport &viewport,
                       model::MergedIndex node);

// Returns the colour of a box without a node that is drawn so many pixels wide: pale, and the paler
// the less of that its calls fill.
BoxColour restColour(const Theme &theme, const TimeScale &scale, const GraphBox &box,
                     double pixels);

// Paints what lies over the boxes: the hovered and the selected one.
void paintGraphOverlay(QPainter &painter, const ViewState &state, const GraphViewport &viewport,
                       std::optional<model::MergedIndex> hovered);

} // namespace ember::views
