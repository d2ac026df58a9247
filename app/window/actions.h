// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/keymap.h"

#include <QHash>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <vector>

class QAction;
class QActionGroup;
class QMenu;
class QWidget;

namespace ember::app {

enum class When : std::uint8_t { Always, WithProfile };

// A row of a table of commands: a command's texts and keys, when it can be used, and what it calls.
struct CommandSpec {
    const char *name; // of the action, and in the settings of keys: the same in every language
    QString text{};
    QList<QKeySequence> keys{};
    QString tip{};
    const char *icon = nullptr; // of resources/icons
    QString words{}; // other words by which the palette finds it

    When when = When::WithProfile;
    std::function<bool()> isPossible{}; // asked in addition to `when`; none: always possible
    std::function<QString()> whyNot{}; // asked in addition: a reason for the tip; "": possible
    std::function<QString()> tipNow{}; // instead of `tip`, if that changes

    std::function<void()> run{};
    // A switch has these instead of run().
    std::function<bool()> isOn{};
    std::function<void(bool isOn)> turn{};
    const char *choice = nullptr; // name of a group of switches of which one is on

    std::optional<views::ChartAction> ofChart{}; // the charts' action that it performs, if any
};

// The actions of the window, made from tables of commands. Each command tells when it can be used
// and whether it is on: update() asks all of them.
class Actions : public QObject {
    Q_OBJECT
public:
    // `hasProfile`: whether commands that need a profile can be used.
    Actions(std::function<bool()> hasProfile, QWidget &window);

    void add(const std::vector<CommandSpec> &commands);
    // Forgets the commands' functions, as the objects that they call are about to be deleted.
    void clear() { m_commands.clear(); }

    // Returns the action with this name, which must exist.
    QAction *at(const char *name) const;
    QList<QAction *> choices(const char *choice) const;

    // Creates a menu with an object name; the window owns it.
    QMenu *addMenu(const char *name, const QString &title);
    // Returns the menu with this name, which must exist.
    QMenu *menu(const char *name) const;
    // Adds actions by name to a menu; "" separates, "*name" adds all of a choice, ">name" a menu.
    void fill(QMenu &menu, std::initializer_list<const char *> names) const;

    // Asks all commands whether they can be used, and whether they are on.
    void update();

    // Returns the chart action of the QAction with this object name; empty if it is no key of the
    // charts.
    std::optional<views::ChartAction> chartActionOf(const QString &name) const;
    // Shows the charts' keys in tool tips and menus.
    void showKeys(const views::KeyMap &keyMap);

private:
    struct Made {
        CommandSpec spec;
        QAction *action;
    };

    void connectRun(const CommandSpec &spec, QAction &action);
    void updateOne(const Made &command, bool hasProfile);

    std::function<bool()> m_hasProfile;
    QWidget &m_window;
    std::vector<Made> m_commands;
    QHash<QString, QActionGroup *> m_choices;
};

} // namespace ember::app
