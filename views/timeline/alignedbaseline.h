// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/viewstate.h"
#include "views/timeline/outlinedfunction.h"

#include <QObject>

#include <optional>
#include <vector>

namespace ember::views {

// The call of the same function as `call`, which is one of `state`, that begins nearest to it in
// `thread` of `other`, whose clock is ahead by `offset`. None: the thread is invalid, or never
// calls it.
std::optional<BoxReference> nearestCall(const ViewState &state, const BoxReference &call,
                                        const ViewState &other, model::ThreadIndex thread,
                                        model::Nanoseconds offset);

// The baseline as something to look at beside what is open: a view state of its own, in step with
// that of the window. Both show equally long pieces of time, and their clocks differ by an offset
// that can be chosen; threads stand in the same order, by their names. While it lives, the zoom of
// the window's state reaches to the ends of both. That state, and its baseline, must outlive it.
class AlignedBaseline : public QObject {
    Q_OBJECT
public:
    explicit AlignedBaseline(ViewState &open);
    ~AlignedBaseline() override;

    ViewState &state() { return m_state; }
    const ViewState &state() const { return m_state; }
    const OutlinedFunction &function() const { return m_function; }

    // A moment of the baseline and this make the moment of what is open that stands above it.
    model::Nanoseconds offset() const { return m_starts + m_shift; }
    // How much later the baseline stands than with its start where the other start is. Starts of
    // ranges count until other ones are selected.
    model::Nanoseconds shift() const { return m_shift; }
    void setShift(model::Nanoseconds shift);
    // The starts of the selected ranges, else of the profiles, stand above each other. If ranges
    // are selected in both, both are brought into view.
    void alignStarts();
    // So do the calls that are selected in both; where one is selected in one only, the nearest
    // call of that function in the same thread of the other. False: there is none.
    bool alignCalls();

    // The thread of the same names; invalid: there is none.
    model::ThreadIndex inBaseline(model::ThreadIndex open) const;
    model::ThreadIndex inOpen(model::ThreadIndex baseline) const;

signals:
    void shifted();

private:
    // Whose starts stood above each other; none: those of the profiles.
    struct Ranges {
        std::optional<model::TimeRange> above;
        std::optional<model::TimeRange> below;
    };

    void connectTime();
    void connectThreads();
    void connectLook();
    void open();
    void applyOffset();
    void takeStarts();
    void takeStartsIfLeft();
    void showSameTime();
    void showSelectedRanges();
    void arrangeThreads();
    void takeCollapsed();
    void takeLook();
    void takeFilters();

    ViewState &m_open;
    ViewState m_state;
    OutlinedFunction m_function;
    std::vector<model::ThreadIndex> m_inBaseline; // by thread of what is open
    std::vector<model::ThreadIndex> m_inOpen;
    Ranges m_ranges;
    model::Nanoseconds m_starts{};
    model::Nanoseconds m_shift{};
    bool m_isAligned = false; // not before what is open has a start
};

} // namespace ember::views
