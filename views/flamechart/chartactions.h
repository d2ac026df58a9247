// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/flamechart/viewport.h"
#include "views/search/searcher.h"
#include "views/state/keymap.h"

namespace ember::views {

// The chart's actions by keys and menus.
class ChartActions {
public:
    ChartActions(ViewState &state, Searcher &searcher, ChartViewport &viewport);

    void perform(ChartAction action);

    // Zooms to the selected box, or to the selected range if no box is selected.
    void fitSelection();
    // Zooms to the box and a little around it.
    void fit(const BoxReference &box);

private:
    void performView(ChartAction action);
    void performSelection(ChartAction action);
    std::optional<BoxReference> targetOf(ChartAction action, const BoxReference &from) const;
    void selectAndReveal(const std::optional<BoxReference> &box);
    void goToThread(Direction direction);
    void toggleCollapsed();
    void zoomBy(double factor);
    void fit(model::TimeRange range);
    void peelOff();

    ViewState &m_state;
    Searcher &m_searcher;
    ChartViewport &m_viewport;
};

} // namespace ember::views
