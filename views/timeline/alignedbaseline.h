// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/viewstate.h"

#include <QObject>

#include <optional>
#include <string>
#include <vector>

namespace ember::views {

// Outlines the calls of one function in two profiles: of the call under the pointer, otherwise of
// the function pointed at last, in either profile. Pointing at a function in one profile sets it in
// the other as well. Both sides must outlive it.
class OutlinedFunction : public QObject {
    Q_OBJECT
public:
    // One of the two profiles, with what is selected in it.
    struct Side {
        const OpenProfile &profile;
        ViewSelection &selection;
    };

    OutlinedFunction(const Side &open, const Side &other);
    ~OutlinedFunction() override; // clears the outline of `open`, which lives on

    // The name of the outlined function; empty if there is none.
    QString name() const;

signals:
    void changed();

private:
    void connectTo(const Side &side, const Side &partner);
    void pointAt(const Side &side, const Side &partner);
    void outline();

    const Side m_open;
    const Side m_other;
    std::string m_pointed; // sharedIdentity() of the function pointed at last; empty: none
    std::string m_outlined;
    bool m_isTelling = false;
};

// Returns the call of `thread` in `other` that has the same function as `call` of `state` and
// begins nearest to it; the clock of `other` is ahead by `offset`. Empty if the thread is invalid
// or never calls the function.
std::optional<BoxReference> nearestCall(const ViewState &state, const BoxReference &call,
                                        const ViewState &other, model::ThreadIndex thread,
                                        model::Nanoseconds offset);

// The baseline shown beside the open profile: a view state of its own that is synchronised with
// that of the window. Both show equally long ranges, and their clocks differ by an offset that can
// be chosen; threads are in the same order, matched by names. While the object lives, the zoom of
// the window's state reaches to the ends of both profiles. That state and its baseline must outlive
// it.
class AlignedBaseline : public QObject {
    Q_OBJECT
public:
    explicit AlignedBaseline(ViewState &open);
    ~AlignedBaseline() override;

    ViewState &state() { return m_state; }
    const ViewState &state() const { return m_state; }
    const OutlinedFunction &function() const { return m_function; }

    // Returns the offset between the clocks: a moment of the baseline plus the offset is the moment
    // of the open profile that is drawn above it.
    model::Nanoseconds offset() const { return m_starts + m_shift; }
    // How much later the baseline is drawn than with aligned starts. The starts are those of the
    // ranges that were selected at alignStarts(), until others are selected, else those of the
    // profiles.
    model::Nanoseconds shift() const { return m_shift; }
    void setShift(model::Nanoseconds shift);
    // Aligns the starts of the selected ranges, otherwise those of the profiles. If ranges are
    // selected in both, both are brought into view.
    void alignStarts();
    // Aligns the calls that are selected in both; if a call is selected in one only, it is aligned
    // with the nearest call of that function in the same thread of the other. Returns false if
    // there is none.
    bool alignCalls();

    // Lets the zoom of the window's state reach to the ends of both profiles again. Call after
    // another aligned baseline of that state has been deleted.
    void takeRoom();

    // Return the thread of the other profile with the same names; invalid if there is none.
    model::ThreadIndex inBaseline(model::ThreadIndex open) const;
    model::ThreadIndex inOpen(model::ThreadIndex baseline) const;

signals:
    void shifted();

private:
    // The ranges whose starts were aligned; empty: the profiles' starts.
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
    std::vector<model::ThreadIndex> m_inBaseline; // by thread of the open profile
    std::vector<model::ThreadIndex> m_inOpen;
    Ranges m_ranges;
    model::Nanoseconds m_starts{};
    model::Nanoseconds m_shift{};
    bool m_isAligned = false; // false until the open profile has a start
};

} // namespace ember::views
