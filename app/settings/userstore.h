// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>

namespace ember::app {

// The file of what this user has set and what is remembered between runs. Each object reads it
// anew.
QSettings userStore();

// Writes what was set now, into a file that nobody else may read: environments and notes are
// private.
void keepPrivate(QSettings &store);

} // namespace ember::app
