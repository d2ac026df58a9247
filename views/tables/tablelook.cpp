// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/tablelook.h"

#include <QHeaderView>
#include <QLabel>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QTreeView>

namespace ember::views {

namespace {

constexpr int roomAroundText = 6;

// Rows of trees are as high as those of tables.
class RoomyRows : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QSize size = QStyledItemDelegate::sizeHint(option, index);
        return size.expandedTo({0, option.fontMetrics.height() + roomAroundText});
    }
};

} // namespace

void styleTable(QTableView &view)
{
    view.setShowGrid(false);
    view.setFrameShape(QFrame::NoFrame);
    view.setAlternatingRowColors(true);
    view.setWordWrap(false);
    view.setSelectionBehavior(QAbstractItemView::SelectRows);
    view.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.setTabKeyNavigation(false);
    view.verticalHeader()->hide();
    view.verticalHeader()->setDefaultSectionSize(view.fontMetrics().height() + roomAroundText);
    view.horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    view.horizontalHeader()->setHighlightSections(false);
    view.horizontalHeader()->setStretchLastSection(true);
}

void styleTree(QTreeView &view)
{
    view.setFrameShape(QFrame::NoFrame);
    view.setItemDelegate(new RoomyRows(&view));
    view.setUniformRowHeights(true);
    view.setAlternatingRowColors(true);
    view.setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
}

void styleHint(QLabel &hint)
{
    hint.setAlignment(Qt::AlignCenter);
    hint.setWordWrap(true);
    hint.setMargin(12);
    hint.setForegroundRole(QPalette::PlaceholderText);
}

} // namespace ember::views
