// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/widgets/tablelook.h"

#include "views/text/plaintexts.h"

#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::views {

namespace {

constexpr int roomAroundText = 6;

// Makes rows of trees as high as those of tables.
class RoomyRows : public ShortTexts {
public:
    using ShortTexts::ShortTexts;

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QSize size = ShortTexts::sizeHint(option, index);
        return size.expandedTo({0, option.fontMetrics.height() + roomAroundText});
    }
};

} // namespace

void ShortTexts::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    option->text = shortened(option->text, option->textElideMode, m_most);
}

void styleTable(QTableView &view)
{
    view.setItemDelegate(new ShortTexts(mostLetters, &view));
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

QList<int> selectedRows(const QAbstractItemView &view)
{
    QList<int> rows;
    for (const QModelIndex &index : view.selectionModel()->selectedRows())
        rows.append(index.row());
    std::ranges::sort(rows);
    return rows;
}

void styleTree(QTreeView &view)
{
    view.setFrameShape(QFrame::NoFrame);
    view.setItemDelegate(new RoomyRows(mostLetters, &view));
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

void layOutList(QWidget &panel, QAbstractItemView &list, QLabel &hint)
{
    styleHint(hint);
    auto *column = new QVBoxLayout(&panel);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(&list);
    column->addWidget(&hint);
    panel.setFocusProxy(&list);
}

} // namespace ember::views
