// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/filters/filterstack.h"

#include <QStringList>

namespace ember::views {

// Filters as words for settings, the same in every language: three per filter of calls, and
// "running" where only running threads count.
QStringList filterWords(const Filters &filters);
// And back; what is not understood is left out.
Filters filtersOf(const QStringList &words);

} // namespace ember::views
