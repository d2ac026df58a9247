// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"
#include "views/theme.h"

namespace ember::app {

// Sets the application's palette for a choice; the system's own is remembered from the first call.
// Returns what it came to.
views::Shade applyTheme(ThemeChoice choice);

} // namespace ember::app
