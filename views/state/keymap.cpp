// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/keymap.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMetaEnum>

#include <algorithm>
#include <array>

namespace ember::views {

namespace {

using enum ChartAction;

constexpr std::array standard{
    KeyBinding{ZoomIn, Qt::Key_W},
    KeyBinding{ZoomIn, Qt::Key_Plus},
    KeyBinding{ZoomIn, Qt::Key_Equal},
    KeyBinding{ZoomOut, Qt::Key_S},
    KeyBinding{ZoomOut, Qt::Key_Minus},
    KeyBinding{PanLeft, Qt::Key_A},
    KeyBinding{PanRight, Qt::Key_D},
    KeyBinding{ScrollUp, Qt::Key_PageUp},
    KeyBinding{ScrollDown, Qt::Key_PageDown},
    KeyBinding{FitSelection, Qt::Key_F},
    KeyBinding{FitSelection, Qt::Key_Return},
    KeyBinding{FitSelection, Qt::Key_Enter},
    KeyBinding{FitAll, Qt::Key_0},
    KeyBinding{GoToStart, Qt::Key_Home},
    KeyBinding{GoToEnd, Qt::Key_End},
    KeyBinding{SelectParent, Qt::Key_Up},
    KeyBinding{SelectChild, Qt::Key_Down},
    KeyBinding{SelectPreviousSibling, Qt::Key_Left},
    KeyBinding{SelectNextSibling, Qt::Key_Right},
    KeyBinding{SelectPreviousInOrder, Qt::SHIFT | Qt::Key_Up}, // since Tab leaves the chart
    KeyBinding{SelectNextInOrder, Qt::SHIFT | Qt::Key_Down},
    KeyBinding{SelectPreviousSameFunction, Qt::Key_Comma},
    KeyBinding{SelectNextSameFunction, Qt::Key_Period},
    KeyBinding{PreviousThread, Qt::CTRL | Qt::Key_Up},
    KeyBinding{NextThread, Qt::CTRL | Qt::Key_Down},
    KeyBinding{NextMatch, Qt::Key_N},
    KeyBinding{PreviousMatch, Qt::SHIFT | Qt::Key_N},
    KeyBinding{HistoryBack, Qt::Key_Backspace},
    KeyBinding{HistoryBack, Qt::ALT | Qt::Key_Left},
    KeyBinding{HistoryForward, Qt::SHIFT | Qt::Key_Backspace},
    KeyBinding{HistoryForward, Qt::ALT | Qt::Key_Right},
    KeyBinding{ToggleCollapsed, Qt::Key_Space},
    KeyBinding{ToggleLanes, Qt::Key_L},
    KeyBinding{ToggleFollow, Qt::Key_Z},
    KeyBinding{ToggleInverted, Qt::Key_I},
    KeyBinding{ExpandHottestPath, Qt::Key_Asterisk},
    KeyBinding{PeelOff, Qt::Key_Escape},
};

// Whether the key is a sign that needs Shift on some keyboards only: + is Shift+= on most.
bool isSign(int key)
{
    const bool isLetter = key >= Qt::Key_A && key <= Qt::Key_Z;
    return key > Qt::Key_Space && key <= Qt::Key_AsciiTilde && !isLetter;
}

// Returns the combination as Qt reports it: Shift+Tab arrives as Shift+Backtab.
QKeyCombination asPressed(QKeyCombination key)
{
    return key == (Qt::SHIFT | Qt::Key_Tab) ? Qt::SHIFT | Qt::Key_Backtab : key;
}

struct ChartActionText {
    Q_DECLARE_TR_FUNCTIONS(ChartAction)
};

} // namespace

bool isStep(ChartAction action)
{
    return action >= SelectParent && action <= SelectNextSameFunction;
}

bool isOfFunction(ChartAction action)
{
    return action == SelectPreviousSameFunction || action == SelectNextSameFunction;
}

KeyMap::KeyMap() : m_bindings(standard.begin(), standard.end()) { }

std::optional<ChartAction> KeyMap::actionFor(const QKeyEvent &event) const
{
    const auto modifiers = event.modifiers() & ~Qt::KeypadModifier;
    const auto meaning = [&](Qt::KeyboardModifiers held) {
        return std::ranges::find(m_bindings, QKeyCombination(held, Qt::Key(event.key())),
                                 &KeyBinding::key);
    };
    auto found = meaning(modifiers);
    if (found == m_bindings.end() && isSign(event.key()))
        found = meaning(modifiers & ~Qt::ShiftModifier);
    return found == m_bindings.end() ? std::nullopt : std::optional(found->action);
}

QList<QKeySequence> KeyMap::keysOf(ChartAction action) const
{
    QList<QKeySequence> sequences;
    for (const KeyBinding &binding : m_bindings) {
        const bool isBacktab = binding.key.key() == Qt::Key_Backtab;
        const QKeySequence sequence =
            isBacktab ? QKeySequence(Qt::SHIFT | Qt::Key_Tab) : QKeySequence(binding.key);
        if (binding.action == action && !sequences.contains(sequence))
            sequences.append(sequence);
    }
    return sequences;
}

void KeyMap::setKeys(ChartAction action, const QList<QKeySequence> &sequences)
{
    std::erase_if(m_bindings, [&](const KeyBinding &old) { return old.action == action; });
    for (const QKeySequence &sequence : sequences) {
        if (sequence.isEmpty())
            continue;
        const QKeyCombination key = asPressed(sequence[0]);
        std::erase_if(m_bindings, [&](const KeyBinding &old) { return old.key == key; });
        m_bindings.push_back({action, key});
    }
}

std::vector<ChartAction> chartActions()
{
    std::vector<ChartAction> actions;
    for (const KeyBinding &binding : standard) {
        if (std::ranges::find(actions, binding.action) == actions.end())
            actions.push_back(binding.action);
    }
    return actions;
}

QString idOf(ChartAction action)
{
    return QString::fromLatin1(QMetaEnum::fromType<ChartAction>().valueToKey(int(action)));
}

std::optional<ChartAction> chartActionOf(const QString &id)
{
    bool isKnown = false;
    const int value =
        QMetaEnum::fromType<ChartAction>().keyToValue(id.toLatin1().constData(), &isKnown);
    return isKnown ? std::optional(static_cast<ChartAction>(value)) : std::nullopt;
}

QString describe(ChartAction action)
{
    switch (action) {
    case ZoomIn: return ChartActionText::tr("Zoom in at the pointer");
    case ZoomOut: return ChartActionText::tr("Zoom out at the pointer");
    case PanLeft: return ChartActionText::tr("Move left");
    case PanRight: return ChartActionText::tr("Move right");
    case ScrollUp: return ChartActionText::tr("Scroll up");
    case ScrollDown: return ChartActionText::tr("Scroll down");
    case FitSelection: return ChartActionText::tr("Zoom to the selection");
    case FitAll: return ChartActionText::tr("Show everything");
    case GoToStart: return ChartActionText::tr("Go to the start");
    case GoToEnd: return ChartActionText::tr("Go to the end");
    case SelectParent: return ChartActionText::tr("Select the caller");
    case SelectChild: return ChartActionText::tr("Select the first callee");
    case SelectPreviousSibling: return ChartActionText::tr("Select the previous call");
    case SelectNextSibling: return ChartActionText::tr("Select the next call");
    case SelectPreviousInOrder: return ChartActionText::tr("Walk back through the calls");
    case SelectNextInOrder: return ChartActionText::tr("Walk through the calls, callees first");
    case SelectPreviousSameFunction:
        return ChartActionText::tr("Select the previous call of the same function");
    case SelectNextSameFunction:
        return ChartActionText::tr("Select the next call of the same function");
    case PreviousThread: return ChartActionText::tr("Previous thread");
    case NextThread: return ChartActionText::tr("Next thread");
    case NextMatch: return ChartActionText::tr("Next search match");
    case PreviousMatch: return ChartActionText::tr("Previous search match");
    case HistoryBack: return ChartActionText::tr("Back to the last view");
    case HistoryForward: return ChartActionText::tr("Forward to the next view");
    case ToggleCollapsed: return ChartActionText::tr("Fold or unfold the thread");
    case ToggleLanes: return ChartActionText::tr("Fold all threads to lanes, or unfold them");
    case ToggleFollow: return ChartActionText::tr("Follow the capture, or stand still");
    case ToggleInverted: return ChartActionText::tr("Turn a flame graph to callers, or back");
    case ExpandHottestPath: return ChartActionText::tr("Open the hottest path of a call tree");
    case PeelOff:
        return ChartActionText::tr("Take back the range, then the selection, then the search");
    }
    return {};
}

} // namespace ember::views
