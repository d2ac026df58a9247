// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/viewport.h"
#include "views/search/searcher.h"
#include "views/state/keymap.h"

namespace ember::views {

// Performs the chart's actions for keys, menus and clicks on lanes.
class ChartActions {
public:
    ChartActions(ViewState &state, Searcher &searcher, ChartViewport &viewport);

    void perform(ChartAction action);

    // Zooms to the selected box, or to the selected range if no box is selected.
    void fitSelection();
    // Zooms to the box and a little around it.
    void fit(const BoxReference &box);

    // Lets only the threads of a lane count. With Ctrl it adds or removes them, with Shift it
    // chooses those of all lanes from the lane chosen before. If the lane's threads alone count
    // already, the usual threads count again.
    void chooseThreads(const LaneKey &lane, Qt::KeyboardModifiers modifiers);
    // Takes back what the last chooseThreads() changed: its click was the first of a double click.
    void takeBackChoice();
    // Folds or unfolds the thread of a lane, or its group.
    void toggleFolded(const LaneKey &lane);

private:
    void performView(ChartAction action);
    void performSelection(ChartAction action);
    std::optional<BoxReference> targetOf(ChartAction action, const BoxReference &from) const;
    std::optional<BoxReference> callOfChosen(ChartAction action) const;
    void selectAndReveal(const std::optional<BoxReference> &box);
    void goToThread(Direction direction);
    void toggleCollapsed();
    void toggleLanes();
    void zoomBy(double factor);
    void fit(model::TimeRange range);
    void peelOff();

    std::vector<model::ThreadIndex> threadsOf(const LaneKey &lane) const;
    std::vector<model::ThreadIndex> threadsFromAnchor(const LaneKey &to) const;

    ViewState &m_state;
    Searcher &m_searcher;
    ChartViewport &m_viewport;
    LaneKey m_anchor; // lane from which Shift chooses
    int m_beforeLanes = 0; // where the chart was scrolled to before all was folded
    bool m_hasChosen = false; // the last click has changed which threads count
};

} // namespace ember::views
