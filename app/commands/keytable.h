// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"
#include "app/settings/keysettings.h"

#include <optional>

namespace ember::app {

// Shortcuts of all commands while they are edited. A shortcut belongs to at most one command:
// assigning it removes it from the previous owner.
class KeyTable {
public:
    // The commands with an id and their standard shortcuts, overridden by `settings`.
    KeyTable() = default;
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

    // Row of the command with this shortcut; empty: unused.
    std::optional<std::size_t> ownerOf(const QKeySequence &key) const;

    // add() adds a shortcut, replace() replaces all of a command. They return the row that lost the
    // shortcut.
    std::optional<std::size_t> add(std::size_t row, const QKeySequence &key);
    std::optional<std::size_t> replace(std::size_t row, const QKeySequence &key);
    void clear(std::size_t row);
    // Restores the standard shortcuts; other commands lose them.
    void reset(std::size_t row);
    void resetAll();

    KeySettings changes() const;

private:
    std::vector<Row> m_rows;
};

} // namespace ember::app
