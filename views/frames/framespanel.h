// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/slowframes.h"
#include "views/viewstate.h"

#include <QModelIndex>
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
    void showFrames();
    void fitStarts();
    const model::SlowFrame &frameAt(const QModelIndex &index) const;
    void choose(const QModelIndex &index);
    void chooseIfOther(const QModelIndex &index);
    void showChosen();
    QModelIndex selectChosen();

    ViewState &m_state;
    FrameModel *m_model;
    QSortFilterProxyModel *m_sorted;
    QTableView *m_view;
    QLabel *m_hint;
};

} // namespace ember::views
