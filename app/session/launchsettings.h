// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"

#include <QList>

namespace ember::app {

// The last commands, newest first, each program line once. Kept in the XDG configuration folder.
class LaunchSettings {
public:
    static constexpr qsizetype limit = 20;

    QList<LaunchCommand> recent() const;
    // Processes that were attached to are not remembered: their numbers mean nothing tomorrow.
    void remember(const LaunchCommand &command);
};

} // namespace ember::app
