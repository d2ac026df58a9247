// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QWidget>

class QLineEdit;
class QTreeView;

namespace ember::views {

class ThreadModel;
class ThreadFilter;

// The thread selector: search, sort, tick what the chart shows. A double click shows that thread
// alone.
class ThreadsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ThreadsPanel(ViewState &state, QWidget *parent = nullptr);

    void focusSearch();

signals:
    void threadActivated(ember::model::ThreadIndex thread); // scroll the chart there

private:
    ViewState &m_state;
    ThreadModel *m_model;
    ThreadFilter *m_filter;
    QLineEdit *m_search;
    QTreeView *m_view;
};

} // namespace ember::views
