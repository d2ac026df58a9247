// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/codemodel.h"

#include "views/text/amounttext.h"
#include "views/text/durationtext.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

HeatDelegate::HeatDelegate(const ViewAppearance &appearance, QObject *parent)
    : QStyledItemDelegate(parent),
      m_appearance(appearance)
{
}

QColor heatColour(const Theme &theme, const QColor &background)
{
    constexpr double share = 0.45; // of the theme's colour
    const auto mix = [](int part, int rest) { return qRound(share * part + (1 - share) * rest); };
    const QColor &own = theme.heat;
    return QColor(mix(own.red(), background.red()), mix(own.green(), background.green()),
                  mix(own.blue(), background.blue()));
}

// Paints the bar; on a selected row as a line below the figure: which colours are readable there
// depends on the style.
void HeatDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                         const QModelIndex &index) const
{
    constexpr int lineHeight = 3;
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QVariant heat = index.data(heatRole);
    if (isSelected || !heat.isValid())
        QStyledItemDelegate::paint(painter, option, index);
    if (!heat.isValid())
        return;
    QRect bar = option.rect.adjusted(1, 1, -1, -1);
    bar.setWidth(std::max(1, qRound(bar.width() * heat.toDouble())));
    if (isSelected) {
        bar.setTop(bar.bottom() - lineHeight + 1);
        painter->fillRect(bar, m_appearance.theme().heat);
    } else {
        painter->fillRect(bar, heatColour(m_appearance.theme(), option.palette.base().color()));
        QStyledItemDelegate::paint(painter, option, index);
    }
}

namespace {

constexpr double hotShare = 0.01;

} // namespace

CodeModel::CodeModel(Titles titles, QObject *parent)
    : QAbstractTableModel(parent),
      m_titles(std::move(titles))
{
}

int CodeModel::nextHotRow(int row, Direction direction) const
{
    const auto rows = hotRows();
    if (rows.empty())
        return -1;
    if (direction == Direction::Forward) {
        const auto next = std::ranges::upper_bound(rows, row);
        return next == rows.end() ? rows.front() : *next;
    }
    const auto next = std::ranges::lower_bound(rows, row);
    return next == rows.begin() ? rows.back() : *(next - 1);
}

int CodeModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant CodeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    const ColumnTitle &title = m_titles[static_cast<std::size_t>(section)];
    if (role == Qt::ToolTipRole && !title.tip.isEmpty())
        return title.tip;
    return role == Qt::DisplayRole ? QVariant(title.text) : QVariant();
}

void CodeModel::takeLarger(const CallWeights &calls, const Weight &self, const Weight &total)
{
    if (calls.amount(self) > calls.amount(m_most.self))
        m_most.self = self;
    if (calls.amount(total) > calls.amount(m_most.total))
        m_most.total = total;
}

bool CodeModel::isHot(const CallWeights &calls, const Weight &total) const
{
    return calls.amount(total) >= hotShare * calls.amount(m_most.total);
}

QVariant CodeModel::figure(const CallWeights &calls, int column, const Weight &self,
                           const Weight &total, int role) const
{
    if (column != Self && column != Total)
        return {};
    const Weight &weight = column == Self ? self : total;
    if (weight.samples == 0)
        return {};
    const double amount = calls.amount(weight);
    const double most = calls.amount(column == Self ? m_most.self : m_most.total);
    if (role == Qt::DisplayRole)
        return amountText(calls, amount);
    return role == heatRole && most > 0 ? QVariant(amount / most) : QVariant();
}

QString CodeModel::withShares(const QString &text, const CallWeights &calls, const QString &place,
                              const Weight &self, const Weight &total)
{
    const auto share = [&](const Weight &part) {
        return percentText(shareOf(calls, calls.amount(part)));
    };
    return text.arg(place, share(self), samplesText(self.samples), share(total),
                    samplesText(total.samples));
}

} // namespace ember::views
