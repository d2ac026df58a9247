// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QWidget;

namespace ember::app {

class Actions;

// Both are non-modal and delete themselves.
void showKeys(QWidget *parent, const Actions &actions);
void showAbout(QWidget *parent);

} // namespace ember::app
