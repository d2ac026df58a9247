// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/index.h"
#include "model/query/threadstatistics.h"
#include "views/state/threadchoice.h"
#include "views/threads/threadfigures.h"

#include <QAbstractItemModel>
#include <QMimeData>
#include <QSortFilterProxyModel>
#include <QString>

#include <optional>
#include <vector>

namespace ember::views {

// A row of the thread selector; computed off the UI thread.
struct ThreadRow {
    model::ThreadStatistics statistics;
    QString
        name; // with its recording if there are several, with id and process if it is not unique
    QString id;
    QString process;
    QString formerNames; // "bash, sh"
    std::optional<std::uint32_t> priority;
    std::optional<model::Timestamp> start;
    std::vector<float> activity; // 0 … 1, over the profile's time
};

// Returns a row per thread, busiest first.
std::vector<ThreadRow> threadRows(const model::SpanTable &spans);

// Returns the sums of rows: samples, running time and activity. Activity is scaled down if its
// highest sum exceeds that of one thread.
ThreadRow sumOf(const std::vector<const ThreadRow *> &rows);

class OpenProfile;

// The threads of a profile in the order of ThreadChoice::order(), the threads of a group below a
// row with their sums. Threads that the order does not have yet come after it, those without
// samples in a group of their own, which is the last.
//
//   thread               internal id 0
//   group                internal id 0
//     thread             internal id: the group's row + 1
//   No samples (12)      internal id 0
//     thread             internal id: its row + 1
class ThreadModel : public QAbstractItemModel {
    Q_OBJECT
public:
    // The columns that views refer to; the model may have more after them.
    enum Column { Name, Id, Process, Priority, Start, Samples, Running, Activity };
    enum Role { ActivityRole = Qt::UserRole, GroupKeyRole };

    // Both must outlive the model.
    ThreadModel(const OpenProfile &profile, ThreadChoice &threads, QObject *parent = nullptr);

    void setRows(std::vector<ThreadRow> rows); // in any order

    // Sets samples and running time in the selection, by thread, and the selection's name. Without
    // `scope` the rows' own figures are shown.
    void setFigures(std::vector<ThreadFigures> figures, const QString &scope);

    bool hasGroups() const;
    // Returns the thread of a row; invalid for a group.
    model::ThreadIndex threadAt(const QModelIndex &index) const;
    // Returns the thread, or the group's threads.
    std::vector<model::ThreadIndex> threadsAt(const QModelIndex &index) const;
    QModelIndex indexOf(model::ThreadIndex thread) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

    Qt::DropActions supportedDropActions() const override { return Qt::MoveAction; }
    // Whether running time is known for any thread; otherwise the figures are the time with
    // samples.
    bool isRunningKnown() const;
    QStringList mimeTypes() const override;
    QMimeData *mimeData(const QModelIndexList &indexes) const override;
    bool dropMimeData(const QMimeData *data, Qt::DropAction action, int row, int column,
                      const QModelIndex &parent) override;

private:
    // A row of the top level.
    struct Unit {
        QString key; // of the group; empty: a single thread
        ThreadRow sums; // of the group
        std::vector<std::size_t> rows; // indices into m_rows
    };

    void arrange();
    void followOrder();
    void addUnit(const QString &key, const QString &name, std::vector<std::size_t> rows);
    const Unit *groupAt(const QModelIndex &index) const;
    const ThreadRow &rowAt(const QModelIndex &index) const;
    bool canBeShown(const QModelIndex &index) const;
    bool isSecondRecord(const QModelIndex &index) const;
    QString text(const QModelIndex &index) const;
    ThreadFigures figuresAt(const QModelIndex &index) const;
    QString scopeText() const;
    QString toolTip(const QModelIndex &index) const;
    Qt::CheckState checkState(const QModelIndex &index) const;

    const OpenProfile &m_profile;
    ThreadChoice &m_threads;
    std::vector<ThreadRow> m_rows;
    std::vector<Unit> m_units;
    std::vector<ThreadGroup> m_order; // the order in which the units are arranged
    std::vector<ThreadFigures> m_figures; // by thread
    QString m_scope;
};

// The drag data of threads that are moved to another place within this window.
QString threadMimeType();
QMimeData *threadMimeData(const std::vector<model::ThreadIndex> &threads); // owned by the caller
// Returns the dragged threads; empty if the data is something else.
std::vector<model::ThreadIndex> draggedThreads(const QMimeData &data);

// The threads whose name, id or process contains a text, and their groups. Does not sort:
// ThreadModel is sorted.
class ThreadFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit ThreadFilter(QObject *parent = nullptr);

    void setText(const QString &text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QString m_text;
};

} // namespace ember::views
