// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/compare/comparisonmodel.h"

#include "views/state/viewappearance.h"
#include "views/state/viewselection.h"
#include "views/sums/tablerows.h"
#include "views/text/amounttext.h"
#include "views/text/durationtext.h"

#include <QBrush>
#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

struct ComparedText {
    Q_DECLARE_TR_FUNCTIONS(ComparedText)
};

constexpr QChar times(0x00d7);

} // namespace

QString comparedText(const Comparison &comparison, double amount)
{
    if (comparison.by == Normalisation::Share)
        return percentText(amount);
    const QString text = amountText(*comparison.after.calls, amount);
    return comparison.by == Normalisation::PerSecond
        ? ComparedText::tr("%1/s", "an amount per second").arg(text)
        : text;
}

QString differenceText(const Comparison &comparison, double difference)
{
    const QString size = comparedText(comparison, std::abs(difference));
    if (difference == 0)
        return size;
    return (difference > 0 ? QChar(u'+') : minusSign) + size;
}

QString ratioText(const ComparedAmount &amount)
{
    const auto ratio = amount.ratio();
    if (!ratio)
        return amount.after > 0 ? ComparedText::tr("new") : QString();
    if (*ratio == 0)
        return ComparedText::tr("gone");
    return times + QLocale().toString(*ratio, 'f', *ratio < 10 ? 2 : 0);
}

QString noiseText(Noise noise)
{
    switch (noise) {
    case Noise::Within: return ComparedText::tr("within noise");
    case Noise::Beyond: return ComparedText::tr("beyond noise");
    case Noise::Unknown: break;
    }
    return ComparedText::tr("not known");
}

QString noiseExplanation(Noise noise)
{
    switch (noise) {
    case Noise::Within:
        return ComparedText::tr("So small a difference may come from having taken samples only.");
    case Noise::Beyond:
        return ComparedText::tr(
            "More than sampling explains. Whether the machine was busier, or another "
            "run would differ as much, samples do not tell.");
    case Noise::Unknown: break;
    }
    return ComparedText::tr("How many events these values are sums of is not known.");
}

namespace {

// The sort key by ratio: new functions come before any that have grown.
double ratioRank(const ComparedAmount &amount)
{
    return amount.ratio().value_or(amount.after > 0 ? std::numeric_limits<double>::infinity() : 1);
}

} // namespace

ComparisonModel::ComparisonModel(const ViewSelection &selection, const ViewAppearance &appearance,
                                 QObject *parent)
    : QAbstractTableModel(parent),
      m_selection(selection),
      m_appearance(appearance)
{
    const auto repaint = [this] {
        if (rowCount() > 0)
            emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1),
                             {Qt::ForegroundRole, Qt::FontRole});
    };
    connect(&selection, &ViewSelection::matchesChanged, this, repaint);
    connect(&appearance, &ViewAppearance::changed, this, repaint);
}

void ComparisonModel::setComparison(ComparisonPointer comparison)
{
    beginResetModel();
    m_comparison = std::move(comparison);
    chooseRows();
    endResetModel();
}

void ComparisonModel::setPart(ComparedPart part)
{
    beginResetModel();
    m_part = part;
    chooseRows();
    endResetModel();
}

void ComparisonModel::chooseRows()
{
    m_order.clear();
    m_largest = 0;
    const std::size_t count = m_comparison ? m_comparison->functions.size() : 0;
    for (std::size_t row = 0; row < count; ++row) {
        const ComparedAmount &amount = amountOf(m_comparison->functions[row]);
        if (amount.before != 0 || amount.after != 0)
            m_order.push_back(row);
        m_largest = std::max(m_largest, std::abs(amount.difference()));
    }
    sortRows();
}

std::size_t ComparisonModel::leftOut() const
{
    return m_comparison ? m_comparison->functions.size() - m_order.size() : 0;
}

const ComparedFunction &ComparisonModel::function(int row) const
{
    return m_comparison->functions[m_order[static_cast<std::size_t>(row)]];
}

