// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/symbolsettings.h"
#include "model/query/namelesstime.h"

#include <QString>

namespace ember::app {

// "31.2 % of running time is in functions without names: libQt6Core, …"; "" if all functions have
// names. For a terminal.
QString namelessText(const model::Profile &profile, const model::NamelessTime &time);

// namelessText(), and what the user can do to get the names; "" if the share of such functions is
// less than MissingNames::worthSaying.
QString namelessAdvice(const model::Profile &profile, const model::NamelessTime &time,
                       AskDebugServers asked);

} // namespace ember::app
