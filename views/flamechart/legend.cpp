// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/legend.h"

#include <QPainter>

#include <utility>

namespace ember::views {

Legend::Legend(QWidget *parent) : QWidget(parent) { }

void Legend::setMeanings(std::vector<ColourMeaning> meanings)
{
    m_meanings = std::move(meanings);
    QStringList texts;
    for (const ColourMeaning &meaning : m_meanings)
        texts << meaning.text;
    setAccessibleDescription(texts.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QSize Legend::sizeHint() const
{
    int width = 0;
    for (const ColourMeaning &meaning : m_meanings)
        width += widthOf(meaning);
    return {width, fontMetrics().height() + 4};
}

void Legend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    int left = 0;
    for (const ColourMeaning &meaning : m_meanings) {
        const int width = widthOf(meaning);
        const QRect place(left, 0, width - 1, height());
        painter.fillRect(place, QColor(meaning.colour.fill));
        painter.setPen(QColor(meaning.colour.text));
        painter.drawText(place, Qt::AlignCenter, meaning.text);
        left += width;
    }
}

int Legend::widthOf(const ColourMeaning &meaning) const
{
    constexpr int padding = 6;
    return fontMetrics().horizontalAdvance(meaning.text) + 2 * padding;
}

} // namespace ember::views
