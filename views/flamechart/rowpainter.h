// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/rowband.h"

#include <QImage>

#include <optional>
#include <vector>

namespace ember::views {

// Paints rows of boxes with their names straight into an image, as all our charts look. Keeps its
// buffers from picture to picture.
class RowPainter {
public:
    void setFont(const QFont &font) { m_labels.setFont(font); }

    // A picture (Format_RGB32, with its devicePixelRatio set); state.spans() is not null. All that
    // follows is in device pixels. Its rows are painted in that many bands, which may be painted
    // side by side.
    void begin(QImage &image, const ViewState &state, std::size_t bands = 1);

    RowBand &band(std::size_t number) { return m_bands[number]; }

    const Canvas &canvas() const { return *m_canvas; }
    // Between rows.
    int seam() const { return m_look.seam; }
    // Lines [from, to).
    void clear(int from, int to) const { m_canvas->fill(from, to, m_look.background); }

    // Once all rows are there. `names`: whose frames they are.
    void paintLabels(QImage &image, const model::Profile &names);
    // Instead, as texts over the picture, in logical pixels.
    void writeLabels(QPainter &painter, const model::Profile &names);
    // Frames were those of another profile.
    void forgetNames() { m_labels.forget(); }

private:
    const ViewState *m_state = nullptr;
    std::optional<Canvas> m_canvas;
    LabelPainter m_labels;
    std::uint64_t m_profileSerial = 0;
    RowLook m_look;
    std::vector<RowBand> m_bands;
};

// A box under the pointer, and the chosen one; nothing for a null place. The painter is not
// antialiased.
void paintHovered(QPainter &painter, const Theme &theme, const QRectF &place);
void paintSelected(QPainter &painter, const Theme &theme, const QRectF &place);

} // namespace ember::views
