// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

class QLabel;
class QTableView;
class QTreeView;

namespace ember::views {

// Draws as much of a text as can be seen: a cell's may be as long as its profile's file. What is
// copied is whole.
class ShortTexts : public QStyledItemDelegate {
public:
    // Letters that are laid out; views/text/plaintexts.h.
    explicit ShortTexts(qsizetype most, QObject *parent) : QStyledItemDelegate(parent), m_most(most)
    {
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    qsizetype m_most;
};

// The one look of our lists: whole rows, no grid, tight lines, headers at the left.
void styleTable(QTableView &view);
void styleTree(QTreeView &view);
// What stands in the place of rows that are not there.
void styleHint(QLabel &hint);

} // namespace ember::views
