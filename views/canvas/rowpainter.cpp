// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/canvas/rowpainter.h"

#include "views/jobs/viewthreads.h"

#include <QPainter>

#include <algorithm>
#include <tuple>

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
    m_labelFrom = -1;
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
    m_ink = colour.text;
    if (to - from == 1) { // the most frequent case when zoomed out
        m_line[from] = colour.fill;
        m_painted = to;
        return;
    }
    // The last column is a seam that separates two calls of one function.
    const int filled = to - from >= 3 ? to - 1 : to;
    std::fill(m_line + from, m_line + filled, colour.fill);
    m_painted = filled;
    if (to - from >= m_narrowestLabel && frame.isValid())
        addLabel(from, to, frame, colour.text, sign);
}

void RowBand::addLabel(int from, int to, model::FrameIndex frame, QRgb ink, QChar sign)
{
    const auto [left, right] = brightPart(from, to);
    m_labels.push_back({frame, left, right, m_top, m_end, ink, sign});
    m_labelFrom = from;
}

std::pair<int, int> RowBand::brightPart(int from, int to) const
{
    const int left = std::max(from, m_look.brightFrom);
    const int right = std::min(to, m_look.brightTo);
    return right - left >= m_narrowestLabel ? std::pair(left, right) : std::pair(from, to);
}

void RowBand::addIn(int from, int to, model::FrameIndex frame, BoxColour colour)
{
    if (m_colours.isDimmed(frame))
        add(from, to, frame);
    else
        add(from, to, frame, colour, {});
}

void RowBand::addLevel(int from, int to, model::FrameIndex frame, std::uint32_t level)
{
    if (frame.isValid())
        add(from, to, frame, m_colours.ofLevel(frame, level), {});
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
    int piece = from; // start of the current piece
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
    if (m_labelFrom != from)
        return; // the call added last has no name
    Label &name = m_labels.back();
    if (name.colour == m_look.muted.text) // the whole call is muted already
        return;
    std::tie(name.left, name.right) = brightPart(widestFrom, widestTo);
    if (marks[widestFrom - from] != 0)
        name.colour = m_look.muted.text;
    if (widestTo - widestFrom < m_narrowestLabel) {
        m_labels.pop_back();
        m_labelFrom = -1;
    }
}

void RowBand::join(int start, std::pair<int, int> before, int from, int to, model::FrameIndex frame)
{
    if (before.second == from && before.second - before.first >= 3)
        m_line[from - 1] = m_line[from - 2]; // the seam
    while (!m_labels.empty() && m_labels.back().top == m_top && m_labels.back().left >= start)
        m_labels.pop_back();
    if (to - start >= m_narrowestLabel && frame.isValid())
        addLabel(start, to, frame, m_ink, {});
}

void RowBand::endRow()
{
    std::fill(m_line + m_painted, m_line + m_canvas->width(), m_look.background);
    const int first = std::max(m_top, 0);
    m_canvas->repeat(first, first + 1, m_end);
    m_canvas->fill(m_end, m_below, m_look.background);
}

void RowPainter::begin(QImage &image, const ViewState &state, std::size_t bands)
{
    m_state = &state;
    m_canvas.emplace(image);
    m_labels.setRatio(image.devicePixelRatio());
    if (state.profile().serial() != m_profileSerial)
        m_labels.forget();
    m_profileSerial = state.profile().serial();
    m_look = {.background = state.theme().background.rgb(),
              .nameless = state.theme().neutral,
              .muted = state.theme().dimmed,
              .seam = std::max(1, static_cast<int>(image.devicePixelRatio())),
              .narrowestLabel = m_labels.narrowest(),
              .lowestLabel = m_labels.lowest()};
    m_bands.resize(bands);
    for (RowBand &band : m_bands)
        band.begin(*m_canvas, state, m_look);
}

void RowPainter::brighten(int from, int to)
{
    for (RowBand &band : m_bands)
        band.brighten(from, to);
}

void RowPainter::paintLabels(QImage &image, const model::Profile &names)
{
    for (const RowBand &band : m_bands)
        m_labels.add(names, band.labels());
    onAllCores(m_bands.size(), [&](std::size_t number) {
        m_labels.paintAdded(*m_canvas, m_bands[number].labels());
    });
    m_labels.paintRest(image);
}

void RowPainter::writeLabels(QPainter &painter, const model::Profile &names, int top, int bottom)
{
    for (const RowBand &band : m_bands)
        m_labels.write(painter, names, band.labels(), m_canvas->height(), top, bottom);
}

void paintOutline(QPainter &painter, const QRectF &place, const QColor &colour, double width)
{
    const QRectF outer = place.adjusted(-1, -1, 1, 1); // the seams around the box
    painter.fillRect(QRectF(outer.left(), outer.top(), outer.width(), width), colour);
    painter.fillRect(QRectF(outer.left(), outer.bottom() - width, outer.width(), width), colour);
    painter.fillRect(QRectF(outer.left(), outer.top(), width, outer.height()), colour);
    painter.fillRect(QRectF(outer.right() - width, outer.top(), width, outer.height()), colour);
}

void paintHovered(QPainter &painter, const Theme &theme, const QRectF &place)
{
    if (place.isNull())
        return;
    paintOutline(painter, place, theme.text, 1);
}

void paintSelected(QPainter &painter, const Theme &theme, const QRectF &place)
{
    if (place.isNull())
        return;
    paintOutline(painter, place, theme.text, 2);
}

void paintGap(QPainter &painter, const Theme &theme, const QRectF &place)
{
    painter.fillRect(place, QBrush(theme.gap, Qt::BDiagPattern));
}

void paintRange(QPainter &painter, const Theme &theme, const TimeScale &scale,
                model::TimeRange range, int height)
{
    const double left = scale.toX(range.start);
    const double right = scale.toX(range.end);
    QColor veil = theme.background;
    veil.setAlpha(130);
    if (left > 0)
        painter.fillRect(QRectF(0, 0, std::min(left, scale.width()), height), veil);
    if (right < scale.width())
        painter.fillRect(QRectF(std::max(right, 0.0), 0, scale.width() - right, height), veil);
    for (const double edge : {left, right}) {
        if (edge >= 0 && edge <= scale.width())
            painter.fillRect(QRectF(edge - 0.5, 0, 1, height), theme.accent);
    }
}

} // namespace ember::views
