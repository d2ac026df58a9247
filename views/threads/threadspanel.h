// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/newestjob.h"
#include "views/threads/threadmodel.h"
#include "views/viewstate.h"

#include <QWidget>

class QLineEdit;
class QTimer;
class QTreeView;

namespace ember::views {

// The thread selector: search, sort, tick what the chart shows. A double click shows that thread
// alone.
class ThreadsPanel : public QWidget {
    Q_OBJECT
public:
    explicit ThreadsPanel(ViewState &state, QWidget *parent = nullptr);

    void focusSearch();

signals:
    void threadActivated(ember::model::ThreadIndex thread); // clicked: scroll the chart there

protected:
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void createView();
    void arrangeColumns();
    void fitName();
    void schedule();
    void compute();
    void showRows(std::vector<ThreadRow> rows);
    model::ThreadIndex threadAt(const QModelIndex &index) const;
    void addMenuActions();

    ViewState &m_state;
    ThreadModel *m_model;
    ThreadFilter *m_filter;
    QLineEdit *m_search;
    QTreeView *m_view;
    QTimer *m_delay;
    bool m_isFitting = false;
    bool m_isNameSizedByUser = false;
    NewestJob<std::vector<ThreadRow>> m_job;
};

} // namespace ember::views
