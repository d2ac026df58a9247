// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/chunks/chunkrow.h"

#include <QAbstractTableModel>

#include <vector>

namespace ember::views {

class ChunkModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Start,
        Duration,
        Threads,
        Samples,
        Bytes,
        Verdict,
        Sent,
        ChunkId,
        ProfilerId,
        ColumnCount
    };

    using QAbstractTableModel::QAbstractTableModel;

    // Rows that are there already stay (and stay selected); times count from `origin`.
    void setRows(std::vector<ChunkRow> rows, model::Timestamp origin);

    const std::vector<ChunkRow> &rows() const { return m_rows; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString textOf(const ChunkRow &row, int column) const;

    std::vector<ChunkRow> m_rows;
    model::Timestamp m_origin;
};

} // namespace ember::views
