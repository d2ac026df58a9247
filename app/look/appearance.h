// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"
#include "views/state/theme.h"

#include <QIcon>
#include <QString>

namespace ember::app {

// Returns an icon of resources/icons by file name. It is painted with the palette's text colour
// instead of black, so one set serves light and dark themes, at any scale.
QIcon symbolIcon(const QString &name);

QIcon applicationIcon();

// Sets the application's palette to a theme and returns the resulting shade. The first call
// remembers the system's palette.
views::Shade applyTheme(ThemeChoice choice);

} // namespace ember::app
