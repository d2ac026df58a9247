// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/threads/threadspanel.h"

#include "views/state/sumsquery.h"
#include "views/state/viewstate.h"
#include "views/text/durationtext.h"
#include "views/threads/threadmodel.h"
#include "views/widgets/tablelook.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPainter>
#include <QScrollBar>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <iterator>

namespace ember::views {

using namespace model;
using namespace std::chrono_literals;

SparklineDelegate::SparklineDelegate(const ViewAppearance &appearance, QObject *parent)
    : QStyledItemDelegate(parent),
      m_appearance(appearance)
{
}

void SparklineDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option,
                              const QModelIndex &index) const
{
    QStyledItemDelegate::paint(painter, option, index);
    const auto activity = index.data(ThreadModel::ActivityRole).value<std::vector<float>>();
    if (activity.empty())
        return;
    const QRectF area = QRectF(option.rect).adjusted(4, 3, -4, -3);
    const double step = area.width() / static_cast<double>(activity.size());
    const bool selected = option.state.testFlag(QStyle::State_Selected);
    QColor colour =
        selected ? option.palette.highlightedText().color() : m_appearance.theme().accent;
    colour.setAlpha(200);
    for (std::size_t place = 0; place < activity.size(); ++place) {
        const double height =
            std::clamp(static_cast<double>(activity[place]), 0.0, 1.0) * area.height();
        if (height > 0)
            painter->fillRect(QRectF(area.left() + static_cast<double>(place) * step,
                                     area.bottom() - std::max(1.0, height), step,
                                     std::max(1.0, height)),
                              colour);
    }
}

QSize SparklineDelegate::sizeHint(const QStyleOptionViewItem &option,
                                  const QModelIndex &index) const
{
    const QSize size = QStyledItemDelegate::sizeHint(option, index);
    return {size.width(), std::max(size.height(), option.fontMetrics.height() + 6)};
}

namespace {

constexpr auto pause = 300ms; // between a change and the next computation

constexpr int firstOfTheRest = 3; // place of the first column after name, activity and running
constexpr int processLetters = 18; // least width of the column of processes
constexpr int comfortableLetters = 30; // of names, kept before further columns are shown

} // namespace

ThreadsPanel::ThreadsPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_model(new ThreadModel(state.profile(), state.threads(), this)),
      m_filter(new ThreadFilter(this)),
      m_search(new QLineEdit(this)),
      m_view(new QTreeView(this)),
      m_delay(new QTimer(this)),
      m_sorts(new QActionGroup(this)),
      m_job(this, [this](std::vector<ThreadRow> rows) { m_model->setRows(std::move(rows)); }),
      m_figures(state.profile(), state.selection(), state.sums(), *this)
{
    m_search->setPlaceholderText(tr("Find threads"));
    m_search->setAccessibleName(tr("Find threads"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    m_view->installEventFilter(this);
    createView();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_search);
    column->addWidget(m_view);
    m_delay->setSingleShot(true);
    connect(m_delay, &QTimer::timeout, this, &ThreadsPanel::compute);
    connect(m_search, &QLineEdit::textChanged, this, &ThreadsPanel::find);
    connect(&state.profile(), &OpenProfile::changed, this, &ThreadsPanel::schedule);
    connect(&m_figures, &ThreadFiguresQuestion::answered, this, &ThreadsPanel::takeFigures);
    connect(&state.appearance(), &ViewAppearance::changed, m_view->viewport(),
            qOverload<>(&QWidget::update));
    schedule();
}

void ThreadsPanel::createView()
{
    m_filter->setSourceModel(m_model);
    styleTree(*m_view);
    m_view->setModel(m_filter);
    m_view->setAccessibleName(tr("Threads"));
    m_view->setItemDelegateForColumn(ThreadModel::Activity,
                                     new SparklineDelegate(m_state.appearance(), this));
    m_view->setIndentation(14);
    m_view->setTextElideMode(Qt::ElideMiddle); // names of groups end with the count of threads
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setExpandsOnDoubleClick(false);
    m_view->setDragDropMode(QAbstractItemView::InternalMove);
    arrangeColumns();
    addMenuActions();
    addSortActions();
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, &ThreadsPanel::keepPlace);
    connect(m_model, &QAbstractItemModel::modelReset, this, &ThreadsPanel::restorePlace);
    connect(&m_state.threads(), &ThreadChoice::changed, this, &ThreadsPanel::showOpenGroups);
    connect(&m_state.threads(), &ThreadChoice::changed, this, &ThreadsPanel::showSort);
    connect(m_view, &QTreeView::expanded, this,
            [this](const QModelIndex &index) { noteOpen(index, Open::Yes); });
    connect(m_view, &QTreeView::collapsed, this,
            [this](const QModelIndex &index) { noteOpen(index, Open::No); });
    connect(m_view, &QTreeView::clicked, this, &ThreadsPanel::goTo);
    connect(m_view, &QTreeView::activated, this, &ThreadsPanel::goTo);
    connect(m_view, &QTreeView::doubleClicked, this, [this](const QModelIndex &index) {
        if (index.siblingAtColumn(ThreadModel::Name).flags() & Qt::ItemIsUserCheckable)
            m_state.threads().showOnly(m_model->threadsAt(m_filter->mapToSource(index)));
    });
}

