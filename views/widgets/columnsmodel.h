// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>

#include <functional>
#include <utility>
#include <vector>

namespace ember::views {

// A column of a table whose rows are of type Row.
template<typename Row>
struct TableColumn {
    using Text = std::function<QString(const Row &)>;
    using Key = std::function<QVariant(const Row &)>;

    // Without `cellTip` cells have no tips; without `cellKey` the column has no order of its own.
    TableColumn(QString columnTitle, Text cellText, Qt::Alignment cellAlignment = Qt::AlignLeft,
                Text cellTip = nullptr, Key cellKey = nullptr)
        : title(std::move(columnTitle)),
          text(std::move(cellText)),
          alignment(cellAlignment),
          tip(std::move(cellTip)),
          sortKey(std::move(cellKey))
    {
    }

    QString title;
    Text text;
    Qt::Alignment alignment;
    Text tip;
    Key sortKey;
};

// Base of flat tables that are declared by their columns. Subclasses provide the rows, and override
// data() for roles that no column declares.
template<typename Row>
class ColumnsModel : public QAbstractTableModel {
public:
    static constexpr int sortRole = Qt::UserRole;

    int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
    }

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override
    {
        const Row *row = index.isValid() ? rowAt(index.row()) : nullptr;
        if (!row)
            return {};
        const auto &column = m_columns[static_cast<std::size_t>(index.column())];
        switch (role) {
        case Qt::DisplayRole: return column.text(*row);
        case Qt::ToolTipRole: return column.tip ? column.tip(*row) : QVariant();
        case Qt::TextAlignmentRole: return int(column.alignment | Qt::AlignVCenter);
        case sortRole: return column.sortKey ? column.sortKey(*row) : QVariant();
        default: return {};
        }
    }

    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override
    {
        const bool isTitle = orientation == Qt::Horizontal && role == Qt::DisplayRole;
        return isTitle && section >= 0 && section < columnCount()
            ? m_columns[static_cast<std::size_t>(section)].title
            : QVariant();
    }

protected:
    using Columns = std::vector<TableColumn<Row>>;

    ColumnsModel(Columns columns, QObject *parent)
        : QAbstractTableModel(parent),
          m_columns(std::move(columns))
    {
    }

    // Returns the row; null if it does not exist any more.
    virtual const Row *rowAt(int row) const = 0;

private:
    Columns m_columns;
};

} // namespace ember::views
