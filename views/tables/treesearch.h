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

// Walks through the rows of a call tree, closed ones too, until one matches the search: a slice at
// a time, so that a tree of millions of rows holds nobody up. What it passes, the tree has found
// and keeps: at a million calls found by one search it gives up without a match. Asked again
// it gets farther, as what is found then costs nothing. Belongs to the UI thread.
class TreeSearch : public QObject {
    Q_OBJECT
public:
    TreeSearch(const ViewState &state, const CallTreeModel &model, QObject *parent = nullptr);

    // From the row behind `from`, or the one before it; what was under way is given up. A match
    // that is near is found at once.
    void start(const QModelIndex &from, Direction direction);
    void stop() { m_pause.stop(); }
    bool isLooking() const { return m_pause.isActive(); }

signals:
    void found(const QModelIndex &row);

private:
    void look();
    void step();
    bool isMatch() const;

    const ViewState &m_state;
    const CallTreeModel &m_model;
    Direction m_direction = Direction::Forward;
    // Rows are made and sorted anew between slices, nodes stay.
    std::optional<model::MergedIndex> m_at; // none: no rows are left
    bool m_isDescending = false; // towards the last row below, backwards
    std::size_t m_mostNodes = 0; // of the tree when it gives up
    QTimer m_pause;
};

} // namespace ember::views
