// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/recorderstatus.h"
#include "capture/control/recordoptions.h"

#include <QStringList>

#include <functional>

namespace ember::app {

// Runs emberchart-record in the foreground with this process's terminal and waits for its end.
// Ctrl-C is the recorder's business meanwhile; other requests to end or to keep (SIGTERM, SIGHUP,
// SIGUSR1, SIGUSR2) are passed on. Says what went wrong. Returns the target's status or that of the
// recorder; exitcode::captureFailed if it cannot be started, or is killed. `atEnd` as the arguments
// have it. `meanwhile` is called ten times a second, and once behind its end.
int runRecorder(const QStringList &arguments, capture::AtEnd atEnd,
                const std::function<void()> &meanwhile);

// The command among a recorder's arguments; empty where it takes a process that runs.
QString commandIn(const QStringList &arguments);
// Shells say so of what they run; nobody else does of a recorded command.
void printKilled(const QString &command, const TargetKilled &end);

} // namespace ember::app
