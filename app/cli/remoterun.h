// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/remotemachine.h"

#include <QStringList>

#include <cstdint>
#include <optional>

namespace ember::app {

// Runs emberchart-record on another machine by ssh, which may ask questions on this terminal, and
// writes the arriving log to `path` ("-": standard output); an older file stays if no log arrives.
// `arguments`: the recorder's, without -o. `maxSize`: their --max-size, enforced here as well,
// since the remote side is not trusted. Ctrl-C, SIGTERM and SIGHUP stop the remote capture and wait
// for its end; a second one closes the connection. Returns the target's status;
// exitcode::captureFailed after a message.
int runRemoteRecorder(const RemoteMachine &machine, const QStringList &arguments,
                      const QString &path, std::optional<std::uint64_t> maxSize);

} // namespace ember::app
