// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/graph/graphviewport.h"
#include "views/state/keymap.h"
#include "views/sums/sumspanel.h"

#include <functional>
#include <vector>

namespace ember::views {

// The keys' actions in a graph: those of the flamechart that apply to graphs.
class GraphActions {
public:
    GraphActions(ViewSelection &selection, GraphViewport &viewport);

    // Sets the position that zooming keeps in place; empty: the middle.
    void setPointer(std::optional<double> x) { m_pointer = x; }

    // Returns false if the action does not apply to graphs.
    bool perform(ChartAction action);

private:
    using Accepts = std::function<bool(model::MergedIndex)>;

    bool performView(ChartAction action);
    bool goThroughHistory(ChartAction action);
    bool performSelection(ChartAction action);
    std::optional<model::MergedIndex> targetOf(ChartAction action, model::MergedIndex from);
    std::optional<model::MergedIndex> nodeOfChosen(ChartAction action) const;
    std::optional<model::MergedIndex> siblingOf(model::MergedIndex from, Direction direction) const;
    std::optional<model::MergedIndex> nextBox(Direction direction, const Accepts &accepts) const;
    void selectAndReveal(std::optional<model::MergedIndex> node);
    void zoomBy(double factor);
    void peelOff();

    ViewSelection &m_selection;
    GraphViewport &m_viewport;
    std::optional<double> m_pointer;
};

// The matches of pictures that are read one after the other.
using Pictures = std::vector<GraphViewport *>;
MatchPlace matchPlaceIn(const Pictures &pictures);
// Selects the next match, shows it so that it can be read, and deselects what is selected in the
// other pictures. Returns false if there are no matches.
bool goToMatchIn(const Pictures &pictures, Direction direction);

} // namespace ember::views
