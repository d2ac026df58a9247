// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/deeptree.h"

#include <QHeaderView>
#include <QLocale>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace ember::views {

namespace {

constexpr int step = 12; // small, since stacks are deep
constexpr int leftForNames = 60; // per cent of the column
constexpr int besideNumber = 3;

} // namespace

DeepTree::DeepTree(QWidget *parent) : QTreeView(parent)
{
    setIndentation(step);
}

// Returns the indentation that rows have at most, in whole levels.
int DeepTree::mostIndented() const
{
    const int levels = columnWidth(0) * (100 - leftForNames) / 100 / step;
    return std::max(levels, 1) * step;
}

QRect DeepTree::shown(const QRect &cell) const
{
    QRect rect = cell;
    rect.setLeft(std::min(cell.left(), columnViewportPosition(0) + mostIndented()));
    return rect;
}

int DeepTree::saidLevel(const QRect &cell) const
{
    const int indented = cell.left() - columnViewportPosition(0);
    return indented > mostIndented() ? indented / step : 0;
}

void DeepTree::drawBranches(QPainter *painter, const QRect &rect, const QModelIndex &index) const
{
    QRect branches = rect;
    branches.setWidth(std::min(rect.width(), mostIndented()));
    if (branches == rect) {
        QTreeView::drawBranches(painter, rect, index);
        return;
    }
    if (!model()->hasChildren(index))
        return;
    QStyleOptionViewItem arrow;
    initViewItemOption(&arrow);
    arrow.rect = branches;
    arrow.rect.setLeft(branches.right() + 1 - step);
    arrow.state |= QStyle::State_Children;
    arrow.state.setFlag(QStyle::State_Open, isExpanded(index));
    style()->drawPrimitive(QStyle::PE_IndicatorBranch, &arrow, painter, this);
}

// Returns the row at a position in the first column if it is deeper than it is indented: there the
// view would look for the arrow where the row would begin.
QModelIndex DeepTree::deepRowAt(const QPoint &position) const
{
    const QModelIndex index = indexAt(position);
    return index.isValid() && index.column() == 0 && saidLevel(visualRect(index)) > 0
        ? index
        : QModelIndex();
}

bool DeepTree::isOnArrow(const QPoint &position) const
{
    const int end = columnViewportPosition(0) + mostIndented();
    return position.x() >= end - step && position.x() < end;
}

void DeepTree::mousePressEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    const QModelIndex deep = deepRowAt(position);
    if (!deep.isValid())
        QTreeView::mousePressEvent(event);
    else if (isOnArrow(position) && event->button() == Qt::LeftButton)
        setExpanded(deep, !isExpanded(deep));
    else
        QAbstractItemView::mousePressEvent(event); // NOLINT(bugprone-parent-virtual-call)
}

void DeepTree::mouseReleaseEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    if (!deepRowAt(position).isValid())
        QTreeView::mouseReleaseEvent(event);
    else if (!isOnArrow(position))
        QAbstractItemView::mouseReleaseEvent(event); // NOLINT(bugprone-parent-virtual-call)
}

void DeepTree::mouseDoubleClickEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    const QModelIndex deep = deepRowAt(position);
    if (!deep.isValid()) {
        QTreeView::mouseDoubleClickEvent(event);
        return;
    }
    if (isOnArrow(position)) {
        mousePressEvent(event);
        return;
    }
    QAbstractItemView::mouseDoubleClickEvent(event); // NOLINT(bugprone-parent-virtual-call)
    if (event->button() == Qt::LeftButton && itemsExpandable() && expandsOnDoubleClick())
        setExpanded(deep, !isExpanded(deep));
}

void DeepCells::paint(QPainter *painter, const QStyleOptionViewItem &option,
                      const QModelIndex &index) const
{
    const auto *view = dynamic_cast<const DeepTree *>(option.widget);
    const int level = view && index.column() == 0 ? view->saidLevel(option.rect) : 0;
    if (level == 0) {
        SumCells::paint(painter, option, index);
        return;
    }
    QStyleOptionViewItem shown = option;
    shown.rect = view->shown(option.rect);
    const QString number = QLocale().toString(level);
    const int width = option.fontMetrics.horizontalAdvance(number) + 2 * besideNumber;
    const QRect mark(shown.rect.topLeft(), QSize(width, shown.rect.height()));
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->setPen(
        option.palette.color(isSelected ? QPalette::HighlightedText : QPalette::PlaceholderText));
    painter->setFont(option.font);
    painter->drawText(mark, Qt::AlignCenter, number);
    shown.rect.setLeft(mark.right() + 1);
    SumCells::paint(painter, shown, index);
}

} // namespace ember::views
