// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/remotemachine.h"

#include <QStandardPaths>

#include <algorithm>

namespace ember::app {

namespace {

using model::Error;
using model::ErrorCode;
using model::Result;

bool isUsableInHost(QChar c)
{
    return !c.isSpace() && c.isPrint() && !QStringView(u"'\"`$\\;&|<>(){}*?!#").contains(c);
}

} // namespace

QString RemoteMachine::recorderProgram() const
{
    return recorder.isEmpty() ? QStringLiteral("emberchart-record") : recorder;
}

Result<void> checkHost(const QString &host)
{
    const bool isHost = !host.isEmpty() && !host.startsWith(QLatin1Char('-'))
        && std::all_of(host.begin(), host.end(), isUsableInHost);
    if (isHost)
        return {};
    return Error{ErrorCode::InvalidArgument, host.toStdString(), "a host is HOST or USER@HOST"};
}

// Single quotes work in all shells, but backslashes inside them do not: fish interprets them,
// others do not. So backslashes and quotes are put outside the quotes.
QString shellQuoted(const QString &word)
{
    QString quoted = QStringLiteral("'");
    for (const QChar c : word) {
        if (c == QLatin1Char('\'') || c == QLatin1Char('\\'))
            quoted += QLatin1String("'\\") % c % QLatin1Char('\'');
        else
            quoted += c;
    }
    return quoted + QLatin1Char('\'');
}

// Options for ssh: no agent and no X11 forwarding, whatever the ssh config says; no terminal, which
// would change bytes of the log; no RemoteCommand of the config. A dead network is detected after
// half a minute by three keep-alive messages.
QStringList sshArguments(const RemoteMachine &machine, const QStringList &arguments)
{
    QString command = QStringLiteral("exec ") % shellQuoted(machine.recorderProgram());
    for (const QString &argument : arguments)
        command += QLatin1Char(' ') % shellQuoted(argument);
    return {QStringLiteral("-T"),
            QStringLiteral("-a"),
            QStringLiteral("-x"),
            QStringLiteral("-o"),
            QStringLiteral("RemoteCommand=none"),
            QStringLiteral("-o"),
            QStringLiteral("ServerAliveInterval=10"),
            QStringLiteral("--"),
            machine.host,
            command};
}

QStringList streamArguments(const QString &stdinFile)
{
    return {QStringLiteral("-o"),
            QStringLiteral("-"),
            QStringLiteral("--symbols"),
            QStringLiteral("--control-fd"),
            QStringLiteral("0"),
            QStringLiteral("--status-fd"),
            QStringLiteral("2"),
            QStringLiteral("--stdin"),
            stdinFile.isEmpty() ? QStringLiteral("/dev/null") : stdinFile};
}

QString sshProgram()
{
    return QStandardPaths::findExecutable(QStringLiteral("ssh"));
}

} // namespace ember::app
