// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/calltreepanel.h"

#include "views/boxes/boxreference.h"
#include "views/state/keymap.h"
#include "views/sums/sumcolumns.h"
#include "views/sums/sumspanel.h"
#include "views/sums/tablerows.h"
#include "views/tables/calltreemodel.h"
#include "views/tables/deeptree.h"
#include "views/tables/treesearch.h"
#include "views/widgets/tablelook.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <optional>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Limited: the view lays out open rows by recursion.
constexpr std::uint32_t deepestOpened = 500;
constexpr double nearlyAllOfCaller = 0.9; // of what the row above has
constexpr double largeShare = 1.0 / 2000; // of the whole
// Where roots share the whole, roots with so much of it are opened, and so many rows in all.
constexpr double shareOfOpenedRoot = 0.2;
constexpr int mostRowsOfRoots = 15;
constexpr std::size_t enoughFound = 50'000;

// Finds the children of large rows in advance, so that opening such a row, or keeping it open in
// the next snapshot, does not delay the UI thread. A row whose many children take long to find is
// large, since each of them has a sample.
void findChildrenOfLargeRows(MergedTree &tree)
{
    const double large = largeShare * tree.amount(MergedTree::root());
    for (std::size_t row = 0; row < tree.size() && tree.size() < enoughFound; ++row) {
        if (tree.amount(MergedIndex(row)) >= large)
            tree.children(MergedIndex(row));
    }
}

} // namespace

CallTreePanel::CallTreePanel(ViewState &state, QWidget *parent)
    : SumsPanel(state, parent),
      m_model(new CallTreeModel(state.selection(), state.appearance(), this)),
      m_view(new DeepTree(this)),
      m_nothing(new NothingSeen(*m_view)),
      m_inverted(new TreeChoice(state, this)),
      m_search(new TreeSearch(state.selection(), *m_model, this)),
      m_job(
          this, [this] { return question(); },
          [this](Answer answer) { showTree(std::move(answer)); })
{
    createView();
    auto *bar = new SelectionBar(state, this);
    bar->addTool(m_inverted);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(m_view, 1);
    connect(m_inverted, &QToolButton::toggled, this, [this] {
        forget();
        askIfSeen();
    });
    const auto repaint = qOverload<>(&QWidget::update);
    connect(&state.selection(), &ViewSelection::matchesChanged, m_view->viewport(), repaint);
    connect(&state.appearance(), &ViewAppearance::changed, m_view->viewport(), repaint);
    connect(m_search, &TreeSearch::found, this, &CallTreePanel::showMatch);
    for (const auto signal : {&ViewSelection::functionChanged, &ViewSelection::boxChanged})
        connect(&state.selection(), signal, this, &CallTreePanel::followSelection);
    setFocusProxy(m_view);
}

void CallTreePanel::createView()
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Call tree"));
    styleTree(*m_view);
    for (const auto signal : {&QTreeView::expanded, &QTreeView::collapsed})
        connect(m_view, signal, this, &CallTreePanel::noteFold);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(CallTreeModel::Total, Qt::DescendingOrder);
    m_view->installEventFilter(this);
    m_view->setItemDelegate(new DeepCells(CallTreeModel::columns(), m_view));
    m_columns = new SumColumnWidths(*m_view->header(), CallTreeModel::columns(),
                                    state().appearance(), QStringLiteral("calltree"));
    m_chosen = new ChosenRow(state().selection(), *m_view, [this](const QModelIndex &index) {
        return m_model->tree()->node(m_model->nodeAt(index)).frame;
    });
    connect(m_chosen, &ChosenRow::contextMenuRequested, this, &SumsPanel::contextMenuRequested);
    connect(m_chosen, &ChosenRow::activated, this, &SumsPanel::functionActivated);
}

void CallTreePanel::forget()
{
    m_job.drop();
    m_isFoldedByHand = false;
    m_model->setTree(nullptr, {});
    m_nothing->forget();
}

PacedJob<CallTreePanel::Answer>::Work CallTreePanel::question()
{
    if (!state().spans())
        return {};
    m_isOther = noteQuestion() || m_isOther;
    if (m_model->rowCount() == 0)
        m_nothing->await();
    const bool areStatesKnown = state().sums().canCount(Counted::Running) && !state().sums().unit();
    m_columns->setStatesKnown(areStatesKnown);
    return state().sums().workOn([areStatesKnown, direction = m_inverted->direction(),
                                  sorting = m_model->sorting()](CallWeightsPointer calls) {
        auto tree = std::make_shared<MergedTree>(calls, direction, SiblingOrder::Weight);
        if (areStatesKnown)
            tree->setStates(stateSums(*calls));
        const auto roots = tree->children(MergedTree::root());
        findChildrenOfLargeRows(*tree);
        return Answer{tree, sortedNodes(*tree, roots, sorting)};
    });
}

