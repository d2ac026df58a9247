// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/recorderstatus.h"
#include "app/session/remotemachine.h"
#include "capture/control/recordoptions.h"

#include <QStringList>

#include <cstdint>
#include <functional>
#include <optional>

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

// Runs emberchart-record on another machine by ssh, which may ask questions on this terminal, and
// writes the arriving log to `path` ("-": standard output); an older file stays if no log arrives.
// `arguments`: the recorder's, without -o. `maxSize`: their --max-size, enforced here as well,
// since the remote side is not trusted. Ctrl-C, SIGTERM and SIGHUP stop the remote capture and wait
// for its end; a second one closes the connection. Returns the target's status;
// exitcode::captureFailed after a message.
int runRemoteRecorder(const RemoteMachine &machine, const QStringList &arguments,
                      const QString &path, std::optional<std::uint64_t> maxSize);

} // namespace ember::app
