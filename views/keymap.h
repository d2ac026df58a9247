// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QObject>
#include <QString>

#include <optional>
#include <span>
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
};

// The one table of keys. The first key of an action is the one menus and the help show.
std::span<const KeyBinding> chartKeys();
std::optional<ChartAction> chartActionFor(const QKeyEvent &event);
QKeySequence keyFor(ChartAction action);
// All of an action, each once: Shift+Tab has two names.
QList<QKeySequence> keysOf(ChartAction action);
// In the order of the table.
std::vector<ChartAction> chartActions();
// For settings: "ZoomIn".
QString idOf(ChartAction action);
// In the reader's language: "Zoom in at the cursor".
QString describe(ChartAction action);

} // namespace ember::views
