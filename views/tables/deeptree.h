// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/sums/sumcolumns.h"

#include <QTreeView>

namespace ember::views {

// A tree whose rows are indented up to a part of the first column only, so that names have room at
// any depth. Rows that are deeper begin where that part ends, with the number of their level.
class DeepTree : public QTreeView {
public:
    explicit DeepTree(QWidget *parent = nullptr);

    // Returns where a cell of the first column begins that would be at `cell`; its right edge
    // stays.
    QRect shown(const QRect &cell) const;
    // Returns the number of the level, from 1, of a cell that would be at `cell`; 0: it is indented
    // in full.
    int saidLevel(const QRect &cell) const;

protected:
    void drawBranches(QPainter *painter, const QRect &rect,
                      const QModelIndex &index) const override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
    int mostIndented() const;
    QModelIndex deepRowAt(const QPoint &position) const;
    bool isOnArrow(const QPoint &position) const;
};

// Draws the cells of such a tree.
class DeepCells : public SumCells {
public:
    using SumCells::SumCells;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
               const QModelIndex &index) const override;
};

} // namespace ember::views
