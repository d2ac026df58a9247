// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/graphactions.h"

#include <algorithm>
#include <tuple>
#include <vector>

namespace ember::views {

using namespace model;

namespace {

constexpr double graphKeyZoom = 1.4;
constexpr int graphKeyPan = 8; // this fraction of the visible width: 1/8

using Boxes = std::vector<std::pair<GraphBox, std::size_t>>;

// Returns the boxes depth first: a call, its callees, the call after it.
Boxes inOrder(const GraphLayout &layout)
{
    Boxes boxes;
    for (std::size_t row = 0; row < layout.rows().size(); ++row) {
        for (const GraphBox &box : layout.rows()[row]) {
            if (!box.isRest())
                boxes.emplace_back(box, row);
        }
    }
    std::ranges::sort(boxes, [](const auto &a, const auto &b) {
        return std::tie(a.first.place.start, a.second) < std::tie(b.first.place.start, b.second);
    });
    return boxes;
}

} // namespace

GraphActions::GraphActions(ViewSelection &selection, GraphViewport &viewport)
    : m_selection(selection),
      m_viewport(viewport)
{
}

bool GraphActions::perform(ChartAction action)
{
    if (!m_viewport.tree())
        return false;
    switch (action) {
    // False without a match here: another chart may have some.
    case ChartAction::NextMatch: return goToMatchIn({&m_viewport}, Direction::Forward);
    case ChartAction::PreviousMatch: return goToMatchIn({&m_viewport}, Direction::Backward);
    case ChartAction::PeelOff: peelOff(); return true;
    default: return performView(action) || performSelection(action);
    }
}

bool GraphActions::performView(ChartAction action)
{
    TimeZoom &zoom = m_viewport.zoom();
    const auto span = zoom.visible().duration();
    switch (action) {
    case ChartAction::ZoomIn: zoomBy(graphKeyZoom); return true;
    case ChartAction::ZoomOut: zoomBy(1 / graphKeyZoom); return true;
    case ChartAction::PanLeft: zoom.panBy(-span / graphKeyPan); return true;
    case ChartAction::PanRight: zoom.panBy(span / graphKeyPan); return true;
    case ChartAction::ScrollUp: m_viewport.scrollByPage(-1); return true;
    case ChartAction::ScrollDown: m_viewport.scrollByPage(1); return true;
    case ChartAction::FitSelection:
        if (m_viewport.selected())
            m_viewport.fit(*m_viewport.selected());
        return true;
    case ChartAction::FitAll: m_viewport.fit(MergedTree::root()); return true;
    case ChartAction::GoToStart:
        zoom.show({wholeGraph.start, wholeGraph.start + span});
        return true;
    case ChartAction::GoToEnd: zoom.show({wholeGraph.end - span, wholeGraph.end}); return true;
    case ChartAction::HistoryBack:
    case ChartAction::HistoryForward: return goThroughHistory(action);
    default: return false;
    }
}

// Goes through the graph's zoom history. Returns false if it is empty: then the key is for the
// chart's history.
bool GraphActions::goThroughHistory(ChartAction action)
{
    TimeZoom &zoom = m_viewport.zoom();
    if (!zoom.canGoBack() && !zoom.canGoForward())
        return false;
    if (action == ChartAction::HistoryBack)
        zoom.goBack();
    else
        zoom.goForward();
    return true;
}

bool GraphActions::performSelection(ChartAction action)
{
    if (!isStep(action))
        return false;
    if (const auto from = m_viewport.selected())
        selectAndReveal(targetOf(action, *from));
    else if (isOfFunction(action) && m_selection.function().isValid())
        selectAndReveal(nodeOfChosen(action));
    else if (const auto boxes = inOrder(m_viewport.layout()); !boxes.empty())
        selectAndReveal(boxes.front().first.node);
    return true;
}

std::optional<MergedIndex> GraphActions::targetOf(ChartAction action, MergedIndex from)
{
    MergedTree &tree = *m_viewport.tree();
    // The keys Up and Down follow the picture: callees may be above.
    const bool isUpsideDown = m_viewport.roots() == Roots::Bottom;
    const auto all = [](MergedIndex) { return true; };
    const auto isSame = [&](MergedIndex node) {
        return tree.node(node).function == tree.node(from).function;
    };
    switch (action) {
    case ChartAction::SelectParent:
    case ChartAction::SelectChild: {
        if ((action == ChartAction::SelectChild) != isUpsideDown) {
            const auto children = tree.children(from);
            return children.count > 0 ? std::optional(children.first) : std::nullopt;
        }
        const auto parent = tree.node(from).parent;
        const bool isShown = parent.isValid() && tree.node(parent).frame.isValid();
        return isShown ? std::optional(parent) : std::nullopt;
    }
    case ChartAction::SelectPreviousSibling: return siblingOf(from, Direction::Backward);
    case ChartAction::SelectNextSibling: return siblingOf(from, Direction::Forward);
    case ChartAction::SelectPreviousInOrder: return nextBox(Direction::Backward, all);
    case ChartAction::SelectNextInOrder: return nextBox(Direction::Forward, all);
    case ChartAction::SelectPreviousSameFunction: return nextBox(Direction::Backward, isSame);
    case ChartAction::SelectNextSameFunction: return nextBox(Direction::Forward, isSame);
    default: return std::nullopt;
    }
}

// Returns the first or last box of the function that was chosen elsewhere.
std::optional<MergedIndex> GraphActions::nodeOfChosen(ChartAction action) const
{
    return nextBox(
        action == ChartAction::SelectNextSameFunction ? Direction::Forward : Direction::Backward,
        [&](MergedIndex node) { return m_selection.isChosen(m_viewport.frameOf(node)); });
}

// Returns the next box of the row, whatever its caller; boxes that are too narrow are skipped.
std::optional<MergedIndex> GraphActions::siblingOf(MergedIndex from, Direction direction) const
{
    const auto row = rowOf(*m_viewport.tree(), from);
    return nextBox(direction,
                   [&](MergedIndex node) { return rowOf(*m_viewport.tree(), node) == row; });
}

// Returns the next acceptable box after the selected one, of those that are drawn now or would be
// without zoom; wraps around at the end.
std::optional<MergedIndex> GraphActions::nextBox(Direction direction, const Accepts &accepts) const
{
    const TimeScale whole(wholeGraph, m_viewport.size().width());
    auto boxes = inOrder(GraphLayout(*m_viewport.tree(), whole));
    const auto drawn = inOrder(m_viewport.layout());
    boxes.insert(boxes.end(), drawn.begin(), drawn.end());
    std::ranges::sort(boxes, [](const auto &a, const auto &b) {
        return std::tie(a.first.place.start, a.second) < std::tie(b.first.place.start, b.second);
    });
    std::vector<MergedIndex> nodes;
    for (const auto &[box, row] : boxes) {
        if ((nodes.empty() || nodes.back() != box.node)
            && (accepts(box.node) || box.node == m_viewport.selected()))
            nodes.push_back(box.node);
    }
    if (nodes.empty())
        return std::nullopt;
    const auto selected = m_viewport.selected();
    const auto at = selected ? std::ranges::find(nodes, *selected) : nodes.end();
    if (at == nodes.end())
        return direction == Direction::Forward ? nodes.front() : nodes.back();
    const auto place = static_cast<std::size_t>(at - nodes.begin());
    const auto step = direction == Direction::Forward ? 1 : nodes.size() - 1;
    return nodes[(place + step) % nodes.size()];
}

void GraphActions::selectAndReveal(std::optional<MergedIndex> node)
{
    if (!node)
        return;
    m_viewport.select(node);
    m_viewport.reveal(*node);
}

void GraphActions::zoomBy(double factor)
{
    const auto scale = m_viewport.scale();
    m_viewport.zoom().zoomAt(scale.toTime(m_pointer.value_or(scale.width() / 2)), factor);
}

void GraphActions::peelOff()
{
    TimeZoom &zoom = m_viewport.zoom();
    if (zoom.canGoBack() && !zoom.showsAll())
        zoom.goBack();
    else if (!zoom.showsAll())
        m_viewport.fit(MergedTree::root());
    else if (m_viewport.selected())
        m_viewport.select(std::nullopt);
    else
        m_selection.setSearchText({});
}

namespace {

// The matches of all pictures, and how many of them come up to the selected box, and with it.
struct PassedMatches {
    std::vector<std::pair<GraphViewport *, MergedIndex>> all;
    std::size_t passed = 0;
    bool isOnMatch = false;
};

PassedMatches passedMatches(const Pictures &pictures)
{
    PassedMatches found;
    for (GraphViewport *picture : pictures) {
        if (picture->selected() && found.passed == 0) {
            const auto passed = picture->matchesUpToSelected();
            found.isOnMatch =
                passed > 0 && picture->matches()[passed - 1].box.node == picture->selected();
            found.passed = found.all.size() + passed;
        }
        for (const GraphHit &match : picture->matches())
            found.all.emplace_back(picture, match.box.node);
    }
    return found;
}

} // namespace

MatchPlace matchPlaceIn(const Pictures &pictures)
{
    const PassedMatches found = passedMatches(pictures);
    return {found.isOnMatch ? found.passed : 0, found.all.size()};
}

bool goToMatchIn(const Pictures &pictures, Direction direction)
{
    const PassedMatches found = passedMatches(pictures);
    const std::size_t count = found.all.size();
    if (count == 0)
        return false;
    const std::size_t back = found.isOnMatch ? 2 : 1;
    const std::size_t next =
        direction == Direction::Forward ? found.passed : found.passed + count - back;
    const auto &[shown, node] = found.all[next % count];
    for (GraphViewport *picture : pictures) {
        if (picture != shown)
            picture->select(std::nullopt);
    }
    shown->revealToRead(node); // first: a zoom changes which matches are counted
    shown->select(node);
    return true;
}

} // namespace ember::views
