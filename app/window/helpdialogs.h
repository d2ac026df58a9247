// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

class QWidget;

namespace ember::app {

// Shows the cheat sheet: commands with their keys by place, and mouse actions. All dialogs are
// non-modal and delete themselves.
void showKeySheet(QWidget *parent, const Commands &commands);
// Shows the sections of README.md for users, which are built into the program.
void showManual(QWidget *parent);
void showAbout(QWidget *parent);

} // namespace ember::app
