// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/functioncalls.h"
#include "views/boxreference.h"

#include <QAbstractTableModel>

#include <vector>

namespace ember::views {

// The longest calls of a function, the longest first.
class LongCallModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Duration, Start, Thread, Samples, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    // `origin`: what starts are counted from. The same calls as before are no news: whoever has
    // chosen one keeps it.
    void setCalls(model::SpanTablePointer spans, std::vector<model::LongCall> calls,
                  model::Timestamp origin);

    BoxReference callAt(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const QModelIndex &index) const;

    model::SpanTablePointer m_spans;
    std::vector<model::LongCall> m_calls;
    model::Timestamp m_origin;
};

} // namespace ember::views
