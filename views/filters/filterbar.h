// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callfilter.h"
#include "model/query/idlewaits.h"
#include "views/filters/filterchip.h"
#include "views/jobs/pacedjob.h"
#include "views/state/viewstate.h"

#include <QPointer>
#include <QWidget>

#include <cstdint>
#include <vector>

class QHBoxLayout;
class QLabel;
class QLineEdit;
class QMenu;
class QToolButton;

namespace ember::views {

class CountedSwitch;

// A field to type filters in: Enter keeps only stacks with the text, or a match of the expression;
// Shift+Enter leaves these stacks out. Both, and Escape, give the keyboard focus back to the widget
// that had it before. Errors of an expression are shown while it is typed.
class FilterField : public QWidget {
    Q_OBJECT
public:
    explicit FilterField(QWidget *parent = nullptr);

    void focusText();

signals:
    void left(); // the keyboard focus has moved away
    void entered(const ember::model::CallFilter &filter);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void check();
    void giveFocusBack();
    void enter(model::CallAction action);

    QLineEdit *m_text;
    QToolButton *m_isPattern;
    QLabel *m_error;
    QPointer<QWidget> m_before; // had the keyboard focus before the field
};

// Shows everything that narrows the views of sums as chips: the selected range, the shown threads,
// the idle waits that are left out, and the filters of calls in order. A switch chooses what of the
// threads' time counts. If much of the busy time was waiting for a CPU, a button beside the switch
// tells this and leaves such waits out: sums with them rank functions by where threads happened to
// lose their CPU.
class FilterBar : public QWidget {
    Q_OBJECT
public:
    explicit FilterBar(ViewState &state, QWidget *parent = nullptr);

    // Sets the menu of the button at the left.
    void setMenu(QMenu *menu);
    // Moves the keyboard focus to the field where filters are typed. In a narrow bar the field is
    // visible only while it has the focus.
    void focusField();

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    // The content of a chip.
    struct Chip {
        enum class About : std::uint8_t { Range, Threads, Twice, Idle, Calls };

        About about;
        QString text;
        QString toolTip;
        std::size_t filter = 0; // index among the filters of calls

        bool operator==(const Chip &) const = default;
    };

    void showField();
    void showWaited();
    void forgetShares();
    PacedJob<model::IdleShare>::Work question() const;
    void followSelection();
    void followProfile();
    std::vector<Chip> chips() const;
    void showChips();
    void renameChips();
    void addChip(const Chip &chip);
    void remove(const Chip &chip);
    void moveFilter(std::size_t place, int by);
    void drop(std::size_t place, int x);

    ViewState &m_state;
    QToolButton *m_add;
    FilterField *m_field;
    CountedSwitch *m_counted;
    QToolButton *m_waited;
    QHBoxLayout *m_line;
    QHBoxLayout *m_chips;
    std::vector<Chip> m_shown;
    int m_focused = -1; // index of the chip that gets the focus when chips are replaced
    std::uint64_t m_serial = 0; // of the profile of m_idle
    // `m_idle`: share of the selected time in which threads were idle. `m_runnable`: share of the
    // busy rest in which they waited for a CPU. 0 until known.
    double m_idle = 0;
    double m_runnable = 0;
    bool m_isMuchWaited = false;
    PacedJob<model::IdleShare> m_idleJob;
};

} // namespace ember::views
