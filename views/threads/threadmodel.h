// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/threadstatistics.h"
#include "views/viewstate.h"

#include <QAbstractItemModel>
#include <QSortFilterProxyModel>

#include <vector>

namespace ember::views {

// A thread as the selector shows it; computed off the UI thread.
struct ThreadRow {
    model::ThreadStatistics statistics;
    QString name;
    QString id;
    QString process;
    std::optional<std::uint32_t> priority;
    std::vector<float> activity; // 0 … 1 over the profile's time
};

// One per thread, busiest first.
std::vector<ThreadRow> threadRows(const model::SpanTable &spans);

// Threads with samples at the top level; the ones without in a group of their own behind them.
//
//   row 0 … n−1   threads with samples         internal id 0
//   row n         "No samples" (if any)        internal id 0
//     row 0 …       threads without            internal id 1
class ThreadModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Column { Name, Id, Process, Priority, Samples, Running, Activity, ColumnCount };
    enum Role { SortRole = Qt::UserRole, ActivityRole };

    explicit ThreadModel(ViewState &state, QObject *parent = nullptr);

    void setRows(std::vector<ThreadRow> rows);

    bool hasGroup() const { return !m_empty.empty(); }

    // Invalid for the group.
    model::ThreadIndex threadAt(const QModelIndex &index) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    bool isGroup(const QModelIndex &index) const;
    const ThreadRow *rowAt(const QModelIndex &index) const;
    QVariant text(const ThreadRow &row, int column) const;
    QVariant sortKey(const ThreadRow &row, int column) const;

    ViewState &m_state;
    std::vector<ThreadRow> m_busy;
    std::vector<ThreadRow> m_empty;
};

// Sorts, keeps the group last, filters by name, id and process.
class ThreadFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit ThreadFilter(QObject *parent = nullptr);

    void setText(const QString &text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;
    bool lessThan(const QModelIndex &left, const QModelIndex &right) const override;

private:
    QString m_text;
};

} // namespace ember::views
