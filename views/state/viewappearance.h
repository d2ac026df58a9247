// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/callfigures.h"
#include "views/jobs/pacedjob.h"

#include <QObject>

#include <cstdint>

namespace ember::views {

class ViewState;

// What the colour of a box tells. Source: the file of its function; State: of the thread, by
// sample; Recording: which of several it is of; Recursion: how often the function is on the way to
// the call; Frequency: how many calls it has.
enum class ColourMode : std::uint8_t {
    Function,
    Module,
    InApp,
    Source,
    State,
    Recording,
    Recursion,
    Frequency
};

// What the chosen colours tell of calls: found off the UI thread, again and again while the profile
// grows. Belongs to the view state and lives in its thread.
class CallFigureQuestion : public QObject {
    Q_OBJECT
public:
    explicit CallFigureQuestion(const ViewState &state);

    // The newest ones; never null, but without what no mode has asked for.
    const CallFiguresPointer &figures() const { return m_figures; }
    // The chosen mode, if what it tells is there; else `before`, or one that needs nothing.
    ColourMode shownInstead(ColourMode before) const;

    // By the view state. Another mode was chosen:
    void ask();
    // There is a later snapshot:
    void refresh();
    // Another profile was opened, or the same was read again.
    void forget();

signals:
    void answered();

private:
    struct Answer {
        ColourMode mode{};
        CallFiguresPointer figures;
    };

    bool isReady(ColourMode mode) const;
    PacedJob<Answer>::Work question();
    void show(Answer answer);

    const ViewState &m_state;
    CallFiguresPointer m_figures;
    // Whose figures there are; Function: nobody's.
    ColourMode m_answered = ColourMode::Function;
    // Goes on from snapshot to snapshot; only the job touches it.
    std::shared_ptr<GrowingCallFigures> m_growing;
    PacedJob<Answer> m_job;
};

} // namespace ember::views
