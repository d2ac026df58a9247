// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/tables/calltreepanel.h"

#include "views/durationtext.h"
#include "views/graph/treechoice.h"
#include "views/keymap.h"
#include "views/tables/calltreemodel.h"
#include "views/tables/selectionbar.h"
#include "views/tables/tablelook.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QTreeView>
#include <QVBoxLayout>

#include <optional>
#include <utility>

namespace ember::views {

using namespace model;

namespace {

constexpr int searchedRows = 100'000;
constexpr int indentation = 12; // stacks are deep
// The view lays out open rows by recursion.
constexpr std::uint32_t deepestOpened = 500;

// The row after this one if all were open; the other way round the row before it.
QModelIndex below(const CallTreeModel &model, const QModelIndex &index)
{
    if (model.hasChildren(index))
        return model.index(0, 0, index);
    for (QModelIndex at = index; at.isValid(); at = at.parent()) {
        const QModelIndex next = model.index(at.row() + 1, 0, at.parent());
        if (next.isValid())
            return next;
    }
    return {};
}

QModelIndex above(const CallTreeModel &model, const QModelIndex &index)
{
    if (!index.isValid() || index.row() == 0)
        return index.parent();
    QModelIndex at = model.index(index.row() - 1, 0, index.parent());
    for (int rows = 0; model.hasChildren(at) && rows < searchedRows; ++rows)
        at = model.index(model.rowCount(at) - 1, 0, at);
    return at;
}

} // namespace

CallTreePanel::CallTreePanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_model(new CallTreeModel(state, this)),
      m_view(new QTreeView(this)),
      m_inverted(new TreeChoice(this)),
      m_job(
          this, [this] { return question(); }, [this](Tree tree) { showTree(std::move(tree)); })
{
    createView();
    auto *bar = new SelectionBar(state, this);
    bar->addTool(m_inverted);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(bar);
    column->addWidget(m_view, 1);
    connect(m_inverted, &QToolButton::toggled, this, &CallTreePanel::changeTree);
    connect(&state, &ViewState::spansChanged, this, &CallTreePanel::refresh);
    connect(&state, &ViewState::threadsChanged, this, &CallTreePanel::askAnew);
    connect(&state, &ViewState::selectedRangeChanged, this, &CallTreePanel::askAnew);
    connect(&state, &ViewState::weighingChanged, this, &CallTreePanel::askAnew);
    for (const auto change : {&ViewState::matchesChanged, &ViewState::appearanceChanged})
        connect(&state, change, m_view->viewport(), qOverload<>(&QWidget::update));
    setFocusProxy(m_view);
}

void CallTreePanel::createView()
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Call tree"));
    styleTree(*m_view);
    m_view->setIndentation(indentation);
    m_view->setTextElideMode(Qt::ElideMiddle);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(CallTreeModel::Total, Qt::DescendingOrder);
    m_view->setContextMenuPolicy(Qt::CustomContextMenu);
    m_view->installEventFilter(this);
    QHeaderView &header = *m_view->header();
    header.setStretchLastSection(false);
    header.setSectionResizeMode(CallTreeModel::Name, QHeaderView::Stretch);
    const int numberWidth =
        fontMetrics().horizontalAdvance(durationText(std::chrono::minutes(59))) + 12;
    for (int column = CallTreeModel::Total; column <= CallTreeModel::Samples; ++column)
        m_view->setColumnWidth(column, numberWidth);
    m_view->setColumnWidth(CallTreeModel::Module, 120);
    // What is current only because the view got the focus is not selected.
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this](const QItemSelection &selected) {
                if (!m_isRestoring && !selected.isEmpty())
                    pointAt(selected.indexes().first());
            });
    connect(m_view, &QTreeView::doubleClicked, this, [this](const QModelIndex &index) {
        if (!m_model->hasChildren(index.siblingAtColumn(0)))
            emit functionActivated(index.siblingAtColumn(CallTreeModel::Name).data().toString());
    });
    connect(m_view, &QWidget::customContextMenuRequested, this, [this](const QPoint &position) {
        const QModelIndex index = m_view->indexAt(position);
        if (!index.isValid())
            return;
        pointAt(index);
        emit contextMenuRequested(m_view->viewport()->mapToGlobal(position));
    });
}

