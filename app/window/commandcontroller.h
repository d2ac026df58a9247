// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"
#include "app/commands/commandpalette.h"
#include "views/boxes/boxreference.h"
#include "views/jobs/newestjob.h"
#include "views/state/keymap.h"
#include "views/state/viewstate.h"

#include <QObject>

#include <optional>

class QKeyEvent;
class QMainWindow;
class QShortcut;

namespace ember::views {
class ChartActionTarget;
class FlameChartWidget;
} // namespace ember::views

namespace ember::app {

class Actions;
class Panels;
class Settings;

// Collects all commands for the palette and the key sheet: menu entries, actions of the charts'
// keys, threads.
class CommandController : public QObject {
    Q_OBJECT
public:
    CommandController(views::ViewState &state, const Settings &settings, Actions &actions,
                      Panels &panels, QMainWindow &window);

    // All commands, as they are available now.
    Commands commands();

    // The key table for editing, and the user's changes.
    KeyTable keyTable();
    void applyKeys();

    void showPalette();
    void showKeys();
    // Selects a function, which marks it in all views. An open view stays if it shows functions;
    // the chart goes to the function's longest call.
    void showFunction(model::FrameIndex function);

protected:
    // Makes the charts' keys work wherever the keyboard focus is in the window, and Undo in an
    // empty text field.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    Commands menus() const;
    Commands ofCharts(); // commands that act on the focused view
    Commands threads();
    Commands settingsPages();
    FunctionSearch functions();
    bool performKey(const QKeyEvent &event, QWidget *focused);
    void applyWindowKeys();
    void perform(views::ChartAction action, QWidget *focused);
    // The result of looking for a call, and the OpenProfile::serial() it was looked for in.
    struct FoundCall {
        std::uint64_t serial = 0;
        std::optional<views::BoxReference> call;
    };

    void take(const FoundCall &found);
    void goTo(model::ThreadIndex thread, std::uint64_t profileSerial);

    views::ViewState &m_state;
    const Settings &m_settings;
    Actions &m_actions;
    Panels &m_panels;
    views::FlameChartWidget &m_chart;
    QMainWindow &m_window;
    QMap<QString, QList<QKeySequence>> m_standard; // standard keys of menu actions, by id
    QList<QShortcut *> m_windowKeys; // shortcuts created here
    views::NewestJob<FoundCall> m_longest;
};

} // namespace ember::app
