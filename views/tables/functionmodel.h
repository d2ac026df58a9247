// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/functionstatistics.h"
#include "views/jobs/newestjob.h"
#include "views/sums/sumcolumns.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ember::views {

// Functions with their times or values, and an order to show them in.
struct FunctionRows {
    std::vector<model::FunctionStatistics> functions;
    std::optional<QString> unit; // of the values they are weighed by; none: nanoseconds
    model::Accuracy accuracy = model::Accuracy::Exact;
    double whole = 0; // the sum of all self times or values: shares are of that
    std::uint64_t samples = 0; // of all functions
    Sorting sorting; // of `order`
    std::vector<std::uint32_t> order; // places in `functions`

    double selfOf(const model::FunctionStatistics &row) const;
    double totalOf(const model::FunctionStatistics &row) const;
    // Equal ones as they are in `functions`.
    std::vector<std::uint32_t> sorted(Sorting by) const;
};

// Sums them up and sorts them. Any thread.
FunctionRows functionRows(std::vector<model::FunctionStatistics> functions,
                          std::optional<QString> unit, model::Accuracy accuracy, Sorting sorting);

// Shows functions. Sorting is done here, so that an update keeps the order; of very many off the UI
// thread: they stand as they stood until that is done.
class FunctionModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Name, Self, SelfShare, Total, TotalShare, Module, ColumnCount };
    static std::span<const SumColumn> columns();

    explicit FunctionModel(QObject *parent = nullptr);

    // Sorts them again if they are sorted in another way than sorting() by now.
    void setRows(FunctionRows rows);
    // Not many: they are sorted here.
    void setFunctions(std::vector<model::FunctionStatistics> functions,
                      std::optional<QString> unit = {},
                      model::Accuracy accuracy = model::Accuracy::Exact);
    Sorting sorting() const { return m_sorting; }

    const model::FunctionStatistics &function(int row) const
    {
        return m_rows->functions[m_order[static_cast<std::size_t>(row)]];
    }

    // Of the function with that one's names; none if it is no longer there.
    std::optional<int> rowOf(const model::FunctionStatistics &function) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    using Order = std::vector<std::uint32_t>;

    void arrange(Order order);
    QString weightText(double weight) const;
    QString shareText(double weight) const;
    QString toolTip(const model::FunctionStatistics &row) const;

    std::shared_ptr<const FunctionRows> m_rows;
    Order m_order;
    Sorting m_sorting{SumColumn::Self, Qt::DescendingOrder};
    NewestJob<Order> m_job;
};

} // namespace ember::views
