// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/search/searcher.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace ember::views {

// Text field, previous, next, count. Enter is next, Shift+Enter previous, Escape empties it.
class SearchBar : public QWidget {
    Q_OBJECT
public:
    SearchBar(ViewState &state, Searcher &searcher, QWidget *parent = nullptr);

    void focusText(); // selects what is there, for Ctrl+F and /

signals:
    void left(); // Escape in the empty field: give the focus back to the chart

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showCount();
    void askNumber();
    QString countOfMatches() const;

    ViewState &m_state;
    Searcher &m_searcher;
    QLineEdit *m_text;
    QLabel *m_count;
    QToolButton *m_previous;
    QToolButton *m_next;
    NewestJob<std::uint64_t> m_job;
    std::uint64_t m_number = 0; // of the selected match; 0: none is
};

} // namespace ember::views
