// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/searchmatches.h"

#include <QLabel>
#include <QObject>
#include <QTimer>
#include <QVariant>

#include <functional>

class QAbstractItemView;
class QAbstractScrollArea;
class QKeyEvent;
class QModelIndex;

namespace ember::views {

class ViewSelection;
struct Theme;

// Watches the row that the user chooses in a table of functions: its function becomes
// ViewSelection::function(), and a right click requests the menu. The first arrow key chooses the
// row that is current already, else the first one. Enter or a double click activates a row; a
// double click on one with rows below opens or closes it instead.
class ChosenRow : public QObject {
    Q_OBJECT
public:
    using FrameOf = std::function<model::FrameIndex(const QModelIndex &)>;

    // The view must have its model already.
    ChosenRow(ViewSelection &selection, QAbstractItemView &view, FrameOf frameOf);

    // `replace` puts other rows into the view, and may make one current, which then does not count
    // as chosen. The scroll position stays.
    void replaceRows(const std::function<void()> &replace);
    // Scrolls to the chosen row; to the first one, if none is chosen.
    void reveal();
    // For tables with a row per function: makes the row of ViewSelection::function() the current
    // one; no row, if the function has none.
    void followSelection();

signals:
    void contextMenuRequested(const QPoint &globalPosition);
    void activated(); // the chosen row

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool takeKey(const QKeyEvent &event);
    void choose(const QModelIndex &index);

    ViewSelection &m_selection;
    QAbstractItemView &m_view;
    FrameOf m_frameOf;
    bool m_isReplacing = false;
};

// Returns the look of a row for Qt::ForegroundRole and Qt::FontRole: while a search is on,
// functions that match it are bold and the others muted.
QVariant matchLook(const SearchMatches &matches, const Theme &theme, model::FrameIndex function,
                   int role);

// Returns the look for Qt::BackgroundRole of a row of the selected function.
QVariant chosenLook(const ViewSelection &selection, const Theme &theme, model::FrameIndex function);

// Tells over a table without rows why there are none: they are still being summed up, or the
// selection and filters leave nothing. Owned by the view it covers, which still gets mouse and
// keyboard events.
class NothingSeen : public QLabel {
    Q_OBJECT
public:
    explicit NothingSeen(QAbstractScrollArea &view);

    // Call when rows are being summed up; the hint appears if this takes a moment.
    void await();
    // Call when the table has `rows` rows; shows the hint if there are none.
    void take(int rows);
    // Call when there is nothing to sum up.
    void forget();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QTimer m_moment;
};

} // namespace ember::views
