// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>

#include <algorithm>

namespace ember::app {

namespace {

Command commandOf(QAction &action, const QString &place)
{
    return {.id = action.objectName(),
            .name = withoutMnemonic(action.text().section(QLatin1Char('\t'), 0, 0)),
            .place = place,
            .keys = action.shortcuts(),
            .available = action.isEnabled() ? Available::Yes : Available::No,
            .run =
                [entry = QPointer(&action)] {
                    if (entry)
                        entry->trigger();
                },
            .words = action.whatsThis()};
}

void collect(const QMenu &menu, const QString &place, Commands &commands)
{
    for (QAction *action : menu.actions()) {
        if (const QMenu *inner = action->menu())
            collect(*inner, place + QStringLiteral(" › ") + withoutMnemonic(inner->title()),
                    commands);
        else if (!action->isSeparator())
            commands.push_back(commandOf(*action, place));
    }
}

struct PresetKeys {
    const char *id; // of a command
    const char *keys; // in the syntax of QKeySequence::listFromString()
};

// Returns the keys of a preset, by action, that differ from the standard keys or have no standard
// meaning. speedscope: W, A, S and D move; Perfetto: the brackets and letters of its timeline.
std::vector<PresetKeys> keysOf(KeyPreset preset)
{
    switch (preset) {
    case KeyPreset::Standard: return {};
    case KeyPreset::Speedscope:
        return {{"ScrollUp", "W; PgUp"},
                {"ScrollDown", "S; PgDown"},
                {"ZoomIn", "+; ="},
                {"ZoomOut", "-"},
                {"showChart", "1"},
                {"leftHeavy", "2; L"},
                {"showSandwich", "3"},
                {"showFlameGraph", "4"},
                {"showCallTree", "Shift+3"},
                {"NextThread", "N; Ctrl+Down"},
                {"PreviousThread", "P; Ctrl+Up"},
                {"pickThread", "T; Ctrl+T"}};
    case KeyPreset::Perfetto:
        return {{"SelectNextSibling", ".; Right"},
                {"SelectPreviousSibling", ",; Left"},
                {"SelectNextSameFunction", "]"},
                {"SelectPreviousSameFunction", "["},
                {"NextMatch", "N; Return"},
                {"PreviousMatch", "Shift+N; Shift+Return"},
                {"FitSelection", "F"},
                {"pickThread", "Ctrl+P; Ctrl+T"},
                {"print", ""}};
    }
    return {};
}

} // namespace

Commands menuCommands(const QMenuBar &bar)
{
    Commands commands;
    for (const QAction *top : bar.actions()) {
        if (const QMenu *menu = top->menu())
            collect(*menu, withoutMnemonic(menu->title()), commands);
    }
    return commands;
}

QString withoutMnemonic(const QString &text)
{
    QString plain;
    for (qsizetype place = 0; place < text.size(); ++place) {
        if (text[place] == QLatin1Char('\t')) // only the key follows, as menus show it
            break;
        if (text[place] == QLatin1Char('&') && place + 1 < text.size())
            ++place; // "&&" is one shown &: skips its second letter
        plain += text[place];
    }
    return plain.endsWith(QChar(0x2026)) ? plain.chopped(1) : plain;
}

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

void KeyTable::apply(KeyPreset preset)
{
    resetAll();
    for (const auto &[id, keys] : keysOf(preset)) {
        const auto row = std::ranges::find(m_rows, QLatin1String(id), &Row::id);
        if (row == m_rows.end())
            continue;
        const auto place = static_cast<std::size_t>(row - m_rows.begin());
        clear(place);
        for (const QKeySequence &key : QKeySequence::listFromString(QLatin1String(keys)))
            add(place, key);
    }
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
