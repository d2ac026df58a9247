// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/changelegend.h"

#include <QPainter>

#include <algorithm>

namespace ember::views {

namespace {

constexpr int padding = 6;
constexpr int strongest = 3; // step

} // namespace

ChangeLegend::ChangeLegend(const ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state)
{
    setAccessibleName(tr("Legend"));
    setAccessibleDescription(texts().join(QStringLiteral(", ")));
    setToolTip(
        tr("Boxes are as wide as what they took in the profile that is shown. Changes within "
           "sampling noise have no colour and no sign."));
    connect(&state, &ViewState::appearanceChanged, this, qOverload<>(&QWidget::update));
}

QStringList ChangeLegend::texts()
{
    return {tr("− half or gone"), tr("− a quarter"), tr("− less"),         tr("within noise"),
            tr("+ more"),         tr("+ a third"),   tr("+ double or new")};
}

QSize ChangeLegend::sizeHint() const
{
    int width = 0;
    for (const QString &text : texts())
        width += fontMetrics().horizontalAdvance(text) + 2 * padding;
    return {width, fontMetrics().height() + 4};
}

void ChangeLegend::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    int left = 0;
    int step = -strongest;
    for (const QString &text : texts()) {
        const BoxColour colour = m_state.theme().forChange(step++);
        const int width = fontMetrics().horizontalAdvance(text) + 2 * padding;
        const QRect place(left, 0, width - 1, height());
        painter.fillRect(place, QColor(colour.fill));
        painter.setPen(QColor(colour.text));
        painter.drawText(place, Qt::AlignCenter, text);
        left += width;
    }
}

} // namespace ember::views
