// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/filters/filterchip.h"
#include "views/state/viewstate.h"

#include <QWidget>

#include <cstdint>
#include <vector>

class QAction;
class QHBoxLayout;
class QMenu;
class QToolButton;

namespace ember::views {

class FilterField;

// Everything that narrows what the views of sums show, as chips: the selected range, the shown
// threads, whether waiting counts, and the filters of calls in their order.
class FilterBar : public QWidget {
    Q_OBJECT
public:
    explicit FilterBar(ViewState &state, QWidget *parent = nullptr);

    // What the button at the left offers.
    void setMenu(QMenu *menu);
    // Beside the field, as long as it is enabled: what is asked of most profiles.
    void addSwitch(QAction *action);
    // To the field where filters are typed. In a narrow bar it is there as long as it has the
    // keyboard.
    void focusField();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    // What a chip shows.
    struct Chip {
        enum class About : std::uint8_t { Range, Threads, Waiting, Calls };

        About about;
        QString text;
        QString toolTip;
        std::size_t filter = 0; // its place among the filters of calls

        bool operator==(const Chip &) const = default;
    };

    void showField();
    std::vector<Chip> chips() const;
    void showChips();
    void addChip(const Chip &chip);
    void remove(const Chip &chip);
    void moveFilter(std::size_t place, int by);
    void drop(std::size_t place, int x);

    ViewState &m_state;
    QToolButton *m_add;
    FilterField *m_field;
    std::vector<QToolButton *> m_switches;
    QHBoxLayout *m_line;
    QHBoxLayout *m_chips;
    std::vector<Chip> m_shown;
    int m_focused = -1; // the chip that is to have the keyboard, once they are new
};

} // namespace ember::views
