// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/sandwichpanel.h"

#include "model/query/functionstatistics.h"
#include "views/graph/graphtext.h"
#include "views/graph/graphwidget.h"
#include "views/sums/sumspanel.h"
#include "views/text/amounttext.h"
#include "views/text/durationtext.h"
#include "views/text/plaintexts.h"
#include "views/widgets/tablelook.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QScopedValueRollback>
#include <QShowEvent>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::views {

using namespace model;

namespace {

constexpr std::uint32_t mostRows = 500; // of a list

constexpr double expandedCallerShare = 1.0 / 2000; // of the function

// Returns the function with the most own weight; invalid: there are no calls.
FrameIndex largestOwn(const CallWeights &calls)
{
    const auto functions = functionStatistics(calls);
    return functions.empty() ? FrameIndex() : functions.front().frame;
}

// Returns the graph with a footer below it.
QWidget *withFooter(const ViewState &state, GraphWidget *graph)
{
    auto *part = new QWidget;
    auto *column = new QVBoxLayout(part);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(graph, 1);
    column->addWidget(new GraphFooter(state, *graph));
    return part;
}

} // namespace

NeighbourList::NeighbourList(const QString &title, QWidget *parent) : QTreeWidget(parent)
{
    styleTree(*this);
    setRootIsDecorated(false);
    setAccessibleName(title);
    setHeaderLabels({title, tr("Weight"), tr("Share")});
    headerItem()->setToolTip(Share, tr("Of all calls of the function"));
    header()->setStretchLastSection(false);
    header()->setSectionResizeMode(Name, QHeaderView::Stretch);
    header()->setSectionResizeMode(Amount, QHeaderView::ResizeToContents);
    header()->setSectionResizeMode(Share, QHeaderView::ResizeToContents);
    connect(this, &QTreeWidget::itemSelectionChanged, this, [this] {
        const auto chosen = selectedItems();
        if (!chosen.isEmpty())
            emit functionChosen(frameOf(*chosen.front()));
    });
    connect(this, &QTreeWidget::itemDoubleClicked, this,
            [this](QTreeWidgetItem *row) { emit functionActivated(frameOf(*row)); });
}

void NeighbourList::keyPressEvent(QKeyEvent *event)
{
    const bool isStep = event->key() == Qt::Key_Up || event->key() == Qt::Key_Down;
    if (isPlainEnter(*event) && currentItem())
        emit functionActivated(frameOf(*currentItem()));
    else if (isStep && currentItem() && selectedItems().isEmpty())
        setCurrentItem(currentItem()); // the first step chooses the row that is marked
    else
        QTreeWidget::keyPressEvent(event);
}

FrameIndex NeighbourList::frameOf(QTreeWidgetItem &row) const
{
    return m_frames[static_cast<std::size_t>(indexOfTopLevelItem(&row))];
}

void NeighbourList::setTree(MergedTree *tree)
{
    const QSignalBlocker blocker(this); // rows are not chosen by the user
    clear();
    m_frames.clear();
    if (!tree)
        return;
    const CallWeights &calls = tree->calls();
    const double whole = tree->amount(MergedTree::root());
    const MergedChildren children = tree->children(MergedTree::root());
    for (std::uint32_t place = 0; place < std::min(children.count, mostRows); ++place) {
        const MergedIndex child = children.at(place);
        m_frames.push_back(tree->node(child).frame);
        const double amount = tree->amount(child);
        const QString name = shortened(fromUtf8(frameName(*calls.profile, m_frames.back())));
        auto *row = new QTreeWidgetItem(
            this, {name, amountText(calls, amount), percentText(whole > 0 ? amount / whole : 0)});
        row->setToolTip(Name, tipText(name));
        row->setTextAlignment(Amount, Qt::AlignRight | Qt::AlignVCenter);
        row->setTextAlignment(Share, Qt::AlignRight | Qt::AlignVCenter);
    }
    // The keyboard begins there; nothing is chosen yet.
    selectionModel()->setCurrentIndex(model()->index(0, Name), QItemSelectionModel::NoUpdate);
}

