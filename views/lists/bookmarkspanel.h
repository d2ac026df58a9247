// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/viewstate.h"

#include <QAbstractTableModel>
#include <QWidget>

class QLabel;
class QTableView;

namespace ember::views {

struct Bookmark;

// Bookmarks as rows, by time. Notes can be edited.
class BookmarkModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Start, Duration, Thread, Note, ColumnCount };

    explicit BookmarkModel(ViewState &state, QObject *parent = nullptr);

    std::uint64_t numberAt(const QModelIndex &index) const;
    QModelIndex indexOf(std::uint64_t number, Column column) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    void showBookmarks();
    QString threadText(const Bookmark &bookmark) const;

    ViewState &m_state;
    std::vector<std::uint64_t> m_rows; // numbers
};

// The list of bookmarks: a double click or Enter goes there, F2 or a double click on the note
// writes one, Delete removes.
class BookmarksPanel : public QWidget {
    Q_OBJECT
public:
    explicit BookmarksPanel(ViewState &state, QWidget *parent = nullptr);

    // Its row is highlighted; the keyboard stays where it is.
    void choose(std::uint64_t number);
    // Its note is to be written now.
    void editNote(std::uint64_t number);

signals:
    void activated(std::uint64_t number);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void createView();
    void showBookmarks();
    void removeChosen();

    ViewState &m_state;
    BookmarkModel *m_model;
    QTableView *m_view;
    QLabel *m_hint;
};

} // namespace ember::views
