// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <optional>
#include <vector>

class QKeyEvent;

namespace ember::views {

Q_NAMESPACE

// What the keyboard does in the charts.
enum class ChartAction : std::uint8_t {
    ZoomIn,
    ZoomOut,
    PanLeft,
    PanRight,
    ScrollUp,
    ScrollDown,
    FitSelection,
    FitAll,
    GoToStart,
    GoToEnd,
    SelectParent,
    SelectChild,
    SelectPreviousSibling,
    SelectNextSibling,
    SelectPreviousInOrder,
    SelectNextInOrder,
    SelectPreviousSameFunction,
    SelectNextSameFunction,
    PreviousThread,
    NextThread,
    NextMatch,
    PreviousMatch,
    HistoryBack,
    HistoryForward,
    ToggleCollapsed,
    ToggleFollow,
    ToggleInverted, // of merged graphs: callers or callees
    ExpandHottestPath, // of a call tree
    PeelOff, // range, then selection, then search
};
Q_ENUM_NS(ChartAction)

// From a call to another one; without a selection they make one.
bool isStep(ChartAction action);

struct KeyBinding {
    ChartAction action;
    QKeyCombination key;

    friend bool operator==(const KeyBinding &, const KeyBinding &) = default;
};

// Which keys do what in the charts: the standard ones, or as the user has them.
class KeyMap {
public:
    KeyMap();

    std::optional<ChartAction> actionFor(const QKeyEvent &event) const;
    // Each once: Shift+Tab has two names. The first one is what menus and tool tips show.
    QList<QKeySequence> keysOf(ChartAction action) const;
    QKeySequence keyFor(ChartAction action) const { return keysOf(action).value(0); }
    // Of each sequence its first key counts. One that meant something else until now means this.
    void setKeys(ChartAction action, const QList<QKeySequence> &sequences);

    friend bool operator==(const KeyMap &, const KeyMap &) = default;

private:
    std::vector<KeyBinding> m_bindings;
};

// All of them, in the order in which they are shown.
std::vector<ChartAction> chartActions();
// For settings: "ZoomIn".
QString idOf(ChartAction action);
std::optional<ChartAction> chartActionOf(const QString &id);
// In the reader's language: "Zoom in at the cursor".
QString describe(ChartAction action);

// A view that does what the keys of the charts say.
class ChartActionTarget {
public:
    virtual ~ChartActionTarget() = default;

    // False: it means nothing here.
    virtual bool perform(ChartAction action) = 0;
};

} // namespace ember::views