SandwichPanel::SandwichPanel(ViewState &state, QWidget *parent)
    : SumsPanel(state, parent),
      m_title(new QLabel(this)),
      m_callers(new GraphWidget(state)),
      m_callees(new GraphWidget(state)),
      m_callerList(new NeighbourList(tr("Callers"))),
      m_calleeList(new NeighbourList(tr("Callees"))),
      m_job(
          this, [this] { return question(); }, [this](const Trees &trees) { showTrees(trees); })
{
    m_title->setObjectName(QStringLiteral("sandwichFunction"));
    m_title->setContentsMargins(6, 2, 6, 2);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setMinimumWidth(1);
    m_callers->setAccessibleName(tr("Callers"));
    m_callees->setAccessibleName(tr("Callees"));
    m_callerList->setObjectName(QStringLiteral("callerList"));
    m_calleeList->setObjectName(QStringLiteral("calleeList"));
    m_callers->viewport().setRoots(Roots::Bottom);
    auto *halves = new QSplitter(Qt::Vertical);
    halves->setChildrenCollapsible(false);
    halves->addWidget(half(*m_callers, *m_callerList));
    halves->addWidget(half(*m_callees, *m_calleeList));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new SelectionBar(state, this));
    column->addWidget(m_title);
    column->addWidget(halves, 1);
    for (GraphWidget *graph : {m_callers, m_callees}) {
        connect(graph, &GraphWidget::contextMenuRequested, this,
                &SandwichPanel::contextMenuRequested);
        connect(&graph->viewport(), &GraphViewport::selectionChanged, this,
                &SumsPanel::matchPlaceChanged);
    }
    connect(&state.selection(), &ViewSelection::functionChanged, this, [this] {
        m_isOwnSelected = isVisible() && isChosenHere();
        if (isVisible() && !m_isOwnSelected)
            takeSelected();
    });
    // A profile that was read again has the selected function, after the base has forgotten it.
    connect(&state.profile(), &OpenProfile::changed, this, [this] {
        if (isVisible() && !m_function.isValid() && !m_isOwnSelected)
            takeSelected();
    });
    setFocusProxy(m_callerList);
    SandwichPanel::forget();
}

bool SandwichPanel::perform(ChartAction action)
{
    switch (action) {
    case ChartAction::NextMatch: return goToMatchIn(pictures(), Direction::Forward);
    case ChartAction::PreviousMatch: return goToMatchIn(pictures(), Direction::Backward);
    default: return m_callees->perform(action);
    }
}

bool SandwichPanel::goToMatch(Direction direction)
{
    goToMatchIn(pictures(), direction);
    return true;
}

std::optional<MatchPlace> SandwichPanel::matchPlace()
{
    return matchPlaceIn(pictures());
}

// Returns a graph with its numbers at the right.
QWidget *SandwichPanel::half(GraphWidget &graph, NeighbourList &list)
{
    auto *half = new QSplitter;
    half->addWidget(withFooter(state(), &graph));
    half->addWidget(&list);
    half->setStretchFactor(0, 3);
    half->setStretchFactor(1, 1);
    half->setSizes({700, 280});
    connect(&list, &NeighbourList::functionChosen, this, [this](FrameIndex function) {
        const QScopedValueRollback choosing(m_isChoosing, true);
        state().selection().setFunction(function);
    });
    connect(&list, &NeighbourList::functionActivated, this, &SandwichPanel::showFunction);
    return half;
}

void SandwichPanel::showFunction(FrameIndex function)
{
    {
        const QScopedValueRollback choosing(m_isChoosing, true);
        state().selection().setFunction(function);
    }
    take(function);
}

