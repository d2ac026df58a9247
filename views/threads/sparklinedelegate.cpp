// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/threads/sparklinedelegate.h"

#include "views/threads/threadmodel.h"

#include <QPainter>

#include <algorithm>

namespace ember::views {

SparklineDelegate::SparklineDelegate(const ViewAppearance &appearance, QObject *parent)
    : QStyledItemDelegate(parent),
      m_appearance(appearance)
{
}

void SparklineDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const auto activity = index.data(ThreadModel::ActivityRole).value<std::vector<float>>();
    if (activity.empty())
        return;
    const QRectF area = QRectF(option.rect).adjusted(4, 3, -4, -3);
    const double step = area.width() / static_cast<double>(activity.size());
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    QColor colour =
        selected ? option.palette.highlightedText().color() : m_appearance.theme().accent;
    colour.setAlpha(200);
    for (std::size_t place = 0; place < activity.size(); ++place) {
        const double height =
            std::clamp(static_cast<double>(activity[place]), 0.0, 1.0) * area.height();
        if (height > 0)
            painter->fillRect(QRectF(area.left() + static_cast<double>(place) * step,
                                     area.bottom() - std::max(1.0, height), step,
                                     std::max(1.0, height)),
                              colour);
    }
}

QSize SparklineDelegate::sizeHint(const QStyleOptionViewItem &option,
                                  const QModelIndex &index) const
{
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return {size.width(), std::max(size.height(), option.fontMetrics.height() + 6)};
}

} // namespace ember::views
