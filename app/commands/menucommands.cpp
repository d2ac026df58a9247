// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/menucommands.h"

#include <QAction>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>

namespace ember::app {

namespace {

Command commandOf(QAction &action, const QString &place)
{
    return {.id = action.objectName(),
            .name = withoutMnemonic(action.text()),
            .place = place,
            .keys = action.shortcuts(),
            .available = action.isEnabled() ? Available::Yes : Available::No,
            .run = [entry = QPointer(&action)] {
                if (entry)
                    entry->trigger();
            }};
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
        if (text[place] == QLatin1Char('&') && place + 1 < text.size())
            ++place; // "&&" is one
        plain += text[place];
    }
    return plain.endsWith(QChar(0x2026)) ? plain.chopped(1) : plain;
}

} // namespace ember::app
