// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"
#include "app/settings/keysettings.h"

#include <optional>

namespace ember::app {

// The keys of all commands while somebody changes them. No key has two commands: who gets one takes
// it from whoever had it.
class KeyTable {
public:
    // Commands with an id, and their standard keys; those of `settings` instead where it has them.
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

    // Who has the key; none: it is free.
    std::optional<std::size_t> ownerOf(const QKeySequence &key) const;

    // One more, or it alone. Return whom it was taken from.
    std::optional<std::size_t> add(std::size_t row, const QKeySequence &key);
    std::optional<std::size_t> replace(std::size_t row, const QKeySequence &key);
    void clear(std::size_t row);
    // The standard keys again; others lose them.
    void reset(std::size_t row);
    void resetAll();

    KeySettings changes() const;

private:
    std::vector<Row> m_rows;
};

} // namespace ember::app
