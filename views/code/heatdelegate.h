// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QStyledItemDelegate>

namespace ember::views {

// Of a figure: its share of the largest in the column, as a double; none where nothing was spent.
constexpr int heatRole = Qt::UserRole;

// A bar behind a figure, as long as the figure is large: by heatRole.
class HeatDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    HeatDelegate(const ViewState &state, QObject *parent);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;

private:
    const ViewState &m_state;
};

// The colour of the bars: text on it can be read as on the background.
QColor heatColour(const Theme &theme, const QColor &background);

} // namespace ember::views
