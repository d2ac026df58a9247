// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"
#include "app/session/processlist.h"
#include "views/jobs/newestjob.h"

#include <QAbstractTableModel>
#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>

#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSortFilterProxyModel;
class QSpinBox;
class QTreeView;

namespace ember::app {

// Table model of running processes; updates in place, so rows keep their selection.
class ProcessModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Pid, User, Threads, Cpu, Command, ColumnCount };

    // Role for sorting: numbers as numbers; by name, the user's processes come first.
    static constexpr int sortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    // `sinceLast`: time between this reading of processes and the last.
    void update(std::vector<RunningProcess> processes, std::chrono::milliseconds sinceLast);
    const RunningProcess &process(int row) const { return m_rows.at(std::size_t(row)).process; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    struct Row {
        RunningProcess process;
        double cpuPercent = 0; // of one core, since the last update
    };

    void removeEnded(const std::vector<RunningProcess> &processes);
    QVariant text(const Row &row, int column) const;
    QVariant sortKey(const Row &row, int column) const;

    std::vector<Row> m_rows;
};

// Dialog to choose a running process to record. Predicts what the kernel will refuse, and why; the
// recorder decides.
class AttachDialog : public QDialog {
    Q_OBJECT
public:
    explicit AttachDialog(QWidget *parent = nullptr);

signals:
    void attachRequested(const ember::app::LaunchCommand &command);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void createLayout();
    void refresh();
    void find(const QString &typed);
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
    QCheckBox *m_nameJit;
    QPushButton *m_attach;
    views::NewestJob<std::vector<RunningProcess>> m_job;
    QElapsedTimer m_sinceLast;
    QTimer m_timer;
};

} // namespace ember::app
