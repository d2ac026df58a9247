// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/boxes/callfigures.h"
#include "views/jobs/pacedjob.h"
#include "views/state/keymap.h"
#include "views/state/theme.h"

#include <QMap>
#include <QObject>
#include <QStringList>

#include <cstdint>
#include <memory>

namespace ember::views {

class OpenProfile;

// The property that the colour of a box shows. Source: the file of its function; State: the state
// of the thread, by sample; Recording: which of several recordings the thread belongs to;
// Recursion: how often the function occurs in the call path; Frequency: how many calls the function
// has.
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
// How the edges of boxes are drawn: where samples put them, or also where they may really lie.
enum class Edges : std::uint8_t { Sharp, Uncertain };

// The appearance of the charts, and their keys. Figures of calls for some colour modes are computed
// off the UI thread, repeatedly while the profile grows. Belongs to the view state and lives in the
// UI thread.
class ViewAppearance : public QObject {
    Q_OBJECT
public:
    // The profile must outlive it.
    explicit ViewAppearance(const OpenProfile &profile);

    // The mode that boxes are painted in: the chosen one, or another one until the data for the
    // chosen one has been computed, or while the profile has none for it.
    ColourMode colourMode() const { return m_colourMode; }
    ColourMode chosenColourMode() const { return m_chosenMode; }
    void setColourMode(ColourMode mode);
    // Figures for colourMode(); never null, but without those that no mode has needed.
    const CallFiguresPointer &callFigures() const { return m_figures; }

    TimeLabels timeLabels() const { return m_timeLabels; }
    void setTimeLabels(TimeLabels labels);
    Edges edges() const { return m_edges; }
    void setEdges(Edges edges);
    // The width of the list of threads beside the chart, in logical pixels, as the user has dragged
    // it; 0: by that of the window.
    int gutterWidth() const { return m_gutterWidth; }
    void setGutterWidth(int width);
    // The columns that the user has hidden, by the name of the table; each is a word that settings
    // keep.
    const QMap<QString, QStringList> &hiddenColumns() const { return m_hiddenColumns; }
    void setHiddenColumns(const QString &table, const QStringList &columns);
    const Theme &theme() const { return *m_theme; }
    void setShade(Shade shade);
    void setHues(Hues hues);

    const KeyMap &keyMap() const { return m_keyMap; }
    void setKeyMap(KeyMap keyMap);

    // Copies another appearance, keys included.
    void set(const ViewAppearance &other);

signals:
    void changed(); // all but keys, widths and columns
    void keyMapChanged();
    void gutterWidthChanged();
    void hiddenColumnsChanged(const QString &table);

private:
    friend class ViewState;

    struct Answer {
        ColourMode mode{};
        CallFiguresPointer figures;
    };

    void askFigures(); // for another mode
    void refreshFigures(); // for a later snapshot
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
    int m_gutterWidth = 0;
    QMap<QString, QStringList> m_hiddenColumns;
    const Theme *m_theme;
    KeyMap m_keyMap;

    CallFiguresPointer m_figures;
    ColourMode m_answered = ColourMode::Function; // the mode of m_figures; Function: they are empty
    // Figures that continue from snapshot to snapshot; only the job accesses them.
    std::shared_ptr<GrowingCallFigures> m_growing;
    PacedJob<Answer> m_job;
};

} // namespace ember::views
