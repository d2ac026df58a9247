// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/upload/uploads.h"
#include "views/widgets/columnsmodel.h"

namespace ember::app {

// An item of the queue of uploads, for a row.
struct QueueRow {
    QueuedUpload upload;
    bool isTargetKnown = false; // sent by this window when it is due
};

// The queue of uploads as a table, oldest first. Rows keep their places while items change. Texts
// come from files and servers. UI thread.
class QueueList : public views::ColumnsModel<QueueRow> {
    Q_OBJECT
public:
    enum Column { Time, State, Type, Id, Size, Target, Attempts, Answer, ColumnCount };

    // The uploads must outlive it.
    explicit QueueList(Uploads &uploads, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    const QueueRow &item(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

private:
    static Columns columns();
    const QueueRow *rowAt(int row) const override;
    void take(const QueueListing &listing);
    void removeAbsent(const std::vector<QueueRow> &rows);
    void insertNew(const std::vector<QueueRow> &rows);

    std::vector<QueueRow> m_rows; // by number
};

} // namespace ember::app