void CallTreePanel::showTree(Answer answer)
{
    const auto &tree = answer.tree;
    const QScopedValueRollback opens(m_opensRows, true);
    const auto ways = openWays();
    const QModelIndex current = m_view->currentIndex();
    const bool isAnyChosen = m_view->selectionModel()->hasSelection();
    const bool isEstimate = tree->calls().accuracy == Accuracy::Estimate;
    const auto chosen = current.isValid()
        ? std::optional(m_model->tree()->wayTo(m_model->nodeAt(current)))
        : std::nullopt;
    // An estimate may lack rows that are open or chosen: the previous tree stays until the exact
    // answer.
    const auto isThere = [&](const Way &way) { return tree->find(way).has_value(); };
    if (isEstimate
        && (m_view->verticalScrollBar()->value() > 0 || !std::ranges::all_of(ways, isThere)
            || (chosen && !isThere(*chosen))))
        return;
    m_chosen->replaceRows([&] {
        m_model->setTree(tree, std::move(answer.roots));
        for (const Way &way : ways) {
            if (const QModelIndex index = m_model->find(way); index.isValid())
                m_view->expand(index);
        }
        if (!m_isFoldedByHand)
            openHottest();
        if (chosen)
            m_view->selectionModel()->setCurrentIndex(
                m_model->find(*chosen),
                isAnyChosen ? QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows
                            : QItemSelectionModel::NoUpdate);
    });
    followSelection();
    if (m_isOther)
        m_chosen->reveal();
    m_isOther = m_isOther && isEstimate;
    m_nothing->take(m_model->rowCount());
}

// Takes the selection of a row back if another function was selected elsewhere, and marks the rows
// of that.
void CallTreePanel::followSelection()
{
    if (!m_model->tree())
        return;
    const ViewSelection &selection = state().selection();
    const auto rows = m_view->selectionModel()->selectedRows();
    if (!rows.isEmpty() && selection.function().isValid()
        && !selection.isChosen(m_model->tree()->node(m_model->nodeAt(rows.front())).frame))
        m_view->clearSelection(); // the reader's place stays
    showSelected();
    m_view->viewport()->update();
}

// Makes the row of the call selected in the chart current, if the tree has it; filters may have
// left it out.
void CallTreePanel::showSelected()
{
    const QScopedValueRollback opens(m_opensRows, true);
    if (m_inverted->direction() != TowardsCalls::Callees
        || m_view->selectionModel()->hasSelection())
        return;
    // While another function is being selected, the call of the previous one is still the selected
    // call.
    const auto &box = state().selection().box();
    if (box && !state().selection().isChosen(frameOf(*state().spans(), *box)))
        return;
    const QModelIndex selected = m_model->find(wayToSelected());
    if (!selected.isValid())
        return;
    const QModelIndex row = openable(selected);
    m_chosen->replaceRows([&] { m_view->setCurrentIndex(row); });
    m_view->scrollTo(row);
}

// Returns the way to the selected call by functions of the tree; empty if nothing is selected or
// the tree does not have it.
CallTreePanel::Way CallTreePanel::wayToSelected() const
{
    const CallWeights &calls = m_model->tree()->calls();
    Way way;
    for (auto box = state().selection().box(); box; box = callerOf(*state().spans(), *box)) {
        const FrameIndex frame = frameOf(*state().spans(), *box);
        if (!calls.functions.contains(frame)) // newer than the tree
            return {};
        way.push_back(calls.functions[frame]);
    }
    std::ranges::reverse(way);
    return way;
}

