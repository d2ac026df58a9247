// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/functionmodel.h"

#include "views/sums/sumcolumns.h"
#include "views/text/amounttext.h"
#include "views/text/durationtext.h"

#include <QGuiApplication>
#include <QPalette>

#include <algorithm>
#include <array>
#include <numeric>

namespace ember::views {

using namespace model;

double FunctionRows::selfOf(const FunctionStatistics &row) const
{
    return unit ? row.selfValue : static_cast<double>(row.self.count());
}

double FunctionRows::totalOf(const FunctionStatistics &row) const
{
    return unit ? row.totalValue : static_cast<double>(row.total.count());
}

namespace {

Nanoseconds timeIn(const StateTimes &times, SumColumn column)
{
    switch (column) {
    case SumColumn::Running: return times.running;
    case SumColumn::Runnable: return times.runnable;
    default: return times.blocked;
    }
}

std::vector<std::uint32_t> sortedByState(const FunctionRows &rows, Sorting by)
{
    std::vector<std::uint32_t> places(rows.functions.size());
    std::iota(places.begin(), places.end(), 0U);
    std::ranges::stable_sort(places, [&](std::uint32_t first, std::uint32_t second) {
        const auto a = timeIn(rows.states[first], by.column);
        const auto b = timeIn(rows.states[second], by.column);
        return by.order == Qt::AscendingOrder ? a < b : b < a;
    });
    return places;
}

} // namespace

std::vector<std::uint32_t> FunctionRows::sorted(Sorting by) const
{
    if (stateOf(by.column) != ThreadState::Unknown && !states.empty())
        return sortedByState(*this, by);
    const auto isBefore = [&](const FunctionStatistics &a, const FunctionStatistics &b) {
        switch (by.column) {
        case SumColumn::Name: return a.name < b.name;
        case SumColumn::Total:
        case SumColumn::TotalShare: return totalOf(a) < totalOf(b);
        case SumColumn::Module: return a.module < b.module;
        default: return selfOf(a) < selfOf(b);
        }
    };
    std::vector<std::uint32_t> places(functions.size());
    std::iota(places.begin(), places.end(), 0U);
    std::ranges::stable_sort(places, [&](std::uint32_t first, std::uint32_t second) {
        const auto &a = functions[first];
        const auto &b = functions[second];
        return by.order == Qt::AscendingOrder ? isBefore(a, b) : isBefore(b, a);
    });
    return places;
}

FunctionRows functionRows(std::vector<FunctionStatistics> functions, std::optional<QString> unit,
                          Accuracy accuracy, Sorting sorting, std::vector<StateTimes> states)
{
    FunctionRows rows{std::move(functions), std::move(unit), accuracy, 0, 0, sorting, {},
                      std::move(states)};
    for (const FunctionStatistics &function : rows.functions) {
        rows.whole += rows.selfOf(function);
        rows.samples += function.selfSamples;
    }
    rows.order = rows.sorted(sorting);
    return rows;
}

FunctionModel::FunctionModel(QObject *parent)
    : QAbstractTableModel(parent),
      m_rows(std::make_shared<const FunctionRows>()),
      m_job(this, [this](Order order) { arrange(std::move(order)); })
{
}

void FunctionModel::setRows(FunctionRows rows)
{
    m_job.cancel();
    beginResetModel();
    m_order = std::move(rows.order);
    const auto sorting = rows.sorting;
    m_rows = std::make_shared<const FunctionRows>(std::move(rows));
    endResetModel();
    if (sorting != m_sorting)
        sort(placeOf(m_sorting.column, columns()), m_sorting.order);
}

void FunctionModel::setFunctions(std::vector<FunctionStatistics> functions,
                                 std::optional<QString> unit, Accuracy accuracy)
{
    setRows(functionRows(std::move(functions), std::move(unit), accuracy, m_sorting));
}

std::optional<int> FunctionModel::rowOf(const FunctionStatistics &function) const
{
    const auto found = std::ranges::find_if(m_order, [&](std::uint32_t place) {
        const FunctionStatistics &row = m_rows->functions[place];
        return row.name == function.name && row.module == function.module
            && row.file == function.file;
    });
    if (found == m_order.end())
        return std::nullopt;
    return static_cast<int>(found - m_order.begin());
}

int FunctionModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int FunctionModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString FunctionModel::weightText(double weight) const
{
    const QString text = m_rows->unit
        ? valueText(weight, *m_rows->unit)
        : durationText(Nanoseconds(static_cast<std::int64_t>(weight)));
    return withAccuracy(m_rows->accuracy, text);
}

QString FunctionModel::shareText(double weight) const
{
    return withAccuracy(m_rows->accuracy,
                        percentText(m_rows->whole > 0 ? weight / m_rows->whole : 0));
}

std::optional<double> FunctionModel::weightOf(const QModelIndex &index) const
{
    const auto place = m_order[static_cast<std::size_t>(index.row())];
    const FunctionStatistics &row = m_rows->functions[place];
    const auto column = columns()[static_cast<std::size_t>(index.column())];
    switch (index.column()) {
    case Self:
    case SelfShare: return m_rows->selfOf(row);
    case Total:
    case TotalShare: return m_rows->totalOf(row);
    case Running:
    case Runnable:
    case Blocked:
        if (!m_rows->states.empty())
            return static_cast<double>(timeIn(m_rows->states[place], column).count());
        break;
    default: break;
    }
    return std::nullopt;
}

QString FunctionModel::toolTip(const FunctionStatistics &row) const
{
    if (m_rows->accuracy == Accuracy::Estimate)
        return fromUtf8(row.name);
    return tr("%1\n%2 as the leaf, %3 anywhere in the stack")
               .arg(fromUtf8(row.name), samplesText(row.selfSamples), samplesText(row.totalSamples))
        + QLatin1Char('\n')
        + tr("95 % confidence: self %1, total %2")
              .arg(confidenceText(row.selfSamples, m_rows->samples),
                   confidenceText(row.totalSamples, m_rows->samples));
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
    const auto weight = weightOf(index);
    const bool isPlain = index.column() == Self || index.column() == Total;
    if (role == barRole)
        return weight && !isPlain && m_rows->whole > 0 ? QVariant(*weight / m_rows->whole)
                                                       : QVariant();
    // What is zero is of little interest, but must not look as if it was missing.
    if (role == Qt::ForegroundRole && weight.value_or(m_rows->totalOf(row)) == 0)
        return QGuiApplication::palette().brush(QPalette::PlaceholderText);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name: return fromUtf8(row.name);
    case Self: return weightText(m_rows->selfOf(row));
    case SelfShare: return shareText(m_rows->selfOf(row));
    case Running:
    case Runnable:
    case Blocked: return weight ? weightText(*weight) : QString();
    case Total: return weightText(m_rows->totalOf(row));
    case TotalShare: return shareText(m_rows->totalOf(row));
    case Module: return fromUtf8(row.module);
    default: return {};
    }
}

std::span<const SumColumn> FunctionModel::columns()
{
    static constexpr std::array list{
        SumColumn::Name,    SumColumn::Self,       SumColumn::SelfShare,
        SumColumn::Running, SumColumn::Runnable,   SumColumn::Blocked,
        SumColumn::Total,   SumColumn::TotalShare, SumColumn::Module};
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
    m_sorting = {columns()[static_cast<std::size_t>(column)], order};
    m_job.cancel();
    if (m_order.size() <= fewRows)
        arrange(m_rows->sorted(m_sorting));
    else
        m_job.start([rows = m_rows, sorting = m_sorting] { return rows->sorted(sorting); });
}

// Reorders the rows; the selected function stays selected.
void FunctionModel::arrange(Order order)
{
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    std::vector<int> rows(before.isEmpty() ? 0 : order.size());
    for (std::size_t row = 0; row < rows.size(); ++row)
        rows[order[row]] = static_cast<int>(row);
    QModelIndexList after;
    for (const QModelIndex &index : before)
        after << this->index(rows[m_order[static_cast<std::size_t>(index.row())]], index.column());
    m_order = std::move(order);
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

} // namespace ember::views
