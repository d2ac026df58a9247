// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

class QMenuBar;

namespace ember::app {

// All entries of the menu bar and its submenus, in order. Running a checkable one toggles it.
// Actions are held by weak pointers; a deleted one does nothing.
Commands menuCommands(const QMenuBar &bar);

// Converts "&Open…" to "Open".
QString withoutMnemonic(const QString &text);

} // namespace ember::app
