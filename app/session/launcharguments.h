// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"

namespace ember::app {

// What `emberchart --launch [record options] -- CMD ARGS…` takes: the same options as the recorder.
// An empty program means that the arguments could not be understood; `error` says which.
struct ParsedLaunch {
    LaunchCommand command;
    QString error;
};

ParsedLaunch parseLaunchArguments(const QStringList &arguments);

} // namespace ember::app
