// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QString>
#include <QStringList>

namespace ember::app {

// A machine that the user's own OpenSSH client reaches, and the recorder there.
struct RemoteMachine {
    QString host; // as ssh takes it: host, user@host, ssh://user@host:port, a name of its config
    QString recorder; // path; "": emberchart-record in the PATH there

    QString recorderProgram() const;

    friend bool operator==(const RemoteMachine &, const RemoteMachine &) = default;
};

// Errors: InvalidArgument. A host is an argument of ssh and may become part of commands of the
// user's ssh config: what looks like an option, or means something to a shell, is refused.
model::Result<void> checkHost(const QString &host);

// One word for the user's login shell over there, whichever that is (sh, bash, zsh, fish, …).
QString shellQuoted(const QString &word);

// What ssh is called with, without its own name, so that it runs emberchart-record there with
// `arguments`: a log on its standard output, commands on its standard input.
QStringList sshArguments(const RemoteMachine &machine, const QStringList &arguments);

// The arguments that make emberchart-record speak over a connection: the log with its names to
// standard output, commands from standard input, status lines on standard error (see
// RemoteReport). The command itself reads `stdinFile` of that machine; "": nothing.
QStringList streamArguments(const QString &stdinFile);

// The ssh of PATH; "" where there is none.
QString sshProgram();

} // namespace ember::app
