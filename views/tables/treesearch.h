// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/mergedtree.h"
#include "views/boxes/boxreference.h"

#include <QObject>
#include <QTimer>

#include <optional>

class QModelIndex;

namespace ember::views {

class CallTreeModel;
class ViewSelection;

// Walks through the rows of a call tree, closed ones too, until one matches the search, in slices,
// so that a tree of millions of rows does not block the UI thread. The tree keeps the calls found
// on the way: a search gives up when it has found a million of them. The next search gets farther,
// since these cost nothing then. Belongs to the UI thread.
class TreeSearch : public QObject {
    Q_OBJECT
public:
    TreeSearch(const ViewSelection &selection, const CallTreeModel &model,
               QObject *parent = nullptr);

    // Begins at the row after `from`, or before it; cancels the previous search. A near match is
    // found in this call.
    void start(const QModelIndex &from, Direction direction);
    void stop() { m_pause.stop(); }
    bool isLooking() const { return m_pause.isActive(); }

signals:
    void found(const QModelIndex &row);

private:
    void look();
    void step();
    bool isMatch() const;

    const ViewSelection &m_selection;
    const CallTreeModel &m_model;
    Direction m_direction = Direction::Forward;
    // The node, since rows are created and sorted between slices, but nodes stay. Empty: no rows
    // are left.
    std::optional<model::MergedIndex> m_at; // none: no rows are left
    bool m_isDescending = false; // backwards: towards the last row below
    std::size_t m_mostNodes = 0; // size of the tree at which it gives up
    QTimer m_pause;
};

} // namespace ember::views
