// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/lists/bookmarkspanel.h"

#include "views/state/bookmarklist.h"
#include "views/state/openprofile.h"
#include "views/text/durationtext.h"
#include "views/text/threadtitle.h"
#include "views/widgets/tablelook.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QTableView>

#include <algorithm>

namespace ember::views {

using namespace model;

BookmarkModel::BookmarkModel(const OpenProfile &profile, BookmarkList &bookmarks, QObject *parent)
    : ColumnsModel(
        {{tr("Start"),
          [this](const Bookmark &bookmark) {
              return offsetText(bookmark.range.start - m_profile.origin(), Nanoseconds(1'000'000));
          }},
         {tr("Duration"),
          [](const Bookmark &bookmark) {
              return bookmark.range.isEmpty() ? QString() : durationText(bookmark.range.duration());
          }},
         {tr("Thread"), [this](const Bookmark &bookmark) { return threadText(bookmark); }},
         {tr("Note"), &Bookmark::note, Qt::AlignLeft, &Bookmark::note}},
        parent),
      m_profile(profile),
      m_bookmarks(bookmarks)
{
    connect(&bookmarks, &BookmarkList::changed, this, &BookmarkModel::showBookmarks);
    showBookmarks();
}

// Resets the rows only if they have changed, so that an open note keeps its place.
void BookmarkModel::showBookmarks()
{
    std::vector<std::uint64_t> rows;
    for (const Bookmark &bookmark : m_bookmarks.all())
        rows.push_back(bookmark.number);
    if (rows == m_rows) {
        if (!rows.empty())
            emit dataChanged(index(0, 0), index(static_cast<int>(rows.size()) - 1, Note));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

std::uint64_t BookmarkModel::numberAt(const QModelIndex &index) const
{
    return m_rows[static_cast<std::size_t>(index.row())];
}

QModelIndex BookmarkModel::indexOf(std::uint64_t number, Column column) const
{
    const auto found = std::ranges::find(m_rows, number);
    return found == m_rows.end() ? QModelIndex()
                                 : index(static_cast<int>(found - m_rows.begin()), column);
}

int BookmarkModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

const Bookmark *BookmarkModel::rowAt(int row) const
{
    return m_bookmarks.find(m_rows[static_cast<std::size_t>(row)]);
}

QVariant BookmarkModel::data(const QModelIndex &index, int role) const
{
    return ColumnsModel::data(index, role == Qt::EditRole ? int(Qt::DisplayRole) : role);
}

QString BookmarkModel::threadText(const Bookmark &bookmark) const
{
    if (!m_profile.spans())
        return {};
    const Profile &profile = *m_profile.spans()->profile();
    const ThreadIndex thread = threadOf(profile, bookmark);
    return thread.isValid() ? threadTitle(profile, thread).name
                            : QString::fromStdString(bookmark.threadId);
}

bool BookmarkModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || index.column() != Note)
        return false;
    m_bookmarks.setNote(numberAt(index), value.toString());
    return true;
}

Qt::ItemFlags BookmarkModel::flags(const QModelIndex &index) const
{
    const auto flags = ColumnsModel::flags(index);
    return index.column() == Note ? flags | Qt::ItemIsEditable : flags;
}

BookmarksPanel::BookmarksPanel(const OpenProfile &profile, BookmarkList &bookmarks, QWidget *parent)
    : QWidget(parent),
      m_bookmarks(bookmarks),
      m_model(new BookmarkModel(profile, bookmarks, this)),
      m_view(new QTableView(this)),
      m_hint(new QLabel(this))
{
    createView();
    m_hint->setText(tr("No bookmarks. “Add Bookmark” in the menu Find marks the selected range, or "
                       "where the pointer is, with the thread of the selected call."));
    layOutList(*this, *m_view, *m_hint);
    connect(m_model, &QAbstractItemModel::modelReset, this, &BookmarksPanel::showBookmarks);
    showBookmarks();
}

void BookmarksPanel::createView()
{
    m_view->setModel(m_model);
    m_view->setAccessibleName(tr("Bookmarks"));
    styleTable(*m_view);
    m_view->setSelectionMode(QAbstractItemView::SingleSelection);
    m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_view->installEventFilter(this);
    const int width = 14 * fontMetrics().averageCharWidth();
    for (const int section : {BookmarkModel::Start, BookmarkModel::Duration})
        m_view->setColumnWidth(section, width);
    m_view->setColumnWidth(BookmarkModel::Thread, 2 * width);
    connect(m_view, &QTableView::doubleClicked, this, [this](const QModelIndex &index) {
        if (index.column() != BookmarkModel::Note)
            emit activated(m_model->numberAt(index));
    });
}

// Shows only the start and the note in a narrow panel.
void BookmarksPanel::resizeEvent(QResizeEvent *event)
{
    const bool isNarrow = width() < 80 * fontMetrics().averageCharWidth();
    for (const int section : {BookmarkModel::Duration, BookmarkModel::Thread})
        m_view->setColumnHidden(section, isNarrow);
    QWidget::resizeEvent(event);
}

void BookmarksPanel::showBookmarks()
{
    const bool isEmpty = m_model->rowCount() == 0;
    m_view->setVisible(!isEmpty);
    m_hint->setVisible(isEmpty);
}

void BookmarksPanel::choose(std::uint64_t number)
{
    const QModelIndex start = m_model->indexOf(number, BookmarkModel::Start);
    if (start.isValid() && start.row() != m_view->currentIndex().row()) // keeps the column
        m_view->setCurrentIndex(start);
}

void BookmarksPanel::editNote(std::uint64_t number)
{
    const QModelIndex note = m_model->indexOf(number, BookmarkModel::Note);
    if (!note.isValid())
        return;
    m_view->setCurrentIndex(note);
    m_view->scrollTo(note);
    m_view->edit(note);
}

void BookmarksPanel::removeChosen()
{
    if (const QModelIndex chosen = m_view->currentIndex(); chosen.isValid())
        m_bookmarks.remove(m_model->numberAt(chosen));
}

// Handles keys of the list. Keys that an open note ignores, such as the Enter that ends it, arrive
// here, too; they are left to Qt.
bool BookmarksPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_view || event->type() != QEvent::KeyPress
        || m_view->isPersistentEditorOpen(m_view->currentIndex()))
        return QWidget::eventFilter(watched, event);
    switch (static_cast<QKeyEvent *>(event)->key()) {
    case Qt::Key_Delete: removeChosen(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_view->currentIndex().isValid())
            emit activated(m_model->numberAt(m_view->currentIndex()));
        return true;
    default: return QWidget::eventFilter(watched, event);
    }
}

} // namespace ember::views
