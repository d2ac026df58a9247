// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/callfigures.h"
#include "views/jobs/pacedjob.h"
#include "views/state/keymap.h"
#include "views/state/theme.h"

#include <QObject>

#include <cstdint>
#include <memory>

namespace ember::views {

class OpenProfile;

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

enum class TimeLabels : std::uint8_t { Relative, Absolute };
// Of boxes: where samples put them, or with where they may really lie.
enum class Edges : std::uint8_t { Sharp, Uncertain };

// How charts look, and what keys do in them. What some colours tell of calls is found off the UI
// thread, again and again while the profile grows. Belongs to the view state and lives in the UI
// thread.
class ViewAppearance : public QObject {
    Q_OBJECT
public:
    // The profile must outlive it.
    explicit ViewAppearance(const OpenProfile &profile);

    // What boxes are painted by: the chosen mode, or another one until what that tells is found.
    ColourMode colourMode() const { return m_colourMode; }
    ColourMode chosenColourMode() const { return m_chosenMode; }
    void setColourMode(ColourMode mode);
    // What the colours tell of calls, as colourMode() asks for it; never null, but without what no
    // mode has asked for.
    const CallFiguresPointer &callFigures() const { return m_figures; }

    TimeLabels timeLabels() const { return m_timeLabels; }
    void setTimeLabels(TimeLabels labels);
    Edges edges() const { return m_edges; }
    void setEdges(Edges edges);
    const Theme &theme() const { return *m_theme; }
    void setShade(Shade shade);
    void setHues(Hues hues);

    const KeyMap &keyMap() const { return m_keyMap; }
    void setKeyMap(KeyMap keyMap);

    // As another one looks, keys included.
    void set(const ViewAppearance &other);

signals:
    void changed(); // all but keys
    void keyMapChanged();

private:
    friend class ViewState;

    struct Answer {
        ColourMode mode{};
        CallFiguresPointer figures;
    };

    void askFigures(); // of another mode
    void refreshFigures(); // of a later snapshot
    void forgetFigures(); // of another profile, or the same read again
    void showColours();
    bool isReady(ColourMode mode) const;
    ColourMode readyMode() const;
    PacedJob<Answer>::Work query() const;
    void take(Answer answer);

    const OpenProfile &m_profile;
    ColourMode m_colourMode = ColourMode::Function;
    ColourMode m_chosenMode = ColourMode::Function;
    TimeLabels m_timeLabels = TimeLabels::Relative;
    Edges m_edges = Edges::Sharp;
    const Theme *m_theme;
    KeyMap m_keyMap;

    CallFiguresPointer m_figures;
    ColourMode m_answered = ColourMode::Function; // the mode of m_figures; Function: of none
    // Goes on from snapshot to snapshot; only the job touches it.
    std::shared_ptr<GrowingCallFigures> m_growing;
    PacedJob<Answer> m_job;
};

} // namespace ember::views
