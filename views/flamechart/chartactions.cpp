// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/flamechart/chartactions.h"

#include "views/boxes/boxreference.h"
#include "views/state/sumsquery.h"

#include <algorithm>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

constexpr double keyZoom = 1.4;
constexpr double keyPan = 0.12; // of the visible width

// Returns the place of the next lane that is a thread's; `place` if there is none in this
// direction.
std::size_t threadBeside(const std::vector<Lane> &lanes, std::size_t place, Direction direction)
{
    const std::size_t step = direction == Direction::Forward ? 1 : std::size_t(-1);
    auto next = place + step; // before the first lane it wraps around to a value past the last
    while (next < lanes.size() && lanes[next].isGroup())
        next += step;
    return next < lanes.size() ? next : place;
}

TimeRange withMargin(TimeRange range)
{
    const auto margin = std::max(range.duration() / 20, Nanoseconds(1));
    return {range.start - margin, range.end + margin};
}

} // namespace

ChartActions::ChartActions(ViewState &state, Searcher &searcher, ChartViewport &viewport)
    : m_state(state),
      m_searcher(searcher),
      m_viewport(viewport)
{
}

void ChartActions::perform(ChartAction action)
{
    switch (action) {
    case ChartAction::PreviousThread: goToThread(Direction::Backward); return;
    case ChartAction::NextThread: goToThread(Direction::Forward); return;
    case ChartAction::NextMatch: m_searcher.goToMatch(Direction::Forward); return;
    case ChartAction::PreviousMatch: m_searcher.goToMatch(Direction::Backward); return;
    case ChartAction::ToggleFollow:
        m_state.zoom().setFollowing(m_state.zoom().following() == Follow::Yes ? Follow::No
                                                                              : Follow::Yes);
        return;
    case ChartAction::PeelOff: peelOff(); return;
    case ChartAction::ToggleCollapsed: toggleCollapsed(); return;
    case ChartAction::ToggleLanes: toggleLanes(); return;
    default: isStep(action) ? performSelection(action) : performView(action);
    }
}

void ChartActions::performView(ChartAction action)
{
    auto &zoom = m_state.zoom();
    const auto span = zoom.visible().duration();
    const auto step =
        Nanoseconds(static_cast<std::int64_t>(static_cast<double>(span.count()) * keyPan));
    const auto limits = zoom.limits();
    switch (action) {
    case ChartAction::ZoomIn: zoomBy(keyZoom); return;
    case ChartAction::ZoomOut: zoomBy(1 / keyZoom); return;
    case ChartAction::PanLeft: zoom.panBy(-step); return;
    case ChartAction::PanRight: zoom.panBy(step); return;
    case ChartAction::ScrollUp: m_viewport.scrollByPage(-1); return;
    case ChartAction::ScrollDown: m_viewport.scrollByPage(1); return;
    case ChartAction::FitSelection: fitSelection(); return;
    case ChartAction::FitAll: fit(limits); return;
    case ChartAction::GoToStart: zoom.show({limits.start, limits.start + span}); return;
    case ChartAction::GoToEnd: zoom.show({limits.end - span, limits.end}); return;
    case ChartAction::HistoryBack: zoom.goBack(); return;
    case ChartAction::HistoryForward: zoom.goForward(); return;
    default: return;
    }
}

void ChartActions::performSelection(ChartAction action)
{
    if (!m_state.spans() || m_viewport.isEmpty())
        return;
    if (m_state.selection().box())
        selectAndReveal(targetOf(action, *m_state.selection().box()));
    else if (isOfFunction(action) && m_state.selection().function().isValid())
        selectAndReveal(callOfChosen(action));
    else
        selectAndReveal(
            firstBoxOf(*m_state.spans(), m_viewport.topThread(), m_state.zoom().visible().start));
}

