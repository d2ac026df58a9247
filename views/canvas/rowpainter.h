// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/canvas/boxcolours.h"
#include "views/canvas/canvas.h"
#include "views/canvas/labelpainter.h"
#include "views/state/timescale.h"

#include <QImage>

#include <optional>
#include <utility>
#include <vector>

namespace ember::views {

// Settings that all rows of a picture share; in device pixels.
struct RowLook {
    QRgb background = 0;
    BoxColour nameless;
    BoxColour muted; // for calls that do not count
    int seam = 1; // between rows
    int narrowestLabel = 0;
    int lowestLabel = 0; // rows lower than this have no labels
    // Columns that the selected range does not dim: names of calls that reach into them are put
    // there, if they fit.
    int brightFrom = 0;
    int brightTo = 0; // equal to brightFrom: nothing is dimmed
};

// Paints some rows of a picture straight into it, one after the other. The first line of a row is
// painted call by call and then copied to the others; every pixel is written once. All in device
// pixels; not thread-safe.
class RowBand {
public:
    void begin(const Canvas &canvas, const ViewState &state, const RowLook &look);

    // Starts the row of lines [from, below), with a seam at its end if it is high enough. False if
    // no line of it is in the picture.
    bool startRow(int from, int below);
    // Adds a call in columns [from, to); calls are added from left to right. An invalid frame is a
    // call without a name.
    void add(int from, int to, model::FrameIndex frame);
    // Adds a call in another colour, with a sign before the name; null: none.
    void add(int from, int to, model::FrameIndex frame, BoxColour colour, QChar sign);
    // Adds a call in another colour.
    void addIn(int from, int to, model::FrameIndex frame, BoxColour colour);
    // Adds a call in the colour of its level; see isByLevel().
    void addLevel(int from, int to, model::FrameIndex frame, std::uint32_t level);
    // Adds a call in which each column has a colour of its own; `fills` begins with that of column
    // `from`.
    void addColumns(int from, int to, model::FrameIndex frame, const QRgb *fills, QRgb ink);
    // Mutes those columns in [from, to), which are the call added last, that have a mark. Moves its
    // name to the widest piece that is muted or not muted throughout.
    void mute(int from, int to, const std::uint8_t *marks);
    // Joins the call added last, in columns [from, to), to earlier parts of the same call as one
    // box with one name. The parts begin at `start`; the last one before this is in columns
    // [before.first, before.second). Columns between the two stay as they are.
    void join(int start, std::pair<int, int> before, int from, int to, model::FrameIndex frame);
    void endRow();

    // Sets the columns that names are put into if possible: see RowLook.
    void brighten(int from, int to)
    {
        m_look.brightFrom = from;
        m_look.brightTo = to;
    }

    // The names that fit into their boxes.
    const std::vector<Label> &labels() const { return m_labels; }

private:
    void addLabel(int from, int to, model::FrameIndex frame, QRgb ink, QChar sign);
    std::pair<int, int> brightPart(int from, int to) const;

    std::optional<Canvas> m_canvas;
    BoxColours m_colours;
    RowLook m_look;
    std::vector<Label> m_labels;
    // State of the row being painted:
    QRgb *m_line = nullptr;
    int m_painted = 0;
    int m_top = 0; // may lie above the picture
    int m_end = 0; // start of the seam
    int m_below = 0;
    int m_narrowestLabel = 0; // wider than any box if the row is too low for labels
    int m_labelFrom = -1; // start of the call that the last label belongs to
    QRgb m_ink = 0; // of the call added last
};

// Paints rows of boxes with their names straight into an image, in the style of all charts. Keeps
// its buffers from picture to picture.
class RowPainter {
public:
    void setFont(const QFont &font) { m_labels.setFont(font); }

    // Begins a picture (Format_RGB32, with its devicePixelRatio set); state.spans() is not null.
    // All that follows is in device pixels. Its rows are painted in `bands` bands, which may be
    // painted in parallel.
    void begin(QImage &image, const ViewState &state, std::size_t bands = 1);

    // Sets the columns that names are put into if possible; call before rows are painted.
    void brighten(int from, int to);

    RowBand &band(std::size_t number) { return m_bands[number]; }

    const Canvas &canvas() const { return *m_canvas; }
    // The height of the seam between rows.
    int seam() const { return m_look.seam; }
    // Clears lines [from, to).
    void clear(int from, int to) const { m_canvas->fill(from, to, m_look.background); }

    // Paints the labels; call once all rows are painted. `names` is the profile of the frames.
    void paintLabels(QImage &image, const model::Profile &names);
    // Writes labels as texts over the picture by `painter`, which uses logical pixels: those that
    // reach into lines [top, bottom). Call instead of paintLabels().
    void writeLabels(QPainter &painter, const model::Profile &names, int top, int bottom);
    // Call when frames of another profile follow.
    void forgetNames() { m_labels.forget(); }

private:
    const ViewState *m_state = nullptr;
    std::optional<Canvas> m_canvas;
    LabelPainter m_labels;
    std::uint64_t m_profileSerial = 0;
    RowLook m_look;
    std::vector<RowBand> m_bands;
};

// Paints an outline that is `width` wide, its outer edge on the seams around a box.
void paintOutline(QPainter &painter, const QRectF &place, const QColor &colour, double width);
// Paint outlines of the box under the pointer and of the selected one, without touching their
// names; nothing for a null place. The painter must not be antialiased.
void paintHovered(QPainter &painter, const Theme &theme, const QRectF &place);
void paintSelected(QPainter &painter, const Theme &theme, const QRectF &place);
// Paints a time without samples, in the chart and in the overview.
void paintGap(QPainter &painter, const Theme &theme, const QRectF &place);
// Paints the edges of a selected range, and a veil over all that is outside.
void paintRange(QPainter &painter, const Theme &theme, const TimeScale &scale,
                model::TimeRange range, int height);

} // namespace ember::views
