// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"
#include "model/query/functionstatistics.h"
#include "views/jobs/newestjob.h"
#include "views/sums/sumcolumns.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ember::views {

// Functions with their times or values, and the order of their rows.
struct FunctionRows {
    std::vector<model::FunctionStatistics> functions;
    std::optional<QString> unit; // of their values; empty: nanoseconds
    model::Accuracy accuracy = model::Accuracy::Exact;
    double whole = 0; // the sum of all self times or values, which shares refer to
    std::uint64_t samples = 0; // of all functions
    Sorting sorting; // that `order` has
    std::vector<std::uint32_t> order; // indices into `functions`
    // The functions' own times by state; empty: not known.
    std::vector<model::StateTimes> states = {};

    double selfOf(const model::FunctionStatistics &row) const;
    double totalOf(const model::FunctionStatistics &row) const;
    // Returns an order; equal functions are in the order of `functions`.
    std::vector<std::uint32_t> sorted(Sorting by) const;
};

// Sums up and sorts functions. For any thread.
FunctionRows functionRows(std::vector<model::FunctionStatistics> functions,
                          std::optional<QString> unit, model::Accuracy accuracy, Sorting sorting,
                          std::vector<model::StateTimes> states = {});

// Shows functions as rows. The model sorts, so that an update keeps the order; very many are sorted
// off the UI thread and keep their order until then.
class FunctionModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column {
        Name,
        Self,
        SelfShare,
        Running,
        Runnable,
        Blocked,
        Total,
        TotalShare,
        Module,
        ColumnCount
    };
    static std::span<const SumColumn> columns();

    explicit FunctionModel(QObject *parent = nullptr);

    // Sorts the rows again if sorting() has changed meanwhile.
    void setRows(FunctionRows rows);
    // Sets few functions, which are sorted in this call.
    void setFunctions(std::vector<model::FunctionStatistics> functions,
                      std::optional<QString> unit = {},
                      model::Accuracy accuracy = model::Accuracy::Exact);
    Sorting sorting() const { return m_sorting; }

    const model::FunctionStatistics &function(int row) const
    {
        return m_rows->functions[m_order[static_cast<std::size_t>(row)]];
    }

    // Returns the row of the function with the same names; empty if there is none any more.
    std::optional<int> rowOf(const model::FunctionStatistics &function) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    using Order = std::vector<std::uint32_t>;

    void arrange(Order order);
    // The weight that a cell shows; empty: it shows none, or a text.
    std::optional<double> weightOf(const QModelIndex &index) const;
    QString weightText(double weight) const;
    QString shareText(double weight) const;
    QString toolTip(const model::FunctionStatistics &row) const;

    std::shared_ptr<const FunctionRows> m_rows;
    Order m_order;
    Sorting m_sorting{SumColumn::Self, Qt::DescendingOrder};
    NewestJob<Order> m_job;
};

} // namespace ember::views
