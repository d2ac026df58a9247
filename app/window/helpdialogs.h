// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

class QWidget;

namespace ember::app {

// Shows the cheat sheet: commands with their keys by place, and mouse actions. All dialogs are
// non-modal and delete themselves.
void showKeySheet(QWidget *parent, const Commands &commands);
// Shows what README.md says to users: it is part of the program, so it is there without a network.
void showManual(QWidget *parent);
void showAbout(QWidget *parent);

} // namespace ember::app
