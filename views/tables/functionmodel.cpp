// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/functionmodel.h"

#include "views/durationtext.h"
#include "views/graph/graphtext.h"

#include <algorithm>
#include <array>

namespace ember::views {

using namespace model;

void FunctionModel::setFunctions(std::vector<FunctionStatistics> functions,
                                 std::optional<QString> unit, Accuracy accuracy)
{
    beginResetModel();
    m_functions = std::move(functions);
    m_unit = std::move(unit);
    m_accuracy = accuracy;
    m_whole = 0;
    m_samples = 0;
    for (const FunctionStatistics &function : m_functions) {
        m_whole += selfOf(function);
        m_samples += function.selfSamples;
    }
    sortRows();
    endResetModel();
}

std::optional<int> FunctionModel::rowOf(const FunctionStatistics &function) const
{
    const auto found = std::ranges::find_if(m_functions, [&](const FunctionStatistics &row) {
        return row.name == function.name && row.module == function.module
            && row.file == function.file;
    });
    if (found == m_functions.end())
        return std::nullopt;
    return static_cast<int>(found - m_functions.begin());
}

int FunctionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_functions.size());
}

int FunctionModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

double FunctionModel::selfOf(const FunctionStatistics &row) const
{
    return m_unit ? row.selfValue : static_cast<double>(row.self.count());
}

double FunctionModel::totalOf(const FunctionStatistics &row) const
{
    return m_unit ? row.totalValue : static_cast<double>(row.total.count());
}

QString FunctionModel::weightText(double weight) const
{
    const QString text = m_unit ? valueText(weight, *m_unit)
                                : durationText(Nanoseconds(static_cast<std::int64_t>(weight)));
    return withAccuracy(m_accuracy, text);
}

QString FunctionModel::shareText(double weight) const
{
    return withAccuracy(m_accuracy, percentText(m_whole > 0 ? weight / m_whole : 0));
}

QString FunctionModel::toolTip(const FunctionStatistics &row) const
{
    if (m_accuracy == Accuracy::Estimate)
        return fromUtf8(row.name);
    return tr("%1\n%2 as the leaf, %3 anywhere in the stack")
               .arg(fromUtf8(row.name), samplesText(row.selfSamples), samplesText(row.totalSamples))
        + QLatin1Char('\n')
        + tr("95 % sure: self %1, total %2")
              .arg(confidenceText(row.selfSamples, m_samples),
                   confidenceText(row.totalSamples, m_samples));
}

QVariant FunctionModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const FunctionStatistics &row = function(index.row());
    if (role == Qt::TextAlignmentRole
        && !isText(columns()[static_cast<std::size_t>(index.column())]))
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return toolTip(row);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name: return fromUtf8(row.name);
    case Self: return weightText(selfOf(row));
    case SelfShare: return shareText(selfOf(row));
    case Total: return weightText(totalOf(row));
    case TotalShare: return shareText(totalOf(row));
    case Module: return fromUtf8(row.module);
    default: return {};
    }
}

std::span<const SumColumn> FunctionModel::columns()
{
    static constexpr std::array list{SumColumn::Name,  SumColumn::Self,       SumColumn::SelfShare,
                                     SumColumn::Total, SumColumn::TotalShare, SumColumn::Module};
    return list;
}

QVariant FunctionModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal
        ? headerOf(columns()[static_cast<std::size_t>(section)], role)
        : QVariant();
}

void FunctionModel::sort(int column, Qt::SortOrder order)
{
    emit layoutAboutToBeChanged();
    m_sortColumn = column;
    m_sortOrder = order;
    sortRows();
    emit layoutChanged();
}

void FunctionModel::sortRows()
{
    const auto compare = [this](const FunctionStatistics &a, const FunctionStatistics &b) {
        switch (m_sortColumn) {
        case Name: return a.name < b.name;
        case Total:
        case TotalShare: return totalOf(a) < totalOf(b);
        case Module: return a.module < b.module;
        default: return selfOf(a) < selfOf(b);
        }
    };
    std::ranges::stable_sort(m_functions, [&](const auto &a, const auto &b) {
        return m_sortOrder == Qt::AscendingOrder ? compare(a, b) : compare(b, a);
    });
}

} // namespace ember::views
