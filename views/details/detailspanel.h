// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/functionstatistics.h"
#include "views/newestjob.h"
#include "views/viewstate.h"

#include <QWidget>

class QLabel;
class QTreeWidget;
class QTreeWidgetItem;

namespace ember::views {

// Why the chosen frame was slow, and the selected box: function, module, place, this call's time
// and samples, the function's time in the selected range, the raw attributes of its frame, and its
// callers.
class DetailsPanel : public QWidget {
    Q_OBJECT
public:
    explicit DetailsPanel(ViewState &state, QWidget *parent = nullptr);

signals:
    // With the right button; the call's function has become ViewState::function().
    void contextMenuRequested(const QPoint &globalPosition);

private:
    void showSelection();
    void requestMenu(const QPoint &position);
    void showFrame();
    void showTitle(const QString &name);
    void showHint();
    void showCallers(const BoxReference &box);
    void startStatistics();
    void showStatistics(const std::vector<model::FunctionStatistics> &functions);

    ViewState &m_state;
    QLabel *m_title;
    QTreeWidget *m_rows;
    QTreeWidgetItem *m_function = nullptr; // where the job's answer goes
    NewestJob<std::vector<model::FunctionStatistics>> m_job;
};

} // namespace ember::views
