// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/newestjob.h"
#include "views/viewstate.h"

#include <QWidget>

class QLabel;
class QTableView;
class QTimer;

namespace ember::views {

class FunctionModel;

// Functions by self or total time, of the selected range and the shown threads. Computed off the
// UI thread; while a capture grows at most twice a second.
class TopFunctionsPanel : public QWidget {
    Q_OBJECT
public:
    explicit TopFunctionsPanel(ViewState &state, QWidget *parent = nullptr);

signals:
    void functionActivated(const QString &name); // double click: search for it

protected:
    void showEvent(QShowEvent *event) override;

private:
    void schedule();
    void compute();

    ViewState &m_state;
    FunctionModel *m_model;
    QLabel *m_scope;
    QTableView *m_view;
    QTimer *m_delay;
    NewestJob<std::vector<model::FunctionStatistics>> m_job;
};

} // namespace ember::views