// Opens rows that are alone on their level, or have nearly all that the row above has: they show
// nothing by themselves. If no root has nearly all, opens the path below each large root, one row
// of each path in turn, so that a long path does not take the rows of the others.
void CallTreePanel::openHottest()
{
    if (const QModelIndex root = nextOfHottest({}); root.isValid()) {
        openPath(root);
        return;
    }
    if (m_inverted->direction() != TowardsCalls::Callees)
        return; // these roots are a list of functions
    const MergedTree &tree = *m_model->tree();
    const double large = shareOfOpenedRoot * tree.amount(MergedTree::root());
    const auto roots = tree.knownChildren(MergedTree::root()).value_or(MergedChildren());
    std::vector<QModelIndex> paths;
    for (std::uint32_t place = 0; place < roots.count; ++place) {
        if (!(large > 0) || tree.amount(roots.at(place)) < large) // the largest come first
            break;
        paths.push_back(m_model->indexOf(roots.at(place)));
    }
    for (int left = mostRowsOfRoots; !paths.empty();) {
        for (QModelIndex &at : paths) {
            const int below = m_model->rowCount(at);
            const bool fits = below > 0 && below <= left;
            left -= fits ? below : 0;
            m_view->setExpanded(at, fits || m_view->isExpanded(at));
            at = fits ? nextOfHottest(at) : QModelIndex();
        }
        std::erase_if(paths, [](const QModelIndex &at) { return !at.isValid(); });
    }
}

void CallTreePanel::openPath(QModelIndex at)
{
    for (auto depth = 0U; depth < deepestOpened && at.isValid(); ++depth) {
        m_view->expand(at);
        at = nextOfHottest(at);
    }
}

// The row below that has nearly all of it; invalid where the path branches or ends.
QModelIndex CallTreePanel::nextOfHottest(const QModelIndex &at) const
{
    const MergedTree &tree = *m_model->tree();
    if (m_model->rowCount(at) == 1)
        return m_model->index(0, 0, at);
    const QModelIndex next = m_model->hottestChild(at);
    if (!next.isValid())
        return {};
    const double share = tree.amount(m_model->nodeAt(next)) / tree.amount(m_model->nodeAt(at));
    return share < nearlyAllOfCaller ? QModelIndex() : next;
}

void CallTreePanel::noteFold()
{
    m_isFoldedByHand = m_isFoldedByHand || !m_opensRows;
}

// Returns the ways to the open rows, callers before callees.
std::vector<CallTreePanel::Way> CallTreePanel::openWays() const
{
    std::vector<Way> ways;
    if (!m_model->tree())
        return ways;
    std::vector<QModelIndex> look{QModelIndex()};
    while (!look.empty()) {
        const QModelIndex at = look.back();
        look.pop_back();
        if (at.isValid())
            ways.push_back(m_model->tree()->wayTo(m_model->nodeAt(at)));
        for (int row = 0; row < m_model->rowCount(at); ++row) {
            const QModelIndex child = m_model->index(row, 0, at);
            if (m_view->isExpanded(child))
                look.push_back(child);
        }
    }
    return ways;
}

void CallTreePanel::expandHottestPath()
{
    QModelIndex last;
    for (QModelIndex at = m_view->currentIndex().siblingAtColumn(0);;) {
        const QModelIndex next = m_model->hottestChild(at);
        if (!next.isValid() || m_model->tree()->node(m_model->nodeAt(next)).depth > deepestOpened)
            break;
        if (at.isValid())
            m_view->expand(at);
        at = last = next;
    }
    if (!last.isValid())
        return;
    m_view->setCurrentIndex(last);
    m_view->scrollTo(last);
}

bool CallTreePanel::goToMatch(Direction direction)
{
    const QModelIndex current = m_view->currentIndex().siblingAtColumn(0);
    const bool standsForMatch = m_match.isValid() && openable(m_match) == current;
    m_search->start(standsForMatch ? QModelIndex(m_match) : current, direction);
    return true;
}

// Returns the row itself, or the deepest one around it that the view may lay out.
QModelIndex CallTreePanel::openable(QModelIndex row) const
{
    while (m_model->tree()->node(m_model->nodeAt(row)).depth > deepestOpened)
        row = row.parent();
    return row;
}

void CallTreePanel::showMatch(const QModelIndex &match)
{
    m_match = match;
    const QModelIndex row = openable(match);
    m_view->setCurrentIndex(row);
    m_view->scrollTo(row);
}

// Handles keys that have another meaning in a tree view: it would open everything, or search for a
// letter.
bool CallTreePanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_view || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto action =
        state().appearance().keyMap().actionFor(static_cast<const QKeyEvent &>(*event));
    return (action && perform(*action)) || QWidget::eventFilter(watched, event);
}

bool CallTreePanel::perform(ChartAction action)
{
    switch (action) {
    case ChartAction::ToggleInverted: m_inverted->toggle(); return true;
    case ChartAction::ExpandHottestPath: expandHottestPath(); return true;
    case ChartAction::NextMatch: return goToMatch(Direction::Forward);
    case ChartAction::PreviousMatch: return goToMatch(Direction::Backward);
    default: return false;
    }
}

} // namespace ember::views
