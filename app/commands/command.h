// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"

#include <QKeySequence>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>
#include <optional>
#include <vector>

class QMenuBar;

namespace ember::app {

enum class Available : std::uint8_t { No, Yes };

// A command with a name: a menu entry, an action of the charts' keys, or a thread to jump to.
struct Command {
    QString id; // for settings, the same in every language; "": can have no shortcut
    QString name;
    QString place; // where it is found: "View › Theme"
    QList<QKeySequence> keys; // current shortcuts
    Available available = Available::Yes; // whether it can be run now
    std::function<void()> run;
    QString words{}; // other words by which the palette finds it
    QStringList called{}; // names of the thread or function that `name` is about
};

using Commands = std::vector<Command>;

// Returns all entries of the menu bar and its submenus, in order. Running a checkable one toggles
// it. Actions are held by weak pointers; a deleted one does nothing.
Commands menuCommands(const QMenuBar &bar);

// Converts "&Open…" to "Open".
QString withoutMnemonic(const QString &text);

// Presets of keys: the standard ones, or those that users of another tool know.
enum class KeyPreset { Standard, Speedscope, Perfetto };

// Shortcuts of all commands while they are edited. A shortcut belongs to at most one command:
// assigning it removes it from the previous owner.
class KeyTable {
public:
    KeyTable() = default;
    // A row for each command with an id: its standard shortcuts, or those that `settings` has for
    // it.
    KeyTable(const Commands &commands, const KeySettings &settings);

    struct Row {
        QString id;
        QString name;
        QString place;
        QList<QKeySequence> standard;
        QList<QKeySequence> keys;

        bool isChanged() const { return keys != standard; }
    };

    const std::vector<Row> &rows() const { return m_rows; }

    // Returns the row of the command with this shortcut; empty: unused.
    std::optional<std::size_t> ownerOf(const QKeySequence &key) const;

    // add() adds a shortcut, replace() replaces all of a command. They return the row that lost the
    // shortcut.
    std::optional<std::size_t> add(std::size_t row, const QKeySequence &key);
    std::optional<std::size_t> replace(std::size_t row, const QKeySequence &key);
    void clear(std::size_t row);
    // Restores the standard shortcuts of the row's command; other commands lose them.
    void reset(std::size_t row);
    void resetAll();
    // Resets the shortcuts of all commands, then gives commands the keys of the preset, which other
    // commands lose.
    void apply(KeyPreset preset);

    KeySettings changes() const;

private:
    std::vector<Row> m_rows;
};

} // namespace ember::app
