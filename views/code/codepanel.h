// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/boxreference.h"
#include "views/sums/sumspanel.h"

class QAction;
class QHBoxLayout;
class QLabel;
class QTableView;

namespace ember::views {

class CodeModel;

// A function's code as a table below a title, with buttons beside the title, and a notice.
class CodePanel : public SumsPanel {
    Q_OBJECT
public:
    // Adds a button for the action above the rows; does not own the action.
    void addTool(QAction *action);

public slots:
    // Moves to the next row where much was spent.
    void stepToHotRow(ember::views::Direction direction);

protected:
    CodePanel(ViewState &state, CodeModel &model, QWidget *parent);

    // Builds the panel; call once, at the end of a subclass's constructor. `notice` shows why rows
    // are missing or not as expected.
    void fill(QWidget *notice);
    // Leaves the room of the selection's line empty: the panel beside says it.
    void hideSelection();

    QTableView &view() const { return m_view; }
    QLabel &title() const { return m_title; }

    // Shows why there is nothing to see, in the middle of the panel and without a title; "" hides
    // it.
    void showHint(const QString &text);

    // Fits columns and scroll bars to the rows; call after these have changed. `longestText` in
    // letters.
    void fitRows(int longestText);
    void goTo(int row); // if there is no such row: chooses none and scrolls to the top

private:
    void styleView();
    QWidget *createTitleLine();
    void fitColumns(int longestText);

    CodeModel &m_model;
    QTableView &m_view;
    QLabel &m_title;
    QLabel &m_hint;
    QHBoxLayout *m_tools;
};

} // namespace ember::views
