// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/bookmarks/bookmarkmodel.h"

#include "views/bookmarks/bookmarklist.h"
#include "views/durationtext.h"
#include "views/flamechart/threadtitle.h"

#include <algorithm>

namespace ember::views {

using namespace model;

BookmarkModel::BookmarkModel(ViewState &state, QObject *parent)
    : QAbstractTableModel(parent),
      m_state(state)
{
    connect(&state.bookmarks(), &BookmarkList::changed, this, &BookmarkModel::showBookmarks);
    showBookmarks();
}

// While somebody writes a note, rows stay where they are.
void BookmarkModel::showBookmarks()
{
    std::vector<std::uint64_t> rows;
    for (const Bookmark &bookmark : m_state.bookmarks().all())
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

int BookmarkModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant BookmarkModel::data(const QModelIndex &index, int role) const
{
    const Bookmark *bookmark =
        index.isValid() ? m_state.bookmarks().find(numberAt(index)) : nullptr;
    if (!bookmark)
        return {};
    if (role == Qt::ToolTipRole && index.column() == Note)
        return bookmark->note;
    if (role != Qt::DisplayRole && role != Qt::EditRole)
        return {};
    switch (index.column()) {
    case Start: return offsetText(bookmark->range.start - m_state.origin(), Nanoseconds(1'000'000));
    case Duration:
        return bookmark->range.isEmpty() ? QString() : durationText(bookmark->range.duration());
    case Thread: return threadText(*bookmark);
    case Note: return bookmark->note;
    default: return {};
    }
}

QString BookmarkModel::threadText(const Bookmark &bookmark) const
{
    if (!m_state.spans())
        return {};
    const Profile &profile = *m_state.spans()->profile();
    const ThreadIndex thread = threadOf(profile, bookmark);
    return thread.isValid() ? threadTitle(profile, thread).name
                            : QString::fromStdString(bookmark.threadId);
}

bool BookmarkModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || index.column() != Note)
        return false;
    m_state.bookmarks().setNote(numberAt(index), value.toString());
    return true;
}

QVariant BookmarkModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Start: return tr("Start");
    case Duration: return tr("Duration");
    case Thread: return tr("Thread");
    case Note: return tr("Note");
    default: return {};
    }
}

Qt::ItemFlags BookmarkModel::flags(const QModelIndex &index) const
{
    const auto flags = QAbstractTableModel::flags(index);
    return index.column() == Note ? flags | Qt::ItemIsEditable : flags;
}

} // namespace ember::views
