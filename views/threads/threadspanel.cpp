// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/threads/threadspanel.h"

#include "views/tables/tablelook.h"
#include "views/threads/sparklinedelegate.h"

#include <QAction>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace ember::views {

using namespace model;
using namespace std::chrono_literals;

namespace {

constexpr auto pause = 300ms; // between a change and the next computation

} // namespace

ThreadsPanel::ThreadsPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_model(new ThreadModel(state, this)),
      m_filter(new ThreadFilter(this)),
      m_search(new QLineEdit(this)),
      m_view(new QTreeView(this)),
      m_delay(new QTimer(this)),
      m_job(this, [this](std::vector<ThreadRow> rows) { showRows(std::move(rows)); })
{
    m_search->setPlaceholderText(tr("Find threads"));
    m_search->setAccessibleName(tr("Find threads"));
    m_search->setClearButtonEnabled(true);
    createView();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_search);
    column->addWidget(m_view);
    m_delay->setSingleShot(true);
    connect(m_delay, &QTimer::timeout, this, &ThreadsPanel::compute);
    connect(m_search, &QLineEdit::textChanged, m_filter, &ThreadFilter::setText);
    connect(&state, &ViewState::spansChanged, this, &ThreadsPanel::schedule);
    connect(&state, &ViewState::appearanceChanged, m_view->viewport(),
            qOverload<>(&QWidget::update));
    schedule();
}

void ThreadsPanel::createView()
{
    m_filter->setSourceModel(m_model);
    styleTree(*m_view);
    m_view->setModel(m_filter);
    m_view->setAccessibleName(tr("Threads"));
    m_view->setItemDelegateForColumn(ThreadModel::Activity, new SparklineDelegate(m_state, this));
    m_view->setIndentation(14);
    m_view->setSortingEnabled(true);
    m_view->sortByColumn(ThreadModel::Running, Qt::DescendingOrder);
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setExpandsOnDoubleClick(false);
    arrangeColumns();
    addMenuActions();
    connect(m_view, &QTreeView::clicked, this, [this](const QModelIndex &index) {
        if (const auto thread = threadAt(index); thread.isValid() && m_state.isShown(thread))
            emit threadActivated(thread);
    });
    connect(m_view, &QTreeView::doubleClicked, this, [this](const QModelIndex &index) {
        if (const auto thread = threadAt(index); thread.isValid())
            m_state.setShownThreads({thread});
    });
}

// What one looks for first stands first; a narrow dock shows only that, and as much of the name as
// there is room for.
void ThreadsPanel::arrangeColumns()
{
    QHeaderView &header = *m_view->header();
    header.setStretchLastSection(true);
    const int letter = m_view->fontMetrics().averageCharWidth();
    for (const int column :
         {ThreadModel::Id, ThreadModel::Priority, ThreadModel::Samples, ThreadModel::Running})
        m_view->setColumnWidth(column, 11 * letter);
    m_view->setColumnWidth(ThreadModel::Process, 18 * letter);
    m_view->setColumnWidth(ThreadModel::Activity, 11 * letter);
    header.moveSection(ThreadModel::Activity, 1);
    header.moveSection(header.visualIndex(ThreadModel::Running), 2);
    header.moveSection(header.visualIndex(ThreadModel::Samples), 3);
    m_view->viewport()->installEventFilter(this);
    connect(&header, &QHeaderView::sectionResized, this, [this](int column) {
        if (column == ThreadModel::Name && !m_isFitting)
            m_isNameSizedByUser = true;
    });
}

void ThreadsPanel::fitName()
{
    if (m_isNameSizedByUser)
        return;
    const int least = 12 * m_view->fontMetrics().averageCharWidth();
    const int others =
        m_view->columnWidth(ThreadModel::Activity) + m_view->columnWidth(ThreadModel::Running);
    m_isFitting = true;
    m_view->setColumnWidth(ThreadModel::Name,
                           std::max(least, m_view->viewport()->width() - others));
    m_isFitting = false;
}

bool ThreadsPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        fitName();
    return QWidget::eventFilter(watched, event);
}

void ThreadsPanel::addMenuActions()
{
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    const auto add = [this](const QString &text, auto perform) {
        auto *action = new QAction(text, m_view);
        connect(action, &QAction::triggered, this, perform);
        m_view->addAction(action);
    };
    add(tr("Show all threads"), [this] { m_state.showAllThreads(); });
    add(tr("Show the selected threads only"), [this] {
        std::vector<ThreadIndex> threads;
        for (const QModelIndex &index : m_view->selectionModel()->selectedRows()) {
            if (const auto thread = threadAt(index); thread.isValid())
                threads.push_back(thread);
        }
        m_state.setShownThreads(threads);
    });
    add(tr("Fold all in the chart"), [this] { m_state.setAllCollapsed(Collapsed::Yes); });
    add(tr("Unfold all in the chart"), [this] { m_state.setAllCollapsed(Collapsed::No); });
}

void ThreadsPanel::focusSearch()
{
    m_search->setFocus(Qt::ShortcutFocusReason);
    m_search->selectAll();
}

void ThreadsPanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    schedule();
}

void ThreadsPanel::schedule()
{
    if (isVisible() && !m_delay->isActive())
        m_delay->start(m_model->rowCount() > 0 ? pause : 0ms);
}

void ThreadsPanel::compute()
{
    if (m_state.spans()) {
        m_job.refresh([spans = m_state.spans()] { return threadRows(*spans); });
    } else {
        m_job.cancel();
        m_model->setRows({});
    }
}

// The rows come anew with every snapshot: the reader's place and selection stay.
void ThreadsPanel::showRows(std::vector<ThreadRow> rows)
{
    const int scrolled = m_view->verticalScrollBar()->value();
    const auto current = threadAt(m_view->currentIndex());
    m_model->setRows(std::move(rows));
    m_view->setRootIsDecorated(m_model->hasGroup());
    for (int row = 0; current.isValid() && row < m_filter->rowCount(); ++row) {
        if (threadAt(m_filter->index(row, 0)) == current)
            m_view->setCurrentIndex(m_filter->index(row, 0));
    }
    m_view->verticalScrollBar()->setValue(scrolled);
}

ThreadIndex ThreadsPanel::threadAt(const QModelIndex &index) const
{
    return m_model->threadAt(m_filter->mapToSource(index));
}

} // namespace ember::views