// Puts the most important columns first; a narrow dock shows only these, and the part of the name
// that fits. A row is never wider than the list.
void ThreadsPanel::arrangeColumns()
{
    QHeaderView &header = *m_view->header();
    header.setStretchLastSection(false);
    header.setResizeContentsPrecision(0); // measures visible rows only: there may be thousands
    const int letter = m_view->fontMetrics().averageCharWidth();
    header.setSortIndicatorShown(true); // headings need width for it
    for (int column = 0; column < m_model->columnCount(); ++column) {
        if (column != ThreadModel::Name && column != ThreadModel::Process
            && column != ThreadModel::Activity)
            m_view->setColumnWidth(column, std::max(11 * letter, header.sectionSizeHint(column)));
    }
    header.moveSection(ThreadModel::Activity, 1);
    header.moveSection(header.visualIndex(ThreadModel::Running), 2);
    header.moveSection(header.visualIndex(ThreadModel::Samples), 3);
    header.setSectionsClickable(true);
    connect(&header, &QHeaderView::sectionClicked, this, &ThreadsPanel::sortByColumn);
    m_view->viewport()->installEventFilter(this);
    connect(&header, &QHeaderView::sectionResized, this, [this](int column) {
        if (m_view->header()->visualIndex(column) < firstOfTheRest && !m_isFitting)
            m_areColumnsSizedByUser = true;
    });
}

void ThreadsPanel::fitColumns()
{
    if (m_areColumnsSizedByUser)
        return;
    const QFontMetrics metrics = m_view->fontMetrics();
    const int letter = metrics.averageCharWidth();
    const int least = 14 * letter;
    const int longest = metrics.horizontalAdvance(durationText(std::chrono::minutes(59))) + 12;
    const int width = m_view->viewport()->width();
    m_isFitting = true;
    m_view->setColumnWidth(ThreadModel::Process, processLetters * letter);
    const QHeaderView &header = *m_view->header();
    const int running = std::clamp(width * 2 / 5, 9 * letter,
                                   std::max(longest, header.sectionSizeHint(ThreadModel::Running)));
    m_view->setColumnWidth(ThreadModel::Running, running);
    const int room = width - running - least;
    m_view->setColumnHidden(ThreadModel::Activity, false); // a hidden heading has no size
    const int activity = std::max(11 * letter, header.sectionSizeHint(ThreadModel::Activity));
    m_view->setColumnHidden(ThreadModel::Activity, room < 4 * letter);
    m_view->setColumnWidth(ThreadModel::Activity, std::clamp(room, 4 * letter, activity));
    const int rest =
        width - running - (room < 4 * letter ? 0 : m_view->columnWidth(ThreadModel::Activity));
    showColumnsWithin(rest - comfortableLetters * letter);
    int others = 0;
    for (int column = 0; column < m_model->columnCount(); ++column)
        others += column == ThreadModel::Name ? 0 : m_view->columnWidth(column);
    shareRest(width - others, least);
    m_isFitting = false;
}

// Gives the rest of the width to the column of names; what names do not need goes to the column of
// processes, up to what that lacks.
void ThreadsPanel::shareRest(int room, int leastOfName)
{
    const auto contents = [this](int column) {
        m_view->resizeColumnToContents(column);
        return m_view->columnWidth(column);
    };
    const int needed = std::max(leastOfName, contents(ThreadModel::Name));
    const int process = m_view->columnWidth(ThreadModel::Process);
    const int lacking = m_view->isColumnHidden(ThreadModel::Process)
        ? 0
        : std::max(0, contents(ThreadModel::Process) - process);
    const int given = std::clamp(room - needed, 0, lacking);
    m_view->setColumnWidth(ThreadModel::Process, process + given);
    m_view->setColumnWidth(ThreadModel::Name, std::max(leastOfName, room - given));
}

// Shows further columns, in order, as far as they fit.
void ThreadsPanel::showColumnsWithin(int width)
{
    const QHeaderView &header = *m_view->header();
    for (int place = firstOfTheRest; place < header.count(); ++place) {
        const int column = header.logicalIndex(place);
        m_view->setColumnHidden(column, false);
        width -= m_view->columnWidth(column);
        m_view->setColumnHidden(column, width < 0);
    }
}

