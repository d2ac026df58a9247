// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/searchmatches.h"

#include <QLabel>
#include <QObject>
#include <QVariant>

#include <functional>

class QAbstractItemView;
class QAbstractScrollArea;
class QModelIndex;

namespace ember::views {

class ViewSelection;
struct Theme;

// The row that the reader chooses in a table of functions: its function becomes
// ViewSelection::function(), and a right click asks for the menu.
class ChosenRow : public QObject {
    Q_OBJECT
public:
    using FrameOf = std::function<model::FrameIndex(const QModelIndex &)>;

    // Watches a view that has its model.
    ChosenRow(ViewSelection &selection, QAbstractItemView &view, FrameOf frameOf);

    // `replace` puts other rows into the view, and may make one current: that one nobody has
    // chosen. The view stays scrolled as it is.
    void replaceRows(const std::function<void()> &replace);

signals:
    void contextMenuRequested(const QPoint &globalPosition);

private:
    void choose(const QModelIndex &index);

    ViewSelection &m_selection;
    QAbstractItemView &m_view;
    FrameOf m_frameOf;
    bool m_isReplacing = false;
};

// While a search is on, functions that match it are bold and the others muted: the look of a row,
// for Qt::ForegroundRole and Qt::FontRole.
QVariant matchLook(const SearchMatches &matches, const Theme &theme, model::FrameIndex function,
                   int role);

// Says so where a table has no rows because nothing is selected, or filters leave nothing. Hidden
// at first, for a table that waits for its rows is empty, too. Belongs to the view it covers, which
// keeps mouse and keyboard.
class NothingSeen : public QLabel {
    Q_OBJECT
public:
    explicit NothingSeen(QAbstractScrollArea &view);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
};

} // namespace ember::views
