// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"
#include "app/session/processlist.h"
#include "views/newestjob.h"

#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>

#include <optional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QSpinBox;
class QTreeView;

namespace ember::app {

class ProcessModel;

// Dialog to choose a running process to record. Predicts what the kernel will refuse, and why; the
// recorder decides.
class AttachDialog : public QDialog {
    Q_OBJECT
public:
    explicit AttachDialog(QWidget *parent = nullptr);

signals:
    void attachRequested(const ember::app::LaunchCommand &command);

private:
    void createLayout();
    void refresh();
    void showProcesses(std::vector<RunningProcess> processes);
    void showChoice();
    void attach();
    std::optional<RunningProcess> chosen() const;

    ProcessModel *m_processes;
    QSortFilterProxyModel *m_shown;
    QLineEdit *m_filter;
    QTreeView *m_view;
    QLabel *m_refusal;
    QSpinBox *m_rate;
    QCheckBox *m_followChildren;
    QPushButton *m_attach;
    views::NewestJob<std::vector<RunningProcess>> m_job;
    QElapsedTimer m_sinceLast;
    QTimer m_timer;
};

} // namespace ember::app
