// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/boxcolours.h"
#include "views/flamechart/canvas.h"
#include "views/flamechart/labelpainter.h"

#include <QImage>

#include <optional>
#include <vector>

namespace ember::views {

// Paints rows of boxes with their names straight into an image, as all our charts look. A row is
// one line, repeated; every pixel is written once. Keeps its buffers from picture to picture.
class RowPainter {
public:
    void setFont(const QFont &font) { m_labels.setFont(font); }

    // A picture (Format_RGB32, with its devicePixelRatio set); state.spans() is not null. All that
    // follows is in device pixels.
    void begin(QImage &image, const ViewState &state);

    const Canvas &canvas() const { return *m_canvas; }
    // Between rows.
    int seam() const { return m_seam; }
    // Lines [from, to).
    void clear(int from, int to) const { m_canvas->fill(from, to, m_background); }

    // The row of lines [from, below), with a seam at its end if it is high enough. False: nothing
    // of it is in the picture.
    bool startRow(int from, int below);
    // Columns [from, to) are a call; from left to right. An invalid frame: what has no name.
    void add(int from, int to, model::FrameIndex frame);
    void endRow();

    // Once all rows are there.
    void paintLabels(QImage &image);

private:
    const ViewState *m_state = nullptr;
    std::optional<Canvas> m_canvas;
    BoxColours m_colours;
    LabelPainter m_labels;
    std::uint64_t m_profileSerial = 0;
    QRgb m_background = 0;
    int m_seam = 1;
    std::vector<Label> m_wanted;
    // Of the row being painted:
    QRgb *m_line = nullptr;
    int m_painted = 0;
    int m_top = 0; // may lie above the picture
    int m_end = 0; // where the seam begins
    int m_below = 0;
};

} // namespace ember::views
