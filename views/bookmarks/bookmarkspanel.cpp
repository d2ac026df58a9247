// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/bookmarks/bookmarkspanel.h"

#include "views/bookmarks/bookmarklist.h"
#include "views/bookmarks/bookmarkmodel.h"
#include "views/tables/tablelook.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>

namespace ember::views {

BookmarksPanel::BookmarksPanel(ViewState &state, QWidget *parent)
    : QWidget(parent),
      m_state(state),
      m_model(new BookmarkModel(state, this)),
      m_view(new QTableView(this)),
      m_hint(new QLabel(this))
{
    createView();
    m_hint->setText(tr("No bookmarks. “Add Bookmark” in the menu Find marks the selected range, or "
                       "where the pointer is, with the thread of the selected call."));
    styleHint(*m_hint);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_view);
    column->addWidget(m_hint);
    setFocusProxy(m_view);
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

void BookmarksPanel::showBookmarks()
{
    const bool isEmpty = m_model->rowCount() == 0;
    m_view->setVisible(!isEmpty);
    m_hint->setVisible(isEmpty);
}

void BookmarksPanel::choose(std::uint64_t number)
{
    const QModelIndex start = m_model->indexOf(number, BookmarkModel::Start);
    if (start.isValid() && start.row() != m_view->currentIndex().row()) // the column stays, too
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
        m_state.bookmarks().remove(m_model->numberAt(chosen));
}

// What an open note does not take, as the Enter that ends it, comes here, too.
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
