// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

class QMenuBar;

namespace ember::app {

// All entries of the menus and of the menus in them, in their order; a checkable one is switched
// when it is run. They hold their actions weakly: one that is gone does nothing.
Commands menuCommands(const QMenuBar &bar);

// "&Open…" is "Open".
QString withoutMnemonic(const QString &text);

} // namespace ember::app
