// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/sample.h"
#include "views/state/theme.h"
#include "views/sums/sumcolumns.h"
#include "views/widgets/tablelook.h"

#include <span>
#include <vector>

namespace ember::views {

// What cells of sums tell beside their text: the length of the cell's bar, 0 … 1. No value: none.
inline constexpr int barRole = Qt::UserRole + 1;

// The state whose time a column has; Unknown: any.
model::ThreadState stateOf(SumColumn column);

// The colour of a column's bars: 3:1 against the background.
QColor barColour(const Theme &theme, model::ThreadState state);

// Draws cells of sums with their bars, a line below the text. Names of functions are elided in the
// middle, modules at the end.
class SumCells : public ShortTexts {
public:
    // `columns` in the model's order.
    SumCells(std::span<const SumColumn> columns, QObject *parent);

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    SumColumn columnOf(const QModelIndex &index) const
    {
        return m_columns[static_cast<std::size_t>(index.column())];
    }

    std::vector<SumColumn> m_columns;
};

} // namespace ember::views
