// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/symbolsettings.h"
#include "model/query/namelesstime.h"

#include <QString>

namespace ember::app {

// "31.2 % of running time is in functions without names: libQt6Core, …"; "" if all have names. For
// a terminal.
QString namelessText(const model::Profile &profile, const model::NamelessTime &time);

// The same with what the user can do about it; "" where it is not worth saying.
QString namelessAdvice(const model::Profile &profile, const model::NamelessTime &time,
                       AskDebugServers asked);

} // namespace ember::app
