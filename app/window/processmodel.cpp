// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/processmodel.h"

#include <QLocale>

#include <algorithm>

namespace ember::app {

namespace {

bool isSame(const RunningProcess &one, const RunningProcess &other)
{
    return one.pid == other.pid && one.startedTicks == other.startedTicks;
}

double percentOf(std::chrono::milliseconds cpu, std::chrono::milliseconds wall)
{
    return wall.count() > 0 ? 100.0 * double(cpu.count()) / double(wall.count()) : 0;
}

} // namespace

void ProcessModel::update(std::vector<RunningProcess> processes,
                          std::chrono::milliseconds sinceLast)
{
    removeEnded(processes);
    for (RunningProcess &process : processes) {
        const auto known = std::ranges::find_if(
            m_rows, [&](const Row &row) { return isSame(row.process, process); });
        if (known != m_rows.end()) {
            known->cpuPercent = percentOf(process.cpuTime - known->process.cpuTime, sinceLast);
            known->process = std::move(process);
            continue;
        }
        const auto row = static_cast<int>(m_rows.size());
        beginInsertRows({}, row, row);
        m_rows.push_back({std::move(process)});
        endInsertRows();
    }
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

void ProcessModel::removeEnded(const std::vector<RunningProcess> &processes)
{
    for (int row = rowCount() - 1; row >= 0; --row) {
        const bool isThere = std::ranges::any_of(processes, [&](const RunningProcess &process) {
            return isSame(process, this->process(row));
        });
        if (isThere)
            continue;
        beginRemoveRows({}, row, row);
        m_rows.erase(m_rows.begin() + row);
        endRemoveRows();
    }
}

int ProcessModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ProcessModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ProcessModel::data(const QModelIndex &index, int role) const
{
    const Row &row = m_rows.at(std::size_t(index.row()));
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole: return text(row, column);
    case sortRole: return sortKey(row, column);
    case Qt::ToolTipRole: return row.process.commandLine;
    case Qt::TextAlignmentRole:
        return int(column == Pid || column == Threads || column == Cpu
                       ? Qt::AlignRight | Qt::AlignVCenter
                       : Qt::AlignLeft | Qt::AlignVCenter);
    default: return {};
    }
}

QVariant ProcessModel::text(const Row &row, int column) const
{
    switch (column) {
    case Name: return row.process.name;
    case Pid: return QString::number(row.process.pid);
    case User: return row.process.user;
    case Threads: return QLocale().toString(row.process.threads);
    case Cpu: return tr("%1 %", "percent").arg(QLocale().toString(row.cpuPercent, 'f', 0));
    case Command: return row.process.commandLine;
    default: return {};
    }
}

QVariant ProcessModel::sortKey(const Row &row, int column) const
{
    switch (column) {
    case Name:
        return QString(QLatin1Char(row.process.isOwn ? '0' : '1') % row.process.name.toLower());
    case Pid: return row.process.pid;
    case Threads: return row.process.threads;
    case Cpu: return row.cpuPercent;
    default: return text(row, column);
    }
}

QVariant ProcessModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Name");
    case Pid: return tr("PID");
    case User: return tr("User");
    case Threads: return tr("Threads");
    case Cpu: return tr("CPU");
    case Command: return tr("Command");
    default: return {};
    }
}

} // namespace ember::app
