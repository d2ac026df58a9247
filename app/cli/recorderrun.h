// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/recorderstatus.h"
#include "capture/control/recordoptions.h"

#include <QStringList>

#include <functional>

namespace ember::app {

// Runs emberchart-record in the foreground of this terminal and waits for its end. The recorder
// handles Ctrl-C; SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 are forwarded to it. Prints errors. Returns
// the target's status or the recorder's; exitcode::captureFailed if the recorder cannot be started
// or is killed. `atEnd`: as in the arguments. `meanwhile` is called ten times a second, and once
// after the end.
int runRecorder(const QStringList &arguments, capture::AtEnd atEnd,
                const std::function<void()> &meanwhile);

// The command in a recorder's arguments; empty if they attach to a process.
QString commandIn(const QStringList &arguments);
// Prints that the command was killed by a signal, as a shell would; no shell does for a recorded
// command.
void printKilled(const QString &command, const TargetKilled &end);

} // namespace ember::app
