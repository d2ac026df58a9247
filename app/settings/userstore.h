// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QStringList>

namespace ember::app {

// The file of what this user has set and what is remembered between runs. Each object reads it
// anew.
QSettings userStore();

// Writes what was set now, into a file that nobody else may read: environments and notes are
// private.
void keepPrivate(QSettings &store);
// Writes these under the key, into such a file; takes the key away if there are none.
void keepPrivately(QLatin1String key, const QStringList &texts);

} // namespace ember::app
