// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/chartcontroller.h"

#include "app/window/actions.h"
#include "app/window/capturecontroller.h"
#include "app/window/filteractions.h"
#include "app/window/panels.h"
#include "app/window/rangeprompt.h"
#include "app/window/viewexport.h"
#include "views/code/disassemblypanel.h"
#include "views/code/sourcepanel.h"
#include "views/compare/comparisonpanel.h"
#include "views/details/detailspanel.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/graph/flamegraphpanel.h"
#include "views/graph/sandwichpanel.h"
#include "views/lists/chunkspanel.h"
#include "views/lists/framespanel.h"
#include "views/search/searchbar.h"
#include "views/state/framechoice.h"
#include "views/statistics/statisticspanel.h"
#include "views/tables/calltreepanel.h"
#include "views/tables/topfunctionspanel.h"
#include "views/text/durationtext.h"
#include "views/threads/threadspanel.h"

#include <QAction>
#include <QActionGroup>
#include <QMenu>

namespace ember::app {

ChartController::ChartController(views::ViewState &state, views::FlameChartWidget &chart,
                                 views::SearchBar &search, const CaptureController &captures,
                                 QWidget &window)
    : QObject(&window),
      m_state(state),
      m_chart(chart),
      m_search(search),
      m_captures(captures),
      m_window(window)
{
}

void ChartController::connectTo(Actions &actions, Panels &panels)
{
    m_actions = &actions;
    connectChart();
    connectPanels(panels);
    connectViews(panels);
    actions.filters->connectTo(m_state);
    connect(actions.search, &QAction::triggered, &m_search, &views::SearchBar::focusText);
    connect(&m_search, &views::SearchBar::left, &panels, &Panels::focusView);
    connect(actions.follow, &QAction::triggered, this,
            [this](bool isOn) { setFollow(isOn ? views::Follow::Yes : views::Follow::No); });
    connect(&m_state.zoom(), &views::ProfileZoom::followingChanged, this,
            &ChartController::showFollow);
    connect(actions.selectRange, &QAction::triggered, this,
            [this] { askForRange(m_state, m_window); });
    connect(actions.absoluteTimes, &QAction::toggled, this, [this](bool isOn) {
        m_state.appearance().setTimeLabels(isOn ? views::TimeLabels::Absolute
                                                : views::TimeLabels::Relative);
    });
    connect(actions.uncertainEdges, &QAction::toggled, this, [this](bool isOn) {
        m_state.appearance().setEdges(isOn ? views::Edges::Uncertain : views::Edges::Sharp);
    });
    connect(actions.colours, &QActionGroup::triggered, this, [this](QAction *action) {
        m_state.appearance().setColourMode(static_cast<views::ColourMode>(action->data().toInt()));
    });
}

void ChartController::connectChart()
{
    for (const auto &known : m_actions->ofChart) {
        if (!known.action->isCheckable()) // a checkable action's text says what it switches on
            connect(known.action, &QAction::triggered, this,
                    [this, command = known.does] { m_chart.perform(command); });
    }
    connect(&m_chart, &views::FlameChartWidget::contextMenuRequested, this,
            &ChartController::showMenu);
}

void ChartController::connectPanels(Panels &panels)
{
    connect(panels.threads, &views::ThreadsPanel::threadActivated, &m_chart,
            [this](model::ThreadIndex thread) { m_chart.scrollTo(thread); });
    connect(panels.functions, &views::TopFunctionsPanel::functionActivated, &m_state.selection(),
            &views::ViewSelection::setSearchText);
    panels.chunks->addMenuAction(m_actions->save);
    panels.chunks->addMenuAction(m_actions->upload);
}

// Connects the views. Views report the function pointed at to the view state, so the menus do not
// depend on them.
void ChartController::connectViews(Panels &panels)
{
    connect(m_actions->nextFrame, &QAction::triggered, this,
            [this] { goToFrame(views::Direction::Forward); });
    connect(m_actions->previousFrame, &QAction::triggered, this,
            [this] { goToFrame(views::Direction::Backward); });
    connect(&m_state.frames(), &views::FrameChoice::chosenChanged, this,
            &ChartController::showDrawingThread);
    connect(m_actions->callersAndCallees, &QAction::triggered, &panels,
            [this, &panels] { showCallersAndCallees(panels); });
    connect(m_actions->pinThread, &QAction::triggered, this, &ChartController::pinThread);
    connect(m_actions->leftHeavy, &QAction::triggered, &panels,
            [this, &panels] { showLeftHeavy(panels); });
    connect(m_actions->searchFunction, &QAction::triggered, this, [this] {
        if (m_state.spans() && m_state.selection().function().isValid())
            m_state.selection().setSearchText(views::fromUtf8(
                frameName(*m_state.spans()->profile(), m_state.selection().function())));
    });
    connect(panels.flameGraph, &views::FlameGraphPanel::contextMenuRequested, this,
            &ChartController::showFunctionMenu);
    connect(panels.sandwich, &views::SandwichPanel::contextMenuRequested, this,
            &ChartController::showFunctionMenu);
    connect(panels.callTree, &views::CallTreePanel::contextMenuRequested, this,
            &ChartController::showFunctionMenu);
    connect(panels.functions, &views::TopFunctionsPanel::contextMenuRequested, this,
            &ChartController::showFunctionMenu);
    connect(panels.source, &views::SourcePanel::contextMenuRequested, this,
            &ChartController::showFunctionMenu);
    connect(panels.disassembly, &views::DisassemblyPanel::contextMenuRequested, this,
            &ChartController::showFunctionMenu);
    connect(panels.details, &views::DetailsPanel::contextMenuRequested, this,
            &ChartController::showFunctionMenu);
    connect(panels.comparison, &views::ComparisonPanel::contextMenuRequested, this,
            &ChartController::showFunctionMenu);
    connect(panels.callTree, &views::CallTreePanel::functionActivated, &m_state.selection(),
            &views::ViewSelection::setSearchText);
}

// Shows the thread that draws, unless a blamed call moves the chart anyway.
void ChartController::showDrawingThread()
{
    const model::SlowFrame *frame = m_state.frames().chosen();
    if (!frame || m_state.frames().chosenBlame())
        return;
    const auto thread = drawingThread(*m_state.spans()->profile(), frame->process);
    if (thread.isValid())
        m_chart.scrollTo(thread);
}

void ChartController::goToFrame(views::Direction direction)
{
    switch (m_state.frames().step(direction)) {
    case views::FrameStep::Next: return;
    case views::FrameStep::None: emit said(tr("No slow or frozen frames were seen.")); return;
    case views::FrameStep::AroundTheEnd:
        if (m_state.frames().all().size() == 1)
            emit said(tr("This is the only slow frame."));
        else if (direction == views::Direction::Forward)
            emit said(tr("That was the last slow frame: on with the worst one."));
        else
            emit said(tr("That was the worst slow frame: on with the last one."));
        return;
    }
}

void ChartController::showLeftHeavy(Panels &panels)
{
    const auto shown = m_state.threads().shown();
    if (m_state.selection().box())
        m_state.threads().showOnly({m_state.selection().box()->thread});
    else if (!shown.empty())
        m_state.threads().showOnly({shown.front()});
    panels.flameGraph->showLeftHeavy();
    panels.raise(panels.flameGraph);
}

void ChartController::pinThread()
{
    if (!m_state.selection().box()) {
        emit said(tr("Select a call first: its thread is the one that is pinned."));
        return;
    }
    const auto thread = m_state.selection().box()->thread;
    m_state.threads().setPinned(thread,
                                m_state.threads().order().isPinned(thread) ? views::Pinned::No
                                                                           : views::Pinned::Yes);
    m_chart.scrollTo(thread);
}

void ChartController::showCallersAndCallees(Panels &panels)
{
    if (m_state.selection().function().isValid())
        panels.sandwich->showFunction(m_state.selection().function());
    panels.raise(panels.sandwich);
}

void ChartController::showDocument()
{
    const bool hasSamples = m_state.spans() != nullptr;
    for (QAction *action :
         {m_actions->save,           m_actions->upload,          m_actions->fitAll,
          m_actions->fitSelection,   m_actions->selectRange,     m_actions->back,
          m_actions->forward,        m_actions->search,          m_actions->nextMatch,
          m_actions->previousMatch,  m_actions->pickThread,      m_actions->showChart,
          m_actions->showFlameGraph, m_actions->leftHeavy,       m_actions->pinThread,
          m_actions->showCallTree,   m_actions->showSandwich,    m_actions->showFunctions,
          m_actions->showFrames,     m_actions->showStatistics,  m_actions->showComparison,
          m_actions->nextFrame,      m_actions->previousFrame,   m_actions->callersAndCallees,
          m_actions->showSource,     m_actions->showDisassembly, m_actions->openInEditor,
          m_actions->nextHotLine,    m_actions->previousHotLine, m_actions->savePicture,
          m_actions->print,          m_actions->exportProfile,   m_actions->showDetails,
          m_actions->showProperties, m_actions->showChunks,      m_actions->showBookmarks,
          m_actions->showOutput,     m_actions->resetLayout,     m_actions->maximise,
          m_actions->symbols})
        action->setEnabled(hasSamples);
    for (QActionGroup *group : {m_actions->splits, m_actions->layouts})
        group->setEnabled(hasSamples);
    m_search.setEnabled(hasSamples);
    setFollow(m_captures.isRecording() ? views::Follow::Yes : views::Follow::No);
    if (hasSamples)
        m_chart.setFocus();
}

void ChartController::setFollow(views::Follow follow)
{
    m_state.zoom().setFollowing(follow);
    showFollow();
}

void ChartController::showFollow()
{
    const bool isRecording = m_captures.isRecording();
    m_actions->follow->setEnabled(isRecording);
    m_actions->follow->setChecked(isRecording && m_state.zoom().following() == views::Follow::Yes);
}

void ChartController::showMenu(const QPoint &position)
{
    QMenu menu(&m_window);
    menu.addActions({m_actions->fitSelection, m_actions->fitAll});
    menu.addSeparator();
    if (m_state.selection().box()) {
        addFunctionCommands(menu);
        menu.addSeparator();
        menu.addActions({m_actions->leftHeavy, m_actions->pinThread});
    }
    menu.addSeparator();
    menu.addActions({m_actions->save, m_actions->upload});
    menu.exec(position);
}

void ChartController::showFunctionMenu(const QPoint &position)
{
    QMenu menu(&m_window);
    addFunctionCommands(menu);
    menu.exec(position);
}

void ChartController::addFunctionCommands(QMenu &menu) const
{
    if (m_state.selection().function().isValid()) {
        menu.addAction(tr("Copy &Name"), &menu, [this] { copyName(m_state); });
        if (m_state.selection().box())
            menu.addAction(tr("Copy Stac&k"), &menu, [this] { copyStack(m_state); });
        menu.addSeparator();
    }
    menu.addActions({m_actions->callersAndCallees, m_actions->searchFunction});
    menu.addSeparator();
    menu.addActions({m_actions->showSource, m_actions->showDisassembly, m_actions->openInEditor});
    m_actions->filters->addTo(menu);
}

} // namespace ember::app
