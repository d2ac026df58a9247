// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"

namespace ember::app {

// Result of parsing what follows `emberchart --launch`: recording options, --, and the command.
// Exactly one member is set.
struct ParsedLaunch {
    LaunchCommand command;
    QString error; // a sentence
    bool asksForHelp = false;
};

ParsedLaunch parseLaunchArguments(const QStringList &arguments);

// Help text of the options.
QString launchOptionsHelp();

} // namespace ember::app
