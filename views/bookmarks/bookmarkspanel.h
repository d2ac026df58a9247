// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QWidget>

class QLabel;
class QTableView;

namespace ember::views {

class BookmarkModel;

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
