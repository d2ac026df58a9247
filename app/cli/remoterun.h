// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/remotemachine.h"

#include <QStringList>

#include <cstdint>
#include <optional>

namespace ember::app {

// Runs emberchart-record on another machine by ssh, with this process's terminal for what ssh has
// to ask, and writes the log that comes to `path` ("-": standard output): an older file of that
// name stays if none comes. `arguments` are the recorder's without -o, `maxSize` is what they have
// of --max-size: nobody there need keep to it.
//
// Ctrl-C, SIGTERM and SIGHUP stop the capture there and wait for its end; a second one ends the
// connection. Returns the target's status; exitcode::captureFailed after a message.
int runRemoteRecorder(const RemoteMachine &machine, const QStringList &arguments,
                      const QString &path, std::optional<std::uint64_t> maxSize);

} // namespace ember::app