std::optional<BoxReference> ChartActions::targetOf(ChartAction action,
                                                   const BoxReference &from) const
{
    const SpanTable &spans = *m_state.spans();
    const auto identity = spans.path(boxAt(spans, from).path).identity;
    const auto isSame = [&](PathIndex path) { return spans.path(path).identity == identity; };
    switch (action) {
    case ChartAction::SelectParent: return callerOf(spans, from);
    case ChartAction::SelectChild: return firstCalleeOf(spans, from);
    case ChartAction::SelectPreviousSibling: return siblingOf(spans, from, Direction::Backward);
    case ChartAction::SelectNextSibling: return siblingOf(spans, from, Direction::Forward);
    case ChartAction::SelectPreviousInOrder: return stepInOrder(spans, from, Direction::Backward);
    case ChartAction::SelectNextInOrder: return stepInOrder(spans, from, Direction::Forward);
    case ChartAction::SelectPreviousSameFunction:
        return nextBox(spans, m_state.threads().shown(), from, Direction::Backward, isSame);
    case ChartAction::SelectNextSameFunction:
        return nextBox(spans, m_state.threads().shown(), from, Direction::Forward, isSame);
    default: return std::nullopt;
    }
}

// Returns the first or last call of the function that was chosen in a table or graph.
std::optional<BoxReference> ChartActions::callOfChosen(ChartAction action) const
{
    const SpanTable &spans = *m_state.spans();
    return nextBox(
        spans, m_state.threads().shown(), std::nullopt,
        action == ChartAction::SelectNextSameFunction ? Direction::Forward : Direction::Backward,
        [&](PathIndex path) { return m_state.selection().isChosen(spans.path(path).frame); });
}

void ChartActions::selectAndReveal(const std::optional<BoxReference> &box)
{
    if (!box)
        return;
    m_state.selection().select(box);
    m_state.zoom().reveal(rangeOf(*m_state.spans(), *box));
}

void ChartActions::goToThread(Direction direction)
{
    if (m_viewport.isEmpty())
        return;
    const auto &lanes = m_viewport.layout().lanes();
    std::size_t place = m_viewport.topLane();
    if (const auto &selected = m_state.selection().box()) {
        if (const Lane *lane = m_viewport.layout().laneOf(selected->thread))
            place = static_cast<std::size_t>(lane - lanes.data());
        place = threadBeside(lanes, place, direction);
    }
    const auto thread = lanes[place].thread;
    const auto box = firstBoxOf(*m_state.spans(), thread, m_state.zoom().visible().start);
    m_viewport.scrollTo(thread);
    if (box)
        m_state.selection().select(box);
}

// Folds or unfolds the thread of the selected call; without one, the thread that alone counts, if
// just one does.
void ChartActions::toggleCollapsed()
{
    const auto &selected = m_state.selection().box();
    const auto shown = m_state.threads().shown();
    if (selected)
        toggleFolded({selected->thread});
    else if (shown.size() == 1)
        toggleFolded({shown.front()});
}

// Folds everything to lanes and scrolls to the top, or just far enough to show the selected call's
// lane. When all are lanes: unfolds what was unfolded and scrolls to the selected call, otherwise
// to where the chart was.
void ChartActions::toggleLanes()
{
    const bool isToLanes = m_state.threads().lanesOnly() == LanesOnly::No;
    if (isToLanes)
        m_beforeLanes = m_viewport.scrolled();
    m_state.threads().setLanesOnly(isToLanes ? LanesOnly::Yes : LanesOnly::No);
    m_viewport.scrollTo(isToLanes ? 0 : m_beforeLanes);
    const auto &selected = m_state.selection().box();
    if (!selected)
        return;
    if (!isToLanes) {
        m_state.threads().reveal(selected->thread);
        m_viewport.scrollTo(*selected);
    } else if (const Lane *lane = m_viewport.layout().laneOf(selected->thread)) {
        m_viewport.scrollTo(std::max(0, lane->top + lane->strip - m_viewport.size().height()));
    }
}

