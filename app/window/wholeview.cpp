// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/wholeview.h"

#include "views/flamechart/flamechartwidget.h"

#include <QAbstractItemView>
#include <QScrollBar>
#include <QSplitter>

#include <algorithm>
#include <utility>

namespace ember::app {

namespace {

constexpr int mostSteps = 8; // a split view gives only a part of the height to each half

int highest(const QWidget &view)
{
    const double scale = view.devicePixelRatioF();
    const double most =
        std::min<double>(WholeView::mostHeight, WholeView::mostPixels / (view.width() * scale + 1));
    return std::max(view.height(), static_cast<int>(most / scale));
}

} // namespace

WholeView::WholeView(QWidget &view) : m_view(view), m_size(view.size())
{
    if (!view.isVisible()) // it is not laid out then
        return;
    for (auto *bar : view.findChildren<QScrollBar *>()) {
        if (bar->orientation() == Qt::Vertical && bar->isVisibleTo(&view))
            m_bars.append({bar, bar->value()});
    }
    for (auto *splitter : view.findChildren<QSplitter *>())
        m_splits.append({splitter, splitter->saveState()});
    for (auto *list : view.findChildren<QAbstractItemView *>()) {
        if (list->verticalScrollMode() == QAbstractItemView::ScrollPerItem) {
            list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
            m_lists.append(list);
        }
    }
    m_charts = view.findChildren<views::FlameChartWidget *>();
    for (auto *chart : std::as_const(m_charts))
        chart->showWhole(views::Whole::Yes);
    const int most = highest(view);
    for (int step = 0; step < mostSteps && hidden() > 0 && view.height() < most; ++step)
        view.resize(view.width(), std::min(most, view.height() + hidden()));
}

WholeView::~WholeView()
{
    m_view.resize(m_size);
    for (const Split &split : std::as_const(m_splits))
        split.splitter->restoreState(split.state);
    for (auto *chart : std::as_const(m_charts)) // at its size: others would be unfolded else
        chart->showWhole(views::Whole::No);
    for (auto *list : std::as_const(m_lists))
        list->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    for (const Scrolled &scrolled : std::as_const(m_bars))
        scrolled.bar->setValue(scrolled.value);
}

int WholeView::hidden() const
{
    int hidden = 0;
    for (const Scrolled &scrolled : m_bars)
        hidden += scrolled.bar->maximum() - scrolled.bar->minimum();
    return hidden;
}

} // namespace ember::app
