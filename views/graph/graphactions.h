// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphviewport.h"
#include "views/state/keymap.h"

#include <functional>

namespace ember::views {

// What the keys do in a graph: the same as in the flamechart, as far as it means something here.
class GraphActions {
public:
    GraphActions(ViewSelection &selection, GraphViewport &viewport);

    // Where zooming stands still; none: in the middle.
    void setPointer(std::optional<double> x) { m_pointer = x; }

    // False: means nothing here.
    bool perform(ChartAction action);

private:
    using Accepts = std::function<bool(model::MergedIndex)>;

    bool performView(ChartAction action);
    bool goThroughHistory(ChartAction action);
    bool performSelection(ChartAction action);
    std::optional<model::MergedIndex> targetOf(ChartAction action, model::MergedIndex from);
    std::optional<model::MergedIndex> siblingOf(model::MergedIndex from, Direction direction) const;
    std::optional<model::MergedIndex> nextBox(Direction direction, const Accepts &accepts) const;
    bool goToMatch(Direction direction);
    void selectAndReveal(std::optional<model::MergedIndex> node);
    void zoomBy(double factor);
    void peelOff();

    ViewSelection &m_selection;
    GraphViewport &m_viewport;
    std::optional<double> m_pointer;
};

} // namespace ember::views
