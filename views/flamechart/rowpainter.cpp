// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/rowpainter.h"

#include <algorithm>

namespace ember::views {

void RowPainter::begin(QImage &image, const ViewState &state)
{
    m_state = &state;
    m_canvas.emplace(image);
    m_colours.update(state);
    m_labels.setRatio(image.devicePixelRatio());
    if (state.profileSerial() != m_profileSerial)
        m_labels.forget();
    m_profileSerial = state.profileSerial();
    m_background = state.theme().background.rgb();
    m_seam = std::max(1, static_cast<int>(image.devicePixelRatio()));
    m_wanted.clear();
}

bool RowPainter::startRow(int from, int below)
{
    m_top = from;
    m_below = below;
    m_end = below - from > 2 * m_seam ? below - m_seam : below;
    const int first = std::max(from, 0);
    if (first >= std::min(m_end, m_canvas->height()))
        return false;
    m_line = m_canvas->line(first);
    m_painted = 0;
    return true;
}

void RowPainter::add(int from, int to, model::FrameIndex frame)
{
    const BoxColour colour = frame.isValid() ? m_colours[frame] : m_state->theme().neutral;
    std::fill(m_line + m_painted, m_line + from, m_background);
    // The seam that tells two calls of one function apart.
    const int filled = to - from >= 3 ? to - 1 : to;
    std::fill(m_line + from, m_line + filled, colour.fill);
    m_painted = filled;
    if (to - from >= m_labels.narrowest() && frame.isValid())
        m_wanted.push_back({frame, from, to, m_top, m_end, colour.text});
}

void RowPainter::endRow()
{
    std::fill(m_line + m_painted, m_line + m_canvas->width(), m_background);
    const int first = std::max(m_top, 0);
    m_canvas->repeat(first, first + 1, m_end);
    clear(m_end, m_below);
}

void RowPainter::paintLabels(QImage &image)
{
    m_labels.paint(image, *m_state->spans()->profile(), m_wanted);
}

} // namespace ember::views
