// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/rowband.h"

#include <algorithm>

namespace ember::views {

void RowBand::begin(const Canvas &canvas, const ViewState &state, const RowLook &look)
{
    m_canvas.emplace(canvas);
    m_colours.update(state);
    m_look = look;
    m_labels.clear();
}

bool RowBand::startRow(int from, int below)
{
    m_top = from;
    m_below = below;
    m_end = below - from > 2 * m_look.seam ? below - m_look.seam : below;
    const int first = std::max(from, 0);
    if (first >= std::min(m_end, m_canvas->height()))
        return false;
    m_line = m_canvas->line(first);
    m_painted = 0;
    m_narrowestLabel =
        m_end - m_top >= m_look.lowestLabel ? m_look.narrowestLabel : m_canvas->width() + 1;
    return true;
}

void RowBand::add(int from, int to, model::FrameIndex frame)
{
    add(from, to, frame, frame.isValid() ? m_colours[frame] : m_look.nameless, {});
}

void RowBand::add(int from, int to, model::FrameIndex frame, BoxColour colour, QChar sign)
{
    if (m_painted < from)
        std::fill(m_line + m_painted, m_line + from, m_look.background);
    if (to - from == 1) { // nearly all, zoomed out
        m_line[from] = colour.fill;
        m_painted = to;
        return;
    }
    // The seam that tells two calls of one function apart.
    const int filled = to - from >= 3 ? to - 1 : to;
    std::fill(m_line + from, m_line + filled, colour.fill);
    m_painted = filled;
    if (to - from >= m_narrowestLabel && frame.isValid())
        m_labels.push_back({frame, from, to, m_top, m_end, colour.text, sign});
}

void RowBand::addIn(int from, int to, model::FrameIndex frame, BoxColour colour)
{
    if (m_colours.isDimmed(frame))
        add(from, to, frame);
    else
        add(from, to, frame, colour, {});
}

void RowBand::addRecursion(int from, int to, model::FrameIndex frame, std::uint32_t level)
{
    if (frame.isValid())
        add(from, to, frame, m_colours.ofRecursion(frame, level), {});
    else
        add(from, to, frame);
}

void RowBand::addColumns(int from, int to, model::FrameIndex frame, const QRgb *fills, QRgb ink)
{
    if (m_colours.isDimmed(frame)) {
        add(from, to, frame);
        return;
    }
    add(from, to, frame, {*fills, ink}, {});
    std::copy(fills, fills + (m_painted - from), m_line + from);
}

void RowBand::mute(int from, int to, const std::uint8_t *marks)
{
    int piece = from; // where it begins
    int widestFrom = from;
    int widestTo = from;
    for (int x = from; x < to; ++x) {
        const bool isMuted = marks[x - from] != 0;
        if (x > piece && isMuted != (marks[x - 1 - from] != 0))
            piece = x;
        if (x + 1 - piece > widestTo - widestFrom) {
            widestFrom = piece;
            widestTo = x + 1;
        }
        if (isMuted && x < m_painted)
            m_line[x] = m_look.muted.fill;
    }
    if (m_labels.empty() || m_labels.back().left != from || m_labels.back().top != m_top)
        return; // it has no name
    Label &name = m_labels.back();
    if (name.colour == m_look.muted.text) // grey as a whole
        return;
    name.left = widestFrom;
    name.right = widestTo;
    if (marks[widestFrom - from] != 0)
        name.colour = m_look.muted.text;
    if (widestTo - widestFrom < m_narrowestLabel)
        m_labels.pop_back();
}

void RowBand::endRow()
{
    std::fill(m_line + m_painted, m_line + m_canvas->width(), m_look.background);
    const int first = std::max(m_top, 0);
    m_canvas->repeat(first, first + 1, m_end);
    m_canvas->fill(m_end, m_below, m_look.background);
}

} // namespace ember::views