bool ThreadsPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize)
        fitColumns();
    if (event->type() == QEvent::KeyPress) {
        auto &key = *static_cast<QKeyEvent *>(event);
        if (key.key() == Qt::Key_Escape) {
            endSearch();
            return true;
        }
        if (watched == m_search && takeSearchKey(key))
            return true;
    }
    return QWidget::eventFilter(watched, event);
}

// Handles keys in the search field: the arrows choose among the results.
bool ThreadsPanel::takeSearchKey(QKeyEvent &key)
{
    switch (key.key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
        goTo(isShown(m_view->currentIndex()) ? m_view->currentIndex() : firstFound());
        return true;
    case Qt::Key_Up:
    case Qt::Key_Down: QCoreApplication::sendEvent(m_view, &key); return true;
    default: return false;
    }
}

void ThreadsPanel::endSearch()
{
    if (m_search->text().isEmpty())
        emit left();
    else
        m_search->clear();
}

void ThreadsPanel::goTo(const QModelIndex &index)
{
    if (isShown(index))
        m_state.threads().goTo(threadAt(index));
}

void ThreadsPanel::addMenuActions()
{
    m_view->setContextMenuPolicy(Qt::ActionsContextMenu);
    const auto add = [this](const QString &text, auto perform) {
        connect(addMenuAction(text), &QAction::triggered, this, perform);
    };
    m_pin = addMenuAction({});
    m_pin->setObjectName(QStringLiteral("pin"));
    connect(m_pin, &QAction::triggered, this, &ThreadsPanel::pinSelected);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &ThreadsPanel::tellPin);
    connect(&m_state.threads(), &ThreadChoice::changed, this, &ThreadsPanel::tellPin);
    tellPin();
    add(tr("Show all threads"), [this] { m_state.threads().showOnly(m_state.threads().all()); });
    add(tr("Show the selected threads only"),
        [this] { m_state.threads().showOnly(selectedThreads()); });
    add(tr("Fold all in the chart"), [this] { m_state.threads().setAllCollapsed(Collapsed::Yes); });
    add(tr("Unfold all in the chart"),
        [this] { m_state.threads().setAllCollapsed(Collapsed::No); });
    add(tr("Open all groups"), [this] { m_state.threads().setAllGroupsOpen(Open::Yes); });
    add(tr("Close all groups"), [this] { m_state.threads().setAllGroupsOpen(Open::No); });
}

void ThreadsPanel::addSortActions()
{
    const std::pair<QString, ThreadSort> sorts[] = {{tr("Main thread first"), ThreadSort::Activity},
                                                    {QString(), ThreadSort::Running},
                                                    {tr("Sort by name"), ThreadSort::Name},
                                                    {tr("Sort by start"), ThreadSort::Start}};
    for (const auto &[text, sort] : sorts) {
        QAction *action = addMenuAction(text);
        action->setCheckable(true);
        action->setData(int(sort));
        m_sorts->addAction(action);
    }
    m_sorts->setExclusionPolicy(QActionGroup::ExclusionPolicy::ExclusiveOptional);
    connect(m_sorts, &QActionGroup::triggered, this, [this](const QAction *action) {
        if (const auto sort = static_cast<ThreadSort>(action->data().toInt());
            sort == ThreadSort::Running)
            sortByRunning();
        else
            m_state.threads().sort(sort);
        showSort();
    });
    showSort();
}

QAction *ThreadsPanel::addMenuAction(const QString &text)
{
    auto *action = new QAction(text, m_view);
    m_view->addAction(action);
    return action;
}

std::vector<ThreadIndex> ThreadsPanel::selectedThreads() const
{
    std::vector<ThreadIndex> threads;
    for (const QModelIndex &index : m_view->selectionModel()->selectedRows()) {
        const auto more = m_model->threadsAt(m_filter->mapToSource(index));
        threads.insert(threads.end(), more.begin(), more.end());
    }
    return threads;
}

bool ThreadsPanel::areSelectedPinned() const
{
    const auto threads = selectedThreads();
    return !threads.empty() && std::ranges::all_of(threads, [this](ThreadIndex thread) {
        return m_state.threads().order().isPinned(thread);
    });
}

void ThreadsPanel::tellPin()
{
    m_pin->setText(areSelectedPinned() ? tr("Unpin") : tr("Pin to the top"));
}

// Pins the selected threads, or unpins them if all are pinned.
void ThreadsPanel::pinSelected()
{
    m_state.threads().setPinned(selectedThreads(), areSelectedPinned() ? Pinned::No : Pinned::Yes);
}

