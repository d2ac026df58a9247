// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

class QWidget;

namespace ember::app {

// Both are non-modal and delete themselves.
// Commands that have keys, by their places, and what the mouse does.
void showKeySheet(QWidget *parent, const Commands &commands);
void showAbout(QWidget *parent);

} // namespace ember::app
