// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/chartdesk.h"

#include "app/window/actions.h"
#include "app/window/capturedesk.h"
#include "app/window/panels.h"
#include "views/chunks/chunkspanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/search/searchbar.h"
#include "views/tables/topfunctionspanel.h"
#include "views/threads/threadspanel.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

namespace ember::app {

using views::ChartAction;

ChartDesk::ChartDesk(views::ViewState &state, views::FlameChartWidget &chart,
                     views::SearchBar &search, const CaptureDesk &captures, QWidget &window)
    : QObject(&window),
      m_state(state),
      m_chart(chart),
      m_search(search),
      m_captures(captures),
      m_window(window)
{
}

void ChartDesk::connectTo(Actions &actions, Panels &panels)
{
    m_actions = &actions;
    connectChart();
    connectPanels(panels);
    connect(actions.search, &QAction::triggered, &m_search, &views::SearchBar::focusText);
    connect(&m_search, &views::SearchBar::left, &m_chart, [this] { m_chart.setFocus(); });
    connect(actions.follow, &QAction::triggered, this,
            [this](bool isOn) { setFollow(isOn ? views::Follow::Yes : views::Follow::No); });
    connect(&m_state, &views::ViewState::followChanged, this, &ChartDesk::showFollow);
    connect(actions.absoluteTimes, &QAction::toggled, this, [this](bool isOn) {
        m_state.setTimeLabels(isOn ? views::TimeLabels::Absolute : views::TimeLabels::Relative);
    });
    connect(actions.colours, &QActionGroup::triggered, this, [this](QAction *action) {
        m_state.setColourMode(static_cast<views::ColourMode>(action->data().toInt()));
    });
}

void ChartDesk::connectChart()
{
    const std::pair<QAction *, ChartAction> commands[] = {
        {m_actions->fitAll, ChartAction::FitAll},
        {m_actions->fitSelection, ChartAction::FitSelection},
        {m_actions->back, ChartAction::HistoryBack},
        {m_actions->forward, ChartAction::HistoryForward},
        {m_actions->nextMatch, ChartAction::NextMatch},
        {m_actions->previousMatch, ChartAction::PreviousMatch},
    };
    for (const auto &[action, command] : commands)
        connect(action, &QAction::triggered, this,
                [this, command = command] { m_chart.perform(command); });
    connect(&m_chart, &views::FlameChartWidget::contextMenuRequested, this, &ChartDesk::showMenu);
}

void ChartDesk::connectPanels(Panels &panels)
{
    connect(m_actions->pickThread, &QAction::triggered, &panels, &Panels::raiseThreads);
    connect(panels.threads, &views::ThreadsPanel::threadActivated, &m_chart,
            [this](model::ThreadIndex thread) { m_chart.scrollTo(thread); });
    connect(panels.functions, &views::TopFunctionsPanel::functionActivated, &m_state,
            &views::ViewState::setSearchText);
    panels.chunks->addMenuAction(m_actions->save);
    panels.chunks->addMenuAction(m_actions->upload);
}

void ChartDesk::showDocument()
{
    const bool hasSamples = m_state.spans() != nullptr;
    for (QAction *action :
         {m_actions->save, m_actions->upload, m_actions->fitAll, m_actions->fitSelection,
          m_actions->back, m_actions->forward, m_actions->search, m_actions->nextMatch,
          m_actions->previousMatch, m_actions->pickThread})
        action->setEnabled(hasSamples);
    m_search.setEnabled(hasSamples);
    if (m_captures.isRecording())
        m_state.setFollow(views::Follow::Yes);
    showFollow();
    if (hasSamples)
        m_chart.setFocus();
}

void ChartDesk::setFollow(views::Follow follow)
{
    m_state.setFollow(follow);
    showFollow();
}

void ChartDesk::showFollow()
{
    m_actions->follow->setEnabled(m_captures.isRecording());
    m_actions->follow->setChecked(m_state.follow() == views::Follow::Yes);
}

void ChartDesk::showMenu(const QPoint &position)
{
    QMenu menu(&m_window);
    menu.addActions({m_actions->fitSelection, m_actions->fitAll});
    menu.addSeparator();
    menu.addActions({m_actions->save, m_actions->upload});
    menu.exec(position);
}

} // namespace ember::app
