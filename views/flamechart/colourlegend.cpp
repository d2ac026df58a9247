// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/colourlegend.h"

#include "views/flamechart/modecolours.h"

#include <QPainter>

namespace ember::views {

namespace {

constexpr int padding = 6;

} // namespace

ColourLegend::ColourLegend(const ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state)
{
    setAccessibleName(tr("Colours"));
    connect(&state, &ViewState::appearanceChanged, this, &ColourLegend::showMode);
    connect(&state, &ViewState::opened, this, &ColourLegend::showMode);
    showMode();
}

void ColourLegend::showMode()
{
    const auto meanings = meaningsOf(m_state.colourMode(), m_state.theme());
    QStringList texts;
    for (const ColourMeaning &meaning : meanings)
        texts << meaning.text;
    setAccessibleDescription(texts.join(QStringLiteral(", ")));
    setToolTip(explanationOf(m_state.colourMode()));
    setVisible(!meanings.empty() && m_state.spans());
    updateGeometry();
    update();
}

QSize ColourLegend::sizeHint() const
{
    int width = 0;
    for (const ColourMeaning &meaning : meaningsOf(m_state.colourMode(), m_state.theme()))
        width += fontMetrics().horizontalAdvance(meaning.text) + 2 * padding;
    return {width, fontMetrics().height() + 4};
}

void ColourLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    int left = 0;
    for (const ColourMeaning &meaning : meaningsOf(m_state.colourMode(), m_state.theme())) {
        const int width = fontMetrics().horizontalAdvance(meaning.text) + 2 * padding;
        const QRect place(left, 0, width - 1, height());
        painter.fillRect(place, QColor(meaning.colour.fill));
        painter.setPen(QColor(meaning.colour.text));
        painter.drawText(place, Qt::AlignCenter, meaning.text);
        left += width;
    }
}

} // namespace ember::views
