// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/functionstatistics.h"
#include "views/tables/sumcolumns.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace ember::views {

// Functions with their times; sorting is done here, so that an update keeps the order.
class FunctionModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Self, SelfShare, Total, TotalShare, Module, ColumnCount };
    static std::span<const SumColumn> columns();

    using QAbstractTableModel::QAbstractTableModel;

    // By time, or by values of that unit. Shares are of the sum of all self times or values.
    void setFunctions(std::vector<model::FunctionStatistics> functions,
                      std::optional<QString> unit = {},
                      model::Accuracy accuracy = model::Accuracy::Exact);

    const model::FunctionStatistics &function(int row) const
    {
        return m_functions[static_cast<std::size_t>(row)];
    }

    // Of the function with that one's names; none if it is no longer there.
    std::optional<int> rowOf(const model::FunctionStatistics &function) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    void sortRows();
    double selfOf(const model::FunctionStatistics &row) const;
    double totalOf(const model::FunctionStatistics &row) const;
    QString weightText(double weight) const;
    QString shareText(double weight) const;
    QString toolTip(const model::FunctionStatistics &row) const;

    std::vector<model::FunctionStatistics> m_functions;
    std::optional<QString> m_unit; // none: weights are nanoseconds
    model::Accuracy m_accuracy = model::Accuracy::Exact;
    double m_whole = 0;
    std::uint64_t m_samples = 0; // of all functions
    int m_sortColumn = Self;
    Qt::SortOrder m_sortOrder = Qt::DescendingOrder;
};

} // namespace ember::views
