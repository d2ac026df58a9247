// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/commandcontroller.h"

#include "app/commands/command.h"
#include "app/commands/commandpalette.h"
#include "app/settings/settings.h"
#include "app/window/actions.h"
#include "app/window/helpdialogs.h"
#include "app/window/panels.h"
#include "views/flamechart/flamechartwidget.h"
#include "views/graph/flamegraphpanel.h"
#include "views/graph/graphwidget.h"
#include "views/tables/calltreepanel.h"
#include "views/text/threadtitle.h"

#include <QAction>
#include <QApplication>
#include <QMainWindow>
#include <QMenuBar>
#include <QPointer>
#include <QShortcut>

#include <algorithm>
#include <iterator>

namespace ember::app {

using views::ChartAction;

namespace {

// The chart that receives actions: the focused widget or one of its ancestors, so that keys work
// while a tool of its panel has the focus.
views::ChartActionTarget *targetAround(QWidget *widget)
{
    for (; widget; widget = widget->parentWidget()) {
        for (QWidget *meant : {widget, widget->focusProxy()}) {
            if (auto *target = dynamic_cast<views::ChartActionTarget *>(meant))
                return target;
        }
    }
    return nullptr;
}

} // namespace

CommandController::CommandController(views::ViewState &state, views::FlameChartWidget &chart,
                                     const Settings &settings, QMainWindow &window)
    : QObject(&window),
      m_state(state),
      m_chart(chart),
      m_settings(settings),
      m_window(window)
{
}

void CommandController::connectTo(Actions &actions, Panels &panels)
{
    m_actions = &actions;
    m_panels = &panels;
    connect(actions.palette, &QAction::triggered, this, &CommandController::showPalette);
    connect(actions.keys, &QAction::triggered, this, &CommandController::showKeys);
    for (const Command &command : menus())
        m_standard.insert(command.id, command.keys);
    applyKeys();
}

Commands CommandController::menus() const
{
    return menuCommands(*m_window.menuBar());
}

Commands CommandController::ofCharts()
{
    Commands commands;
    const QPointer focused = QApplication::focusWidget();
    for (const ChartAction action : views::chartActions())
        commands.push_back({.id = idOf(action),
                            .name = describe(action),
                            .place = tr("In the chart"),
                            .keys = m_state.appearance().keyMap().keysOf(action),
                            .available = m_state.spans() ? Available::Yes : Available::No,
                            .run = [this, action, focused] { perform(action, focused); }});
    return commands;
}

Commands CommandController::threads()
{
    Commands commands;
    if (!m_state.spans())
        return commands;
    for (const model::ThreadIndex thread : m_state.threads().all()) {
        const auto title = views::threadTitle(*m_state.spans()->profile(), thread);
        commands.push_back(
            {.id = {},
             .name = tr("Go to thread %1").arg(title.name),
             .place = title.details,
             .keys = {},
             .available = Available::Yes,
             .run = [this, thread, serial = m_state.profile().serial()] { goTo(thread, serial); }});
    }
    return commands;
}

// All commands. One that is both in a menu and a key of the charts is listed once, with all its
// keys.
Commands CommandController::commands()
{
    Commands all = menus();
    for (Command &ofChart : ofCharts()) {
        const auto twin = std::ranges::find_if(all, [&](const Command &ofMenu) {
            const auto action = m_actions->chartActionOf(ofMenu.id);
            return action && idOf(*action) == ofChart.id;
        });
        if (twin == all.end())
            all.push_back(std::move(ofChart));
        else
            twin->keys += ofChart.keys;
    }
    std::ranges::move(threads(), std::back_inserter(all));
    return all;
}

KeyTable CommandController::keyTable()
{
    Commands standard = ofCharts();
    for (Command &command : standard)
        command.keys = views::KeyMap().keysOf(*views::chartActionOf(command.id));
    for (Command &command : menus()) {
        command.keys = m_standard.value(command.id);
        standard.push_back(std::move(command));
    }
    return {standard, m_settings.keys()};
}

void CommandController::applyKeys()
{
    views::KeyMap keyMap;
    const KeyTable table = keyTable();
    for (const KeyTable::Row &row : table.rows()) {
        if (const auto ofChart = views::chartActionOf(row.id); ofChart && row.isChanged())
            keyMap.setKeys(*ofChart, row.keys);
        else if (auto *action = m_actions->findChild<QAction *>(row.id))
            action->setShortcuts(row.keys);
    }
    m_state.appearance().setKeyMap(keyMap);
    m_actions->showKeys(keyMap);
    applyWindowKeys();
}

// Makes some chart keys work in the whole window: Back and Forward, which tables and trees would
// take for arrow keys. Keys that edit text elsewhere stay with the charts.
void CommandController::applyWindowKeys()
{
    constexpr auto commanding = Qt::AltModifier | Qt::ControlModifier | Qt::MetaModifier;
    qDeleteAll(m_windowKeys);
    m_windowKeys.clear();
    for (const ChartAction action : {ChartAction::HistoryBack, ChartAction::HistoryForward}) {
        for (const QKeySequence &key : m_state.appearance().keyMap().keysOf(action)) {
            if (!(key[0].keyboardModifiers() & commanding))
                continue;
            auto *shortcut = new QShortcut(key, &m_window);
            connect(shortcut, &QShortcut::activated, this,
                    [this, action] { perform(action, QApplication::focusWidget()); });
            m_windowKeys.append(shortcut);
        }
    }
    // Following a growing capture concerns all views. A text field with the focus still gets the
    // letter.
    for (const QKeySequence &key :
         m_state.appearance().keyMap().keysOf(ChartAction::ToggleFollow)) {
        auto *shortcut = new QShortcut(key, &m_window);
        connect(shortcut, &QShortcut::activated, m_actions->follow, &QAction::trigger);
        m_windowKeys.append(shortcut);
    }
}

void CommandController::showPalette()
{
    auto *palette = new CommandPalette(commands(), &m_window);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->open();
}

void CommandController::showKeys()
{
    Commands commands = ofCharts();
    std::ranges::move(menus(), std::back_inserter(commands));
    showKeySheet(&m_window, commands);
}

// Performs a chart action in the focused view, otherwise in the view that would come to the front.
void CommandController::perform(ChartAction action, QWidget *focused)
{
    views::ChartActionTarget *const target = targetAround(focused);
    if ((target && target->perform(action)) || m_chart.perform(action))
        return;
    if (action == ChartAction::ExpandHottestPath) {
        m_panels->raise(m_panels->callTree);
        m_panels->callTree->perform(action);
    } else {
        m_panels->raise(m_panels->flameGraph);
        m_panels->flameGraph->graph().perform(action);
    }
}

void CommandController::goTo(model::ThreadIndex thread, std::uint64_t profileSerial)
{
    // The thread belongs to a profile that is no longer shown.
    if (profileSerial != m_state.profile().serial())
        return;
    m_state.threads().setShown(thread, views::Shown::Yes);
    m_chart.scrollTo(thread);
    m_chart.setFocus();
}

} // namespace ember::app
