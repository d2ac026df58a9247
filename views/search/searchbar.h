// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/search/searcher.h"
#include "views/sums/sumspanel.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace ember::views {

// The search: text field, previous, next, and the number of matches. Enter goes to the next match,
// Shift+Enter to the previous one: in the view in front, if it has an order of its own, else in the
// chart. Escape clears and leaves the field, so that keys go to the view again.
class SearchBar : public QWidget {
    Q_OBJECT
public:
    SearchBar(ViewState &state, Searcher &searcher, QWidget *parent = nullptr);

    // Sets the view in front; null: it has no sums.
    void setView(SumsPanel *view);
    void focusText(); // also selects the text, for Ctrl+F and /
    void step(Direction direction); // to the next match, as Enter does

signals:
    void left(); // Escape: the view should take the keyboard focus

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showCount();
    void askNumber();
    static QString countOfMatches(std::uint64_t number, std::uint64_t all);

    ViewState &m_state;
    Searcher &m_searcher;
    QPointer<SumsPanel> m_view; // in front
    QLineEdit *m_text;
    QLabel *m_count;
    QToolButton *m_previous;
    QToolButton *m_next;
    NewestJob<std::uint64_t> m_job;
    std::uint64_t m_number = 0; // number of the selected match; 0: none
};

} // namespace ember::views
