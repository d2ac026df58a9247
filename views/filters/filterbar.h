// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/filters/filterchip.h"
#include "views/viewstate.h"

#include <QWidget>

#include <functional>

class QHBoxLayout;
class QMenu;
class QToolButton;

namespace ember::views {

// Everything that narrows what the views of sums show, as chips: the selected range, the shown
// threads, whether waiting counts, and the filters of calls in their order.
class FilterBar : public QWidget {
    Q_OBJECT
public:
    explicit FilterBar(ViewState &state, QWidget *parent = nullptr);

    // What the button at the left offers.
    void setMenu(QMenu *menu);

private:
    void showChips();
    FilterChip &addChip(const QString &text, const QString &toolTip, FilterChip::Place place,
                        std::function<void()> remove);
    void addCallChips();
    void moveFilter(std::size_t place, int by);

    ViewState &m_state;
    QToolButton *m_add;
    QHBoxLayout *m_chips;
    int m_focused = -1; // the chip that is to have the keyboard, once they are new
};

} // namespace ember::views