void ThreadsPanel::sortByColumn(int column)
{
    switch (column) {
    case ThreadModel::Name: m_state.threads().sort(ThreadSort::Name); break;
    case ThreadModel::Start: m_state.threads().sort(ThreadSort::Start); break;
    case ThreadModel::Running:
    case ThreadModel::Activity: sortByRunning(); break;
    default: break;
    }
    showSort();
}

void ThreadsPanel::sortByRunning()
{
    if (m_running.empty())
        m_state.threads().sort(ThreadSort::Running);
    else
        m_state.threads().sortByRunning(m_running);
}

// Takes new figures, and sorts again if the order depends on them.
void ThreadsPanel::takeFigures(const std::vector<ThreadFigures> &figures, const QString &scope)
{
    m_model->setFigures(figures, scope);
    m_running.clear();
    std::ranges::transform(figures, std::back_inserter(m_running), &ThreadFigures::running);
    if (m_state.threads().order().sortedBy() == ThreadSort::Running)
        sortByRunning();
}

void ThreadsPanel::showSort()
{
    const ThreadSort sort = m_state.threads().order().sortedBy();
    for (QAction *action : m_sorts->actions()) {
        action->setChecked(action->data().toInt() == int(sort));
        if (action->data().toInt() == int(ThreadSort::Running)) // named like the column
            action->setText(m_model->isRunningKnown() ? tr("Busiest first")
                                                      : tr("Most sampled first"));
    }
    QHeaderView &header = *m_view->header();
    switch (sort) {
    case ThreadSort::Running:
        header.setSortIndicator(ThreadModel::Running, Qt::DescendingOrder);
        return;
    case ThreadSort::Name: header.setSortIndicator(ThreadModel::Name, Qt::AscendingOrder); return;
    case ThreadSort::Start: header.setSortIndicator(ThreadModel::Start, Qt::AscendingOrder); return;
    case ThreadSort::Activity: // there is no such column
    case ThreadSort::Own: header.setSortIndicator(-1, Qt::AscendingOrder);
    }
}

void ThreadsPanel::find(const QString &text)
{
    m_filter->setText(text);
    showOpenGroups();
    if (!text.isEmpty())
        m_view->setCurrentIndex(firstFound());
}

// Whether the row is a thread that the chart shows, so that one can go there.
bool ThreadsPanel::isShown(const QModelIndex &index) const
{
    const auto thread = threadAt(index);
    return thread.isValid() && m_state.threads().isShown(thread);
}

QModelIndex ThreadsPanel::firstFound(const QModelIndex &parent) const
{
    for (int row = 0; row < m_filter->rowCount(parent); ++row) {
        const QModelIndex index = m_filter->index(row, 0, parent);
        if (isShown(index))
            return index;
        if (const QModelIndex inGroup = firstFound(index); inGroup.isValid())
            return inGroup;
    }
    return {};
}

// Opens the groups that the user has opened; all of them during a search.
void ThreadsPanel::showOpenGroups()
{
    m_isOpening = true;
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        const QModelIndex index = m_filter->index(row, 0);
        const auto key = index.data(ThreadModel::GroupKeyRole);
        if (key.isValid())
            m_view->setExpanded(index,
                                !m_search->text().isEmpty()
                                    || m_state.threads().order().isOpen(key.toString()));
    }
    m_isOpening = false;
}

void ThreadsPanel::noteOpen(const QModelIndex &index, Open open)
{
    if (!m_isOpening && m_search->text().isEmpty())
        m_state.threads().setGroupOpen(index.data(ThreadModel::GroupKeyRole).toString(), open);
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
    m_figures.ask();
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

// Stores scroll position and current thread before the rows are replaced, as with every snapshot
// and every move; restorePlace() restores them.
void ThreadsPanel::keepPlace()
{
    m_scrolledBefore = m_view->verticalScrollBar()->value();
    m_currentBefore = threadAt(m_view->currentIndex());
}

void ThreadsPanel::restorePlace()
{
    m_view->setRootIsDecorated(m_model->hasGroups());
    showOpenGroups();
    if (isVisible())
        fitColumns();
    showSort();
    const QModelIndex current = m_filter->mapFromSource(m_model->indexOf(m_currentBefore));
    if (m_currentBefore.isValid()
        && (!current.parent().isValid() || m_view->isExpanded(current.parent())))
        m_view->setCurrentIndex(current);
    m_view->verticalScrollBar()->setValue(m_scrolledBefore);
}

ThreadIndex ThreadsPanel::threadAt(const QModelIndex &index) const
{
    return m_model->threadAt(m_filter->mapToSource(index));
}

} // namespace ember::views
