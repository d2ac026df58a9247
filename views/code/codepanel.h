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

// A function's code as a table below a title, with buttons beside it, and a notice.
class CodePanel : public SumsPanel {
    Q_OBJECT
public:
    // As a button above the rows; not owned.
    void addTool(QAction *action);

public slots:
    // To the next row where much was spent.
    void stepToHotRow(ember::views::Direction direction);

protected:
    CodePanel(ViewState &state, CodeModel &model, QWidget *parent);

    // Once, as the last of a child's construction. `notice` says why rows are not what one hopes.
    void fill(QWidget *notice);

    QTableView &view() const { return m_view; }
    QLabel &title() const { return m_title; }

    // Behind other rows than before. `longestText` in letters.
    void fitRows(int longestText);
    void goTo(int row); // one that is not there: none is chosen, and the first is seen

private:
    void styleView();
    QWidget *createTitleLine();
    void fitColumns(int longestText);

    CodeModel &m_model;
    QTableView &m_view;
    QLabel &m_title;
    QHBoxLayout *m_tools;
};

} // namespace ember::views
