// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QObject>

#include <functional>

class QAbstractItemView;
class QModelIndex;

namespace ember::views {

// The row that the reader chooses in a table of functions: its function becomes
// ViewState::function(), and a right click asks for the menu.
class ChosenRow : public QObject {
    Q_OBJECT
public:
    using FrameOf = std::function<model::FrameIndex(const QModelIndex &)>;

    // Watches a view that has its model.
    ChosenRow(ViewState &state, QAbstractItemView &view, FrameOf frameOf);

    // `replace` puts other rows into the view, and may make one current: that one nobody has
    // chosen. The view stays scrolled as it is.
    void replaceRows(const std::function<void()> &replace);

signals:
    void contextMenuRequested(const QPoint &globalPosition);

private:
    void choose(const QModelIndex &index);

    ViewState &m_state;
    QAbstractItemView &m_view;
    FrameOf m_frameOf;
    bool m_isReplacing = false;
};

} // namespace ember::views
