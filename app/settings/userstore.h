// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSettings>
#include <QStringList>

namespace ember::app {

// The QSettings of this user. Each call reads the file again.
QSettings userStore();

// Writes the settings to a file with owner-only permissions.
void keepPrivate(QSettings &store);
// Stores a list under a key in that file; removes the key if the list is empty.
void keepPrivately(QLatin1String key, const QStringList &texts);

} // namespace ember::app
