// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace ember::app {

// Runs emberchart-record in the foreground with this process's terminal and waits for its end.
// Ctrl-C is the recorder's business meanwhile; other requests to end or to keep (SIGTERM, SIGHUP,
// SIGUSR1, SIGUSR2) are passed on. Says what went wrong. Returns the target's status or that of the
// recorder; exitcode::captureFailed if it cannot be started, or is killed.
int runRecorder(const QStringList &arguments);

} // namespace ember::app
