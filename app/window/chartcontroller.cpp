// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/chartcontroller.h"

#include "app/window/actions.h"
#include "app/window/capturecontroller.h"
#include "app/window/filtercommands.h"
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
#include "views/timeline/comparedcharts.h"
#include "views/timeline/timelineview.h"
#include "views/tracing/spanspanel.h"
#include "views/tracing/spantrack.h"

#include <QAction>
#include <QMenu>

#include <initializer_list>
#include <type_traits>

namespace ember::app {

ChartController::ChartController(views::ViewState &state, Panels &panels, views::SearchBar &search,
                                 const CaptureController &captures, const Actions &actions,
                                 QWidget &window)
    : QObject(&window),
      m_state(state),
      m_panels(panels),
      m_chart(panels.timeline->chart()),
      m_search(search),
      m_captures(captures),
      m_actions(actions),
      m_window(window)
{
    connect(&m_chart, &views::FlameChartWidget::contextMenuRequested, this,
            &ChartController::showMenu);
    connect(panels.comparedCharts, &views::ComparedCharts::contextMenuRequested, this,
            &ChartController::showFunctionMenu);
    connect(&m_search, &views::SearchBar::left, &panels, &Panels::focusView);
    connect(&panels.area(), &ViewArea::changed, &m_search, [this] {
        m_search.setView(qobject_cast<views::SumsPanel *>(m_panels.area().current()));
    });
    panels.chunks->addMenuAction(m_actions.at("save"));
    panels.chunks->addMenuAction(m_actions.at("upload"));
    connectViews();
}

// Connects the views. All views report the function pointed at to the view state, from which the
// menus take it.
void ChartController::connectViews()
{
    connect(&m_state.frames(), &views::FrameChoice::chosenChanged, this,
            &ChartController::showDrawingThread);
    views::SpanTrack &track = m_panels.timeline->spans();
    connect(m_panels.spans, &views::SpansPanel::spanChosen, &track, &views::SpanTrack::choose);
    connect(m_panels.spans, &views::SpansPanel::spanActivated, &track,
            [this, &track](const model::ReportedSpan &span) {
                track.zoomTo(span);
                m_panels.raise(m_panels.timeline);
            });
    const auto showMenuOf = [this](auto *panel) {
        using Panel = std::remove_pointer_t<decltype(panel)>;
        connect(panel, &Panel::contextMenuRequested, this, &ChartController::showFunctionMenu);
    };
    showMenuOf(m_panels.flameGraph);
    showMenuOf(m_panels.sandwich);
    showMenuOf(m_panels.callTree);
    showMenuOf(m_panels.functions);
    showMenuOf(m_panels.source);
    showMenuOf(m_panels.disassembly);
    showMenuOf(m_panels.details);
    showMenuOf(m_panels.comparison);
    for (views::SumsPanel *table : std::initializer_list<views::SumsPanel *>{
             m_panels.functions, m_panels.callTree, m_panels.comparison})
        connect(table, &views::SumsPanel::functionActivated, this, [this] {
            if (m_state.selection().function().isValid()) // invalid: only the baseline has it
                showCallersAndCallees();
        });
}

void ChartController::askForRange()
{
    app::askForRange(m_state.profile(), m_state.selection(), m_state.zoom(), m_window);
}

void ChartController::searchFunction()
{
    if (m_state.spans() && m_state.selection().function().isValid())
        m_state.selection().setSearchText(views::fromUtf8(
            frameName(*m_state.spans()->profile(), m_state.selection().function())));
}

// Scrolls to the thread that drew the chosen frame, unless a blamed call, which is selected, has
// moved the chart already.
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

void ChartController::showLeftHeavy()
{
    const auto shown = m_state.threads().shown();
    if (m_state.selection().box())
        m_state.threads().showOnly({m_state.selection().box()->thread});
    else if (!shown.empty())
        m_state.threads().showOnly({shown.front()});
    m_panels.flameGraph->showLeftHeavy();
    m_panels.raise(m_panels.flameGraph);
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

void ChartController::showCallersAndCallees()
{
    if (m_state.selection().function().isValid())
        m_panels.sandwich->showFunction(m_state.selection().function());
    m_panels.raise(m_panels.sandwich);
}

void ChartController::showDocument()
{
    const bool hasSamples = m_state.spans() != nullptr;
    m_search.setEnabled(hasSamples);
    setFollow(m_captures.isRecording() ? views::Follow::Yes : views::Follow::No);
    if (hasSamples)
        m_chart.setFocus();
}

bool ChartController::isFollowing() const
{
    return m_captures.isRecording() && m_state.zoom().following() == views::Follow::Yes;
}

void ChartController::setFollow(views::Follow follow)
{
    m_state.zoom().setFollowing(follow);
}

void ChartController::showMenu(const QPoint &position)
{
    QMenu menu(&m_window);
    m_actions.fill(menu, {"fitSelection", "fitAll", ""});
    if (m_state.selection().box()) {
        addFunctionCommands(menu);
        m_actions.fill(menu, {"", "leftHeavy", "pinThread"});
    }
    m_actions.fill(menu, {"", "save", "upload"});
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
    m_actions.fill(menu,
                   {"callersAndCallees", "searchFunction", "", "showSource", "showDisassembly",
                    "openInEditor"});
    addFiltersOfFunction(menu, m_actions);
}

} // namespace ember::app
