// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"
#include "views/theme.h"

namespace ember::app {

// Sets the application's palette to a theme and returns the resulting shade. The first call
// remembers the system's palette.
views::Shade applyTheme(ThemeChoice choice);

} // namespace ember::app
