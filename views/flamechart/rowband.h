// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/boxcolours.h"
#include "views/flamechart/canvas.h"
#include "views/flamechart/labelpainter.h"

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

} // namespace ember::views
