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

// Shows everything that narrows the views of sums as chips: the selected range, the shown threads,
// whether waiting counts, and the filters of calls in order.
class FilterBar : public QWidget {
    Q_OBJECT
public:
    explicit FilterBar(ViewState &state, QWidget *parent = nullptr);

    // Sets the menu of the button at the left.
    void setMenu(QMenu *menu);
    // Adds a switch beside the field, visible while the action is enabled.
    void addSwitch(QAction *action);
    // Moves the keyboard focus to the field where filters are typed. In a narrow bar it is visible
    // while it has the focus.
    void focusField();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    // The content of a chip.
    struct Chip {
        enum class About : std::uint8_t { Range, Threads, Waiting, Calls };

        About about;
        QString text;
        QString toolTip;
        std::size_t filter = 0; // index among the filters of calls

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
    int m_focused = -1; // index of the chip that gets the focus when chips are replaced
};

} // namespace ember::views
