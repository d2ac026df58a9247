// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QWidget>

class QLabel;
class QSortFilterProxyModel;
class QTableView;

namespace ember::views {

class FrameModel;

// The slow and frozen frames, the longest first, each with the function that held it up. The one
// that is chosen is the one all views show.
class FramesPanel : public QWidget {
    Q_OBJECT
public:
    explicit FramesPanel(ViewState &state, QWidget *parent = nullptr);

private:
    void createView();
    void showHint();
    void choose(const QModelIndex &index);
    void showChosen();

    ViewState &m_state;
    FrameModel *m_model;
    QSortFilterProxyModel *m_sorted;
    QTableView *m_view;
    QLabel *m_hint;
};

} // namespace ember::views
