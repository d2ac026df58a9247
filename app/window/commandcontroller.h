// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/keytable.h"
#include "views/keymap.h"
#include "views/viewstate.h"

#include <QObject>

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

// What can be done by name: the menus, what the keys of the charts do, the threads. The command
// palette and the list of keys are made of it.
class CommandController : public QObject {
    Q_OBJECT
public:
    CommandController(views::ViewState &state, views::FlameChartWidget &chart,
                      const Settings &settings, QMainWindow &window);

    void connectTo(Actions &actions, Panels &panels);

    // As things stand: everything the palette offers.
    Commands commands();

    // Which key does what, to be changed; and what the user has made of it.
    KeyTable keyTable();
    void applyKeys();

private:
    Commands menus() const;
    Commands ofCharts(); // they go to the view that has the keyboard now
    Commands threads();
    void showPalette();
    void showKeys();
    void applyWindowKeys();
    void perform(views::ChartAction action, QWidget *focused);
    void goTo(model::ThreadIndex thread, std::uint64_t profileSerial);

    views::ViewState &m_state;
    views::FlameChartWidget &m_chart;
    const Settings &m_settings;
    QMainWindow &m_window;
    Actions *m_actions = nullptr;
    Panels *m_panels = nullptr;
    QMap<QString, QList<QKeySequence>> m_standard; // keys of the menus, by id
    QList<QShortcut *> m_windowKeys; // ours
};

} // namespace ember::app
