// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/boxcolours.h"
#include "views/canvas/canvas.h"
#include "views/canvas/labelpainter.h"

#include <QImage>

#include <optional>
#include <vector>

namespace ember::views {

// What all rows of a picture have in common; in device pixels.
struct RowLook {
    QRgb background = 0;
    BoxColour nameless;
    BoxColour muted; // what does not count
    int seam = 1; // between rows
    int narrowestLabel = 0;
    int lowestLabel = 0; // rows with less room have none
};

// Paints some rows of a picture straight into it, one after the other. A row is one line, repeated;
// every pixel is written once. All in device pixels; for one thread at a time.
class RowBand {
public:
    void begin(const Canvas &canvas, const ViewState &state, const RowLook &look);

    // The row of lines [from, below), with a seam at its end if it is high enough. False: nothing
    // of it is in the picture.
    bool startRow(int from, int below);
    // Columns [from, to) are a call; from left to right. An invalid frame: what has no name.
    void add(int from, int to, model::FrameIndex frame);
    // The same in another colour, with a sign before the name; null: none.
    void add(int from, int to, model::FrameIndex frame, BoxColour colour, QChar sign);
    // A call in another colour.
    void addIn(int from, int to, model::FrameIndex frame, BoxColour colour);
    // A call whose function is that often on the way to it.
    void addRecursion(int from, int to, model::FrameIndex frame, std::uint32_t level);
    // A call of which each column has a colour of its own, the first that of column `from`.
    void addColumns(int from, int to, model::FrameIndex frame, const QRgb *fills, QRgb ink);
    // Of the call added last, of columns [from, to), those that have a mark count for nothing. Its
    // name goes to the widest piece of one kind.
    void mute(int from, int to, const std::uint8_t *marks);
    void endRow();

    // The names that have room.
    const std::vector<Label> &labels() const { return m_labels; }

private:
    std::optional<Canvas> m_canvas;
    BoxColours m_colours;
    RowLook m_look;
    std::vector<Label> m_labels;
    // Of the row being painted:
    QRgb *m_line = nullptr;
    int m_painted = 0;
    int m_top = 0; // may lie above the picture
    int m_end = 0; // where the seam begins
    int m_below = 0;
    int m_narrowestLabel = 0; // more than there is room for: none
};

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

// A frame of that width inside a box.
void paintOutline(QPainter &painter, const QRectF &place, const QColor &colour, double width);
// A box under the pointer, and the chosen one; nothing for a null place. The painter is not
// antialiased.
void paintHovered(QPainter &painter, const Theme &theme, const QRectF &place);
void paintSelected(QPainter &painter, const Theme &theme, const QRectF &place);

} // namespace ember::views
