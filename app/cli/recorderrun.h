// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace ember::app {

// Runs emberchart-record in the foreground with this process's terminal and waits for its end.
// Ctrl-C is the recorder's business meanwhile; SIGTERM, SIGHUP, SIGUSR1 and SIGUSR2 are passed on.
// Returns its exit code, or exitcode::captureFailed with a message if it cannot be started.
int runRecorder(const QStringList &arguments);

} // namespace ember::app
