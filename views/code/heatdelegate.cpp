// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/heatdelegate.h"

#include <QPainter>

#include <algorithm>

namespace ember::views {

HeatDelegate::HeatDelegate(const ViewState &state, QObject *parent)
    : QStyledItemDelegate(parent),
      m_state(state)
{
}

QColor heatColour(const Theme &theme, const QColor &background)
{
    constexpr double share = 0.45; // of the theme's colour
    const auto mix = [](int part, int rest) { return qRound(share * part + (1 - share) * rest); };
    const QColor &own = theme.heat;
    return QColor(mix(own.red(), background.red()), mix(own.green(), background.green()),
                  mix(own.blue(), background.blue()));
}

// Of a selected row the bar is a line below the figure: what colours can be read there is the
// style's business.
void HeatDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    constexpr int lineHeight = 3;
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QVariant heat = index.data(heatRole);
    if (isSelected || !heat.isValid())
        QStyledItemDelegate::paint(painter, option, index);
    if (!heat.isValid())
        return;
    QRect bar = option.rect.adjusted(1, 1, -1, -1);
    bar.setWidth(std::max(1, qRound(bar.width() * heat.toDouble())));
    if (isSelected) {
        bar.setTop(bar.bottom() - lineHeight + 1);
        painter->fillRect(bar, m_state.theme().heat);
    } else {
        painter->fillRect(bar, heatColour(m_state.theme(), option.palette.base().color()));
        QStyledItemDelegate::paint(painter, option, index);
    }
}

} // namespace ember::views
