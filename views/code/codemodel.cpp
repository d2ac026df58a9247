// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/codemodel.h"

#include "views/amounttext.h"
#include "views/code/heatdelegate.h"
#include "views/durationtext.h"

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

constexpr double hotShare = 0.01;

} // namespace

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
