// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/rowpainter.h"

#include "views/flamechart/allcores.h"

#include <QPainter>

#include <algorithm>

namespace ember::views {

void RowPainter::begin(QImage &image, const ViewState &state, std::size_t bands)
{
    m_state = &state;
    m_canvas.emplace(image);
    m_labels.setRatio(image.devicePixelRatio());
    if (state.profileSerial() != m_profileSerial)
        m_labels.forget();
    m_profileSerial = state.profileSerial();
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

void RowPainter::paintLabels(QImage &image, const model::Profile &names)
{
    for (const RowBand &band : m_bands)
        m_labels.add(names, band.labels());
    onAllCores(m_bands.size(), [&](std::size_t number) {
        m_labels.paintAdded(*m_canvas, m_bands[number].labels());
    });
    m_labels.paintRest(image);
}

void RowPainter::writeLabels(QPainter &painter, const model::Profile &names)
{
    for (const RowBand &band : m_bands)
        m_labels.write(painter, names, band.labels(), m_canvas->height());
}

namespace {

void outline(QPainter &painter, const QRectF &place, const QColor &colour, double width)
{
    QPen pen(colour, width);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    const double inset = width / 2;
    painter.drawRect(place.adjusted(inset, inset, -inset, -inset));
}

} // namespace

void paintHovered(QPainter &painter, const Theme &theme, const QRectF &place)
{
    if (place.isNull())
        return;
    QColor glow = theme.shade == Shade::Dark ? Qt::white : Qt::black;
    glow.setAlpha(theme.shade == Shade::Dark ? 45 : 28);
    painter.fillRect(place, glow);
    outline(painter, place, theme.text, 1);
}

void paintSelected(QPainter &painter, const Theme &theme, const QRectF &place)
{
    if (place.isNull())
        return;
    outline(painter, place, theme.background, 3);
    outline(painter, place, theme.accent, 2);
}

} // namespace ember::views