// Whether the selected function was chosen in this panel, which then goes on showing its own.
bool SandwichPanel::isChosenHere() const
{
    const auto isChosenIn = [this](const GraphWidget *graph) {
        const auto node = graph->viewport().selected();
        return node && state().selection().isChosen(graph->viewport().frameOf(*node));
    };
    return m_isChoosing || isChosenIn(m_callers) || isChosenIn(m_callees);
}

void SandwichPanel::take(FrameIndex function)
{
    forget();
    m_function = function;
    askIfSeen();
}

void SandwichPanel::takeSelected()
{
    const FrameIndex selected = state().selection().function();
    if (selected.isValid() && selected != m_function)
        take(selected);
}

void SandwichPanel::showEvent(QShowEvent *event)
{
    if (!event->spontaneous() && !m_isOwnSelected)
        takeSelected();
    SumsPanel::showEvent(event);
}

QString SandwichPanel::heading() const
{
    return m_title->text();
}

void SandwichPanel::forget()
{
    m_job.drop();
    m_function = {};
    m_largest = {};
    m_isOwnSelected = false;
    showNone(tr("Choose a function in any view and press C to see who calls it and what it "
                "calls."));
}

void SandwichPanel::showNone(const QString &why)
{
    m_callers->setTree(nullptr, why);
    m_callees->setTree(nullptr, QStringLiteral(" "));
    m_callerList->setTree(nullptr);
    m_calleeList->setTree(nullptr);
    m_title->clear();
}

PacedJob<SandwichPanel::Trees>::Work SandwichPanel::question()
{
    if (!state().spans()
        || (m_function.isValid()
            && !state().spans()->profile()->tables().frames.contains(m_function)))
        return {};
    if (noteQuestion())
        m_largest = {};
    const FrameIndex wanted = m_function.isValid() ? m_function : m_largest;
    return state().sums().workOn(
        [wanted, isChosen = m_function.isValid()](const CallWeightsPointer &calls) {
            const FrameIndex largest = isChosen ? FrameIndex() : largestOwn(*calls);
            const FrameIndex frame = wanted.isValid() ? wanted : largest;
            if (!frame.isValid())
                return Trees();
            const auto function = calls->functions[frame];
            const auto treeOf = [&](TowardsCalls direction) {
                auto tree =
                    std::make_shared<MergedTree>(calls, function, direction, SiblingOrder::Weight);
                tree->findBelow();
                tree->expand(expandedCallerShare);
                return tree;
            };
            const bool hasMostOwn = largest.isValid() && function == calls->functions[largest];
            return Trees{frame, hasMostOwn, treeOf(TowardsCalls::Callers),
                         treeOf(TowardsCalls::Callees)};
        });
}

void SandwichPanel::showTrees(const Trees &trees)
{
    if (!trees.function.isValid()) {
        showNone(tr("Nothing was seen in this selection."));
        return;
    }
    const CallWeights &calls = trees.callees->calls();
    const double total = trees.callees->amount(MergedTree::root());
    // An estimate may lack the function: the previous trees stay until the exact answer.
    if (calls.accuracy == Accuracy::Estimate && total == 0)
        return;
    QString title =
        QStringLiteral("%1  ·  %2 (%3)")
            .arg(oneLine(shortened(fromUtf8(frameName(*calls.profile, trees.function)))),
                 shortened(amountText(calls, total)), percentText(shareOf(calls, total)));
    if (!m_function.isValid() && calls.accuracy == Accuracy::Exact)
        m_largest = trees.function;
    if (!m_function.isValid() && trees.hasMostOwn)
        title = tr("%1  ·  spent most itself; choose another function in any view and press C",
                   "%1: a function with its amount")
                    .arg(title);
    m_title->setText(title);
    m_callers->setTree(trees.callers);
    m_callees->setTree(trees.callees);
    m_callerList->setTree(trees.callers.get());
    m_calleeList->setTree(trees.callees.get());
}

} // namespace ember::views
