// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/colourmode.h"
#include "views/flamechart/callfigures.h"
#include "views/pacedjob.h"

#include <QObject>

namespace ember::views {

class ViewState;

// What the chosen colours tell of calls: found off the UI thread, again and again while the profile
// grows. Belongs to the view state and lives in its thread.
class CallFigureQuestion : public QObject {
    Q_OBJECT
public:
    explicit CallFigureQuestion(const ViewState &state);

    // Whether colours of that mode need more than a call's frame and samples.
    static bool isFor(ColourMode mode)
    {
        return mode == ColourMode::Recursion || mode == ColourMode::Frequency;
    }

    // The newest ones; never null, but without what no mode has asked for.
    const CallFiguresPointer &figures() const { return m_figures; }
    // Whether they tell what that mode asks for, of the profile that is open.
    bool isAnswered(ColourMode mode) const { return m_answered == mode; }

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
