// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/sums/sumcells.h"

#include "views/canvas/boxcolours.h"
#include "views/text/plaintexts.h"

#include <QPainter>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

constexpr int cellRoom = 6;
constexpr int barHeight = 3;
constexpr int barMargin = 3;

} // namespace

ThreadState stateOf(SumColumn column)
{
    switch (column) {
    case SumColumn::Running: return ThreadState::Running;
    case SumColumn::Runnable: return ThreadState::Runnable;
    case SumColumn::Blocked: return ThreadState::Blocked;
    default: return ThreadState::Unknown;
    }
}

QColor barColour(const Theme &theme, ThreadState state)
{
    constexpr double enough = 3;
    constexpr int mostSteps = 20;
    constexpr int step = 112; // per cent
    const bool dark = theme.shade == Shade::Dark;
    QColor colour =
        state == ThreadState::Unknown ? theme.accent : QColor(stateColour(theme, state).fill);
    for (int steps = 0; steps < mostSteps; ++steps) {
        if (contrast(colour.rgb(), theme.background.rgb()) >= enough)
            break;
        colour = dark ? colour.lighter(step) : colour.darker(step);
    }
    return colour;
}

SumCells::SumCells(std::span<const SumColumn> columns, QObject *parent)
    : ShortTexts(mostLetters, parent),
      m_columns(columns.begin(), columns.end())
{
}

void SumCells::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    if (columnOf(index) == SumColumn::Module)
        option->textElideMode = Qt::ElideRight;
    ShortTexts::initStyleOption(option, index);
}

QSize SumCells::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const QSize size = ShortTexts::sizeHint(option, index);
    return size.expandedTo({0, option.fontMetrics.height() + cellRoom});
}

void SumCells::paint(QPainter *painter, const QStyleOptionViewItem &option,
                     const QModelIndex &index) const
{
    ShortTexts::paint(painter, option, index);
    const double part = std::min(index.data(barRole).toDouble(), 1.0);
    if (part <= 0)
        return;
    const QRect room = option.rect.adjusted(barMargin, 0, -barMargin, 0);
    const int width = std::max(1, static_cast<int>(part * room.width()));
    const Theme &shown = theme(shadeOf(option.palette));
    painter->fillRect(
        QRect(room.right() + 1 - width, room.bottom() + 1 - barHeight, width, barHeight),
        barColour(shown, stateOf(columnOf(index))));
}

} // namespace ember::views