std::vector<ThreadIndex> ChartActions::threadsOf(const LaneKey &lane) const
{
    if (!lane.heads.isValid())
        return {lane.thread};
    return m_state.threads().order().groups()[lane.heads.row()].threads;
}

// Returns the threads of all lanes from the anchor to the lane `to`; only those of `to` if the
// anchor has no lane.
std::vector<ThreadIndex> ChartActions::threadsFromAnchor(const LaneKey &to) const
{
    const Lane *first = m_viewport.layout().laneOf(m_anchor);
    const Lane *last = m_viewport.layout().laneOf(to);
    if (!first || !last)
        return threadsOf(to);
    if (last < first)
        std::swap(first, last);
    std::vector<ThreadIndex> threads;
    for (const Lane *lane = first; lane <= last; ++lane) {
        for (const ThreadIndex thread : threadsOf(lane->key())) {
            if (std::ranges::find(threads, thread) == threads.end())
                threads.push_back(thread);
        }
    }
    return threads;
}

void ChartActions::chooseThreads(const LaneKey &lane, Qt::KeyboardModifiers modifiers)
{
    if (!m_viewport.layout().laneOf(lane)) // gone: the profile changed while a menu was open
        return;
    ThreadChoice &choice = m_state.threads();
    const auto before = choice.shown();
    const auto threads = threadsOf(lane);
    const bool areShown =
        std::ranges::all_of(threads, [&](ThreadIndex thread) { return choice.isShown(thread); });
    if (modifiers & Qt::ShiftModifier) {
        choice.showOnly(threadsFromAnchor(lane));
    } else if (modifiers & Qt::ControlModifier && choice.isNarrowed()) {
        choice.setShown(threads, areShown ? Shown::No : Shown::Yes);
        if (choice.shown().empty())
            choice.showUsual();
    } else if (areShown && choice.isNarrowed() && before.size() == threads.size()) {
        choice.showUsual();
    } else {
        choice.showOnly(threads);
    }
    if (!(modifiers & Qt::ShiftModifier))
        m_anchor = lane;
    m_hasChosen = choice.shown() != before;
}

void ChartActions::takeBackChoice()
{
    if (std::exchange(m_hasChosen, false))
        m_state.sums().history().undo();
}

void ChartActions::toggleFolded(const LaneKey &lane)
{
    if (!m_viewport.layout().laneOf(lane))
        return;
    ThreadChoice &choice = m_state.threads();
    if (lane.heads.isValid()) {
        const ThreadGroup group = choice.order().groups()[lane.heads.row()];
        choice.setGroupOpen(group.key, choice.isOpen(group) ? Open::No : Open::Yes);
    } else {
        choice.setCollapsed(lane.thread,
                            choice.isCollapsed(lane.thread) ? Collapsed::No : Collapsed::Yes);
    }
}

void ChartActions::zoomBy(double factor)
{
    const auto visible = m_state.zoom().visible();
    const auto anchor =
        m_state.selection().cursor().value_or(visible.start + visible.duration() / 2);
    m_state.zoom().zoomAt(anchor, factor);
}

void ChartActions::fitSelection()
{
    if (const auto &selected = m_state.selection().box())
        fit(*selected);
    else if (const auto range = m_state.selection().range())
        fit(withMargin(*range));
}

void ChartActions::fit(const BoxReference &box)
{
    fit(withMargin(rangeOf(*m_state.spans(), box)));
}

void ChartActions::fit(TimeRange range)
{
    m_state.zoom().remember();
    m_state.zoom().show(range);
}

void ChartActions::peelOff()
{
    if (m_state.selection().range())
        m_state.sums().history().asOneStep([this] {
            m_state.threads().countAlone({}); // a frame or span may have set range and thread
            m_state.selection().selectRange(std::nullopt);
        });
    else if (m_state.selection().box())
        m_state.selection().select(std::nullopt);
    else
        m_state.selection().setSearchText({});
}

} // namespace ember::views
