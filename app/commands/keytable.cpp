// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/keytable.h"

#include <algorithm>

namespace ember::app {

KeyTable::KeyTable(const Commands &commands, const KeySettings &settings)
{
    for (const Command &command : commands) {
        if (!command.id.isEmpty())
            m_rows.push_back({command.id, command.name, command.place, command.keys, command.keys});
    }
    // Removals first: they must not remove a shortcut that another command has just got.
    for (Row &row : m_rows) {
        if (settings.changed.contains(row.id))
            row.keys.clear();
    }
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        for (const QKeySequence &key :
             QKeySequence::listFromString(settings.changed.value(m_rows[row].id)))
            add(row, key);
    }
}

std::optional<std::size_t> KeyTable::ownerOf(const QKeySequence &key) const
{
    const auto found = std::ranges::find_if(
        m_rows, [&](const Row &row) { return !key.isEmpty() && row.keys.contains(key); });
    return found == m_rows.end() ? std::nullopt
                                 : std::optional(static_cast<std::size_t>(found - m_rows.begin()));
}

std::optional<std::size_t> KeyTable::add(std::size_t row, const QKeySequence &key)
{
    if (key.isEmpty() || m_rows[row].keys.contains(key))
        return std::nullopt;
    const auto owner = ownerOf(key);
    if (owner)
        m_rows[*owner].keys.removeAll(key);
    m_rows[row].keys.append(key);
    return owner;
}

std::optional<std::size_t> KeyTable::replace(std::size_t row, const QKeySequence &key)
{
    clear(row);
    return add(row, key);
}

void KeyTable::clear(std::size_t row)
{
    m_rows[row].keys.clear();
}

void KeyTable::reset(std::size_t row)
{
    clear(row);
    for (const QKeySequence &key : m_rows[row].standard)
        add(row, key);
}

void KeyTable::resetAll()
{
    for (Row &row : m_rows)
        row.keys = row.standard;
}

KeySettings KeyTable::changes() const
{
    KeySettings settings;
    for (const Row &row : m_rows) {
        if (row.isChanged())
            settings.changed.insert(row.id, QKeySequence::listToString(row.keys));
    }
    return settings;
}

} // namespace ember::app
