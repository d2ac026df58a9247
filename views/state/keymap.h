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

// The actions of the keyboard in the charts.
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
    ToggleLanes, // folds all threads, or takes that back
    ToggleFollow,
    ToggleInverted, // in merged graphs: callers or callees
    ExpandHottestPath, // in a call tree
    PeelOff, // takes back the range (in graphs the zoom), else the selected call, else the search
};
Q_ENUM_NS(ChartAction)

// Whether the action steps from a call to another one; without a selection it selects one.
bool isStep(ChartAction action);
// Whether the action steps to another call of the same function; without a selected call, to one of
// the chosen function.
bool isOfFunction(ChartAction action);

struct KeyBinding {
    ChartAction action;
    QKeyCombination key;

    friend bool operator==(const KeyBinding &, const KeyBinding &) = default;
};

// The keys of the charts' actions: the standard ones, or the user's.
class KeyMap {
public:
    KeyMap();

    std::optional<ChartAction> actionFor(const QKeyEvent &event) const;
    // Returns the keys of an action, each once, although Shift+Tab has two names. Menus and tool
    // tips show the first one.
    QList<QKeySequence> keysOf(ChartAction action) const;
    QKeySequence keyFor(ChartAction action) const { return keysOf(action).value(0); }
    // Sets the keys of an action. Only the first key of each sequence counts. A key that had
    // another action is taken from it.
    void setKeys(ChartAction action, const QList<QKeySequence> &sequences);

    friend bool operator==(const KeyMap &, const KeyMap &) = default;

private:
    std::vector<KeyBinding> m_bindings;
};

// Returns all actions in the order in which they are shown.
std::vector<ChartAction> chartActions();
// Returns the action's name in settings: "ZoomIn".
QString idOf(ChartAction action);
std::optional<ChartAction> chartActionOf(const QString &id);
// Returns the action's description in the user's language: "Zoom in at the cursor".
QString describe(ChartAction action);

// A view that performs actions of the charts' keys.
class ChartActionTarget {
public:
    virtual ~ChartActionTarget() = default;

    // Returns false if the action does not apply to the view.
    virtual bool perform(ChartAction action) = 0;
};

} // namespace ember::views
