// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <QString>
#include <QStringList>

namespace ember::app {

// A machine to reach by the user's OpenSSH client, and the recorder's path there.
struct RemoteMachine {
    QString host; // in ssh's syntax: host, user@host, ssh://user@host:port, or an alias
    QString recorder; // path; "": emberchart-record in the PATH there

    QString recorderProgram() const;

    friend bool operator==(const RemoteMachine &, const RemoteMachine &) = default;
};

// Checks a host name. It becomes an argument of ssh and possibly of commands in the user's ssh
// config, so names that look like an option or have a meaning to a shell are refused. Errors:
// InvalidArgument.
model::Result<void> checkHost(const QString &host);

// Quotes a word for the user's login shell on the other machine, whichever that is (sh, bash, zsh,
// fish, …).
QString shellQuoted(const QString &word);

// Arguments for ssh (without its name) that run emberchart-record on the machine with `arguments`,
// a log on standard output and commands on standard input.
QStringList sshArguments(const RemoteMachine &machine, const QStringList &arguments);

// Recorder arguments for use over a connection: the log with names on standard output, commands on
// standard input, status lines on standard error (see RemoteReport). The recorded command reads
// `stdinFile` of that machine; "": nothing.
QStringList streamArguments(const QString &stdinFile);

// Path of ssh; "" if it is not in PATH.
QString sshProgram();

} // namespace ember::app
