// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"

#include <QList>

namespace ember::app {

// The last launched commands, newest first, without duplicates. Stored in the XDG configuration
// folder.
class LaunchSettings {
public:
    static constexpr qsizetype limit = 20;

    QList<LaunchCommand> recent() const;
    // Ignores commands that attach to a pid, as pids are not stable.
    void remember(const LaunchCommand &command);
};

} // namespace ember::app
