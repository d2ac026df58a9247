// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/viewstate.h"

#include <QStyledItemDelegate>

namespace ember::views {

// Paints ThreadModel::ActivityRole as a row of little bars.
class SparklineDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit SparklineDelegate(ViewState &state, QObject *parent = nullptr);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

    // Gives all rows a little air.
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    ViewState &m_state;
};

} // namespace ember::views
