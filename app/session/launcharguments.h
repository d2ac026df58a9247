// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"

namespace ember::app {

// What follows `emberchart --launch`: options of a recording, --, and the command. One of the
// members says what came of it.
struct ParsedLaunch {
    LaunchCommand command;
    QString error; // a sentence
    bool asksForHelp = false;
};

ParsedLaunch parseLaunchArguments(const QStringList &arguments);

// The options, a line or more for each.
QString launchOptionsHelp();

} // namespace ember::app