void CallTreePanel::pointAt(const QModelIndex &index)
{
    m_state.setFunction(m_model->tree()->node(m_model->nodeAt(index)).frame);
}

void CallTreePanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
    askAnew();
}

void CallTreePanel::askAnew()
{
    if (isVisible())
        m_job.askAnew();
}

// Calls of another profile, or of the same read again, are not even there any more.
void CallTreePanel::refresh()
{
    if (m_profileSerial != m_state.profileSerial())
        changeTree();
    m_profileSerial = m_state.profileSerial();
    if (isVisible())
        m_job.refresh();
}

void CallTreePanel::changeTree()
{
    m_job.drop();
    m_model->setTree(nullptr);
    askAnew();
}

PacedJob<CallTreePanel::Tree>::Work CallTreePanel::question()
{
    if (!m_state.spans())
        return {};
    return [weigher = m_state.callWeigher(), profile = m_state.spans()->profile(),
            selection = m_state.querySelection(), direction = m_inverted->direction()] {
        auto tree = std::make_shared<MergedTree>(weigher->weigh(profile, selection), direction,
                                                 SiblingOrder::Weight);
        tree->children(MergedTree::root());
        return tree;
    };
}

void CallTreePanel::showTree(Tree tree)
{
    const bool isFirst = !m_model->tree();
    const auto ways = openWays();
    const QModelIndex current = m_view->currentIndex();
    const auto chosen = current.isValid()
        ? std::optional(m_model->tree()->wayTo(m_model->nodeAt(current)))
        : std::nullopt;
    const int scrolled = m_view->verticalScrollBar()->value();
    m_model->setTree(std::move(tree));
    for (const Way &way : ways) {
        if (const QModelIndex index = m_model->find(way); index.isValid())
            m_view->expand(index);
    }
    // A lone root tells nothing.
    QModelIndex lone;
    for (auto depth = 0U; isFirst && depth < deepestOpened && m_model->rowCount(lone) == 1;
         ++depth) {
        lone = m_model->index(0, 0, lone);
        m_view->expand(lone);
    }
    const QScopedValueRollback restoring(m_isRestoring, true);
    if (chosen)
        m_view->setCurrentIndex(m_model->find(*chosen));
    m_view->verticalScrollBar()->setValue(scrolled);
}

// Those of the open rows, callers before callees.
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

void CallTreePanel::goToMatch(Direction direction)
{
    const SearchMatches &matches = m_state.matches();
    if (!matches.isActive() || !m_model->tree())
        return;
    QModelIndex at = m_view->currentIndex().siblingAtColumn(0);
    for (int rows = 0; rows < searchedRows; ++rows) {
        at = direction == Direction::Forward ? below(*m_model, at) : above(*m_model, at);
        if (!at.isValid())
            return;
        if (matches.contains(m_model->tree()->node(m_model->nodeAt(at)).frame)) {
            m_view->setCurrentIndex(at);
            m_view->scrollTo(at);
            return;
        }
    }
}

// Keys that mean something else to a tree: it would open everything, or look for a letter.
bool CallTreePanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_view || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto &key = static_cast<const QKeyEvent &>(*event);
    switch (chartActionFor(key).value_or(ChartAction::ZoomIn)) {
    case ChartAction::ToggleInverted: m_inverted->toggle(); return true;
    case ChartAction::ExpandHottestPath: expandHottestPath(); return true;
    case ChartAction::NextMatch: goToMatch(Direction::Forward); return true;
    case ChartAction::PreviousMatch: goToMatch(Direction::Backward); return true;
    default: return QWidget::eventFilter(watched, event);
    }
}

} // namespace ember::views