std::optional<int> ComparisonModel::rowOf(const ComparedFunction &wanted) const
{
    for (int row = 0; row < rowCount(); ++row) {
        const ComparedFunction &known = function(row);
        if (known.name == wanted.name && known.module == wanted.module && known.file == wanted.file)
            return row;
    }
    return std::nullopt;
}

int ComparisonModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

int ComparisonModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const ComparedAmount &ComparisonModel::amountOf(const ComparedFunction &function) const
{
    return m_part == ComparedPart::Self ? function.self : function.total;
}

QString ComparisonModel::text(const ComparedFunction &function, int column) const
{
    const ComparedAmount &amount = amountOf(function);
    switch (column) {
    case Name: return fromUtf8(function.name);
    case Before: return comparedText(*m_comparison, amount.before);
    case After: return comparedText(*m_comparison, amount.after);
    case Difference: return differenceText(*m_comparison, amount.difference());
    case Ratio: return ratioText(amount);
    case Noise: return noiseText(amount.noise);
    case Module: return fromUtf8(function.module);
    default: return {};
    }
}

QString ComparisonModel::toolTip(const ComparedFunction &function) const
{
    return QStringLiteral("%1\n%2").arg(fromUtf8(function.name),
                                        noiseExplanation(amountOf(function).noise));
}

QVariant ComparisonModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const ComparedFunction &row = function(index.row());
    const bool isWords = isText(columns()[static_cast<std::size_t>(index.column())]);
    switch (role) {
    case Qt::DisplayRole: return text(row, index.column());
    case Qt::ToolTipRole: return toolTip(row);
    case Qt::TextAlignmentRole:
        return int((isWords ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    case Qt::ForegroundRole:
        if (amountOf(row).noise == model::Noise::Within)
            return QBrush(m_appearance.theme().mutedText);
        return matchLook(m_selection.matches(), m_appearance.theme(), row.after, role);
    case Qt::FontRole:
        return matchLook(m_selection.matches(), m_appearance.theme(), row.after, role);
    case barRole:
        return index.column() == Difference && m_largest > 0
            ? QVariant(amountOf(row).difference() / m_largest)
            : QVariant();
    case Qt::BackgroundRole: return chosenLook(m_selection, m_appearance.theme(), row.after);
    default: return {};
    }
}

std::span<const SumColumn> ComparisonModel::columns()
{
    static constexpr std::array list{SumColumn::Name,       SumColumn::Before, SumColumn::After,
                                     SumColumn::Difference, SumColumn::Ratio,  SumColumn::Noise,
                                     SumColumn::Module};
    return list;
}

QVariant ComparisonModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return orientation == Qt::Horizontal
        ? headerOf(columns()[static_cast<std::size_t>(section)], role)
        : QVariant();
}

void ComparisonModel::sort(int column, Qt::SortOrder order)
{
    emit layoutAboutToBeChanged();
    m_sortColumn = column;
    m_sortOrder = order;
    sortRows();
    emit layoutChanged();
}

void ComparisonModel::sortRows()
{
    const auto isLess = [this](const ComparedFunction &a, const ComparedFunction &b) {
        const ComparedAmount &first = amountOf(a);
        const ComparedAmount &second = amountOf(b);
        switch (m_sortColumn) {
        case Name: return a.name < b.name;
        case Before: return first.before < second.before;
        case After: return first.after < second.after;
        case Ratio: return ratioRank(first) < ratioRank(second);
        case Noise: return first.noise < second.noise;
        case Module: return a.module < b.module;
        default: return std::abs(first.difference()) < std::abs(second.difference());
        }
    };
    std::ranges::stable_sort(m_order, [&](std::size_t a, std::size_t b) {
        const auto &functions = m_comparison->functions;
        return m_sortOrder == Qt::AscendingOrder ? isLess(functions[a], functions[b])
                                                 : isLess(functions[b], functions[a]);
    });
}

} // namespace ember::views
