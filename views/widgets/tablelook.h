// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStyledItemDelegate>

class QAbstractItemView;
class QHeaderView;
class QKeyEvent;
class QLabel;
class QTableView;
class QTreeView;

namespace ember::views {

// Draws only the part of a text that can be visible: a cell's text may be as long as its profile's
// file. Copies have the whole text.
class ShortTexts : public QStyledItemDelegate {
public:
    // `most`: letters that are laid out; see views/text/plaintexts.h.
    explicit ShortTexts(qsizetype most, QObject *parent) : QStyledItemDelegate(parent), m_most(most)
    {
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    qsizetype m_most;
};

// Wraps the texts of a tree to a few lines: for lists of names and values beside the views. Call
// after styleTree().
void wrapValues(QTreeView &view);

// Sets the common look of lists: whole rows, no grid, narrow lines, headers at the left. Home and
// End go to the first and last row; those that can be sorted are by sortKey.
void styleTable(QTableView &view);
void styleTree(QTreeView &view);
// Sets the look of a hint that is shown instead of rows.
void styleHint(QLabel &hint);

// Lays out a panel's list, which gets the panel's focus, and the hint that is shown instead of its
// rows.
void layOutList(QWidget &panel, QAbstractItemView &list, QLabel &hint);

// Sorts a list by the next column that is shown: numbers with the largest first.
constexpr Qt::Key sortKey = Qt::Key_T;
void sortByNextColumn(QHeaderView &header);
void reverseOrder(QHeaderView &header); // with Shift

// Whether a key press is Enter, on either part of the keyboard, without Ctrl and the like.
bool isPlainEnter(const QKeyEvent &event);

// The selected rows of a list, in its order.
QList<int> selectedRows(const QAbstractItemView &view);

} // namespace ember::views
