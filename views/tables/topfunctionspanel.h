// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/newestjob.h"
#include "views/viewstate.h"

#include <QElapsedTimer>
#include <QWidget>

#include <chrono>
#include <optional>

class QCheckBox;
class QLabel;
class QTableView;
class QTimer;

namespace ember::views {

class FunctionModel;
class WeightChoice;

// Functions by self or total time, of the selected range and the shown threads; where the profile
// tells who ran, of running threads only if the reader wants. Computed off the UI thread; a growing
// capture again and again, as often as takes a fifth of the time.
class TopFunctionsPanel : public QWidget {
    Q_OBJECT
public:
    explicit TopFunctionsPanel(ViewState &state, QWidget *parent = nullptr);

signals:
    void functionActivated(const QString &name); // double click: search for it

protected:
    void showEvent(QShowEvent *event) override;

private:
    void createView();
    void askAnew();
    void schedule();
    void compute();
    void showScope();
    void showFunctions(std::vector<model::FunctionStatistics> functions);

    ViewState &m_state;
    FunctionModel *m_model;
    QLabel *m_scope;
    WeightChoice *m_weight;
    QCheckBox *m_runningOnly;
    QTableView *m_view;
    QTimer *m_delay;
    bool m_asksAnew = true; // range or threads are others than those of the job under way
    std::optional<QString> m_askedUnit;
    QElapsedTimer m_asked;
    std::chrono::milliseconds m_pause; // between a change and the next computation
    NewestJob<std::vector<model::FunctionStatistics>> m_job;
};

} // namespace ember::views
