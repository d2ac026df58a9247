// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/source/sourcemodel.h"

#include "views/durationtext.h"
#include "views/graph/graphtext.h"
#include "views/source/heatdelegate.h"

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

constexpr double hotShare = 0.01;

} // namespace

void SourceModel::setAnswer(SourceAnswer answer)
{
    const bool isSameText = answer.text && answer.text == m_answer.text;
    if (!isSameText)
        beginResetModel();
    m_answer = std::move(answer);
    m_most = {};
    m_atNoLine = {};
    m_firstBehindEnd = 0;
    for (const LineWeight &weight : m_answer.lines) {
        if (weight.line == 0) {
            m_atNoLine = weight.total;
            continue;
        }
        const auto takeLarger = [&](Weight &most, const Weight &other) {
            if (m_answer.calls->amount(other) > m_answer.calls->amount(most))
                most = other;
        };
        takeLarger(m_most.self, weight.self);
        takeLarger(m_most.total, weight.total);
        if (m_firstBehindEnd == 0 && rowOf(weight.line) < 0)
            m_firstBehindEnd = weight.line;
    }
    if (!isSameText)
        endResetModel();
    else if (rowCount() > 0)
        emit dataChanged(index(0, Self), index(rowCount() - 1, Total));
}

std::uint32_t SourceModel::lineAt(int row) const
{
    return m_answer.text->lineAt(static_cast<std::size_t>(row));
}

int SourceModel::rowOf(std::uint32_t line) const
{
    const auto row = m_answer.text ? m_answer.text->rowOf(line) : std::nullopt;
    return row ? static_cast<int>(*row) : -1;
}

int SourceModel::nextHotRow(int row, Direction direction) const
{
    std::vector<int> rows;
    for (const LineWeight &weight : m_answer.lines) {
        const bool isHot =
            m_answer.calls->amount(weight.total) >= hotShare * m_answer.calls->amount(m_most.total);
        if (const int place = weight.line != 0 && isHot ? rowOf(weight.line) : -1; place >= 0)
            rows.push_back(place);
    }
    if (rows.empty())
        return -1;
    if (direction == Direction::Forward) {
        const auto next = std::ranges::upper_bound(rows, row);
        return next == rows.end() ? rows.front() : *next;
    }
    const auto next = std::ranges::lower_bound(rows, row);
    return next == rows.begin() ? rows.back() : *(next - 1);
}

int SourceModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_answer.text ? 0 : static_cast<int>(m_answer.text->rowCount());
}

int SourceModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const LineWeight *SourceModel::weightAt(int row) const
{
    const auto found = std::ranges::lower_bound(m_answer.lines, lineAt(row), {}, &LineWeight::line);
    return found != m_answer.lines.end() && found->line == lineAt(row) ? &*found : nullptr;
}

QString SourceModel::amountAt(const Weight &weight) const
{
    return weight.samples == 0 ? QString()
                               : amountText(*m_answer.calls, m_answer.calls->amount(weight));
}

QString SourceModel::toolTip(const LineWeight &weight) const
{
    const CallWeights &calls = *m_answer.calls;
    const auto share = [&](const Weight &part) {
        return percentText(shareOf(calls, calls.amount(part)));
    };
    return tr("Line %1\nitself %2 of the selection, in %3\nwith what it calls %4, in %5")
        .arg(QString::number(weight.line), share(weight.self), samplesText(weight.self.samples),
             share(weight.total), samplesText(weight.total.samples));
}

QVariant SourceModel::heat(const Weight &weight, const Weight &most) const
{
    const double whole = m_answer.calls->amount(most);
    return weight.samples > 0 && whole > 0 ? QVariant(m_answer.calls->amount(weight) / whole)
                                           : QVariant();
}

QVariant SourceModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((index.column() == Text ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::DisplayRole && index.column() == Line)
        return lineAt(index.row());
    if (role == Qt::DisplayRole && index.column() == Text)
        return m_answer.text->textAt(static_cast<std::size_t>(index.row()));
    const LineWeight *weight = weightAt(index.row());
    if (!weight)
        return {};
    if (role == Qt::ToolTipRole)
        return toolTip(*weight);
    if (index.column() != Self && index.column() != Total)
        return {};
    const Weight &shown = index.column() == Self ? weight->self : weight->total;
    switch (role) {
    case Qt::DisplayRole: return amountAt(shown);
    case heatRole: return heat(shown, index.column() == Self ? m_most.self : m_most.total);
    default: return {};
    }
}

QVariant SourceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole && section == Self)
        return tr("What the line spent itself");
    if (role == Qt::ToolTipRole && section == Total)
        return tr("With all that is called from it, once per stack");
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Line: return tr("Line");
    case Self: return tr("Self");
    case Total: return tr("Total");
    case Text: return tr("Source");
    default: return {};
    }
}

} // namespace ember::views
