// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/processlist.h"

#include <QAbstractTableModel>

#include <vector>

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

} // namespace ember::app
