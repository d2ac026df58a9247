// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/viewappearance.h"

#include <QStyledItemDelegate>

namespace ember::views {

// Paints ThreadModel::ActivityRole as a row of small bars.
class SparklineDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit SparklineDelegate(const ViewAppearance &appearance, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

    // Adds some room to all rows.
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    const ViewAppearance &m_appearance;
};

} // namespace ember::views
