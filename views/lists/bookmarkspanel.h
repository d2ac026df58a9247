// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/bookmarklist.h"
#include "views/widgets/columnsmodel.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace ember::views {

class OpenProfile;

// Bookmarks as rows, sorted by time. Notes can be edited.
class BookmarkModel : public ColumnsModel<Bookmark> {
    Q_OBJECT
public:
    enum Column { Start, Duration, Thread, Note, ColumnCount };

    BookmarkModel(const OpenProfile &profile, BookmarkList &bookmarks, QObject *parent = nullptr);

    std::uint64_t numberAt(const QModelIndex &index) const;
    QModelIndex indexOf(std::uint64_t number, Column column) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

protected:
    const Bookmark *rowAt(int row) const override;

private:
    void showBookmarks();
    QString threadText(const Bookmark &bookmark) const;

    const OpenProfile &m_profile;
    BookmarkList &m_bookmarks;
    std::vector<std::uint64_t> m_rows; // numbers of the bookmarks
};

// The list of bookmarks: a double click or Enter goes to one, F2 or a double click on the note
// edits it, Delete removes one.
class BookmarksPanel : public QWidget {
    Q_OBJECT
public:
    // Both must outlive the panel.
    BookmarksPanel(const OpenProfile &profile, BookmarkList &bookmarks, QWidget *parent = nullptr);

    // Highlights the bookmark's row; the keyboard focus stays where it is.
    void choose(std::uint64_t number);
    // Opens the bookmark's note for editing.
    void editNote(std::uint64_t number);

signals:
    void activated(std::uint64_t number);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void createView();
    void showBookmarks();
    void removeChosen();

    BookmarkList &m_bookmarks;
    BookmarkModel *m_model;
    QTableView *m_view;
    QLabel *m_hint;
};

} // namespace ember::views
