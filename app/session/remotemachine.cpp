// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/remotemachine.h"

#include <QStandardPaths>

#include <algorithm>

namespace ember::app {

using model::ExitStatus;

namespace {

using model::Error;
using model::ErrorCode;
using model::Result;

bool isUsableInHost(QChar c)
{
    return !c.isSpace() && c.isPrint() && !QStringView(u"'\"`$\\;&|<>(){}*?!#").contains(c);
}

// A shell's status for commands it cannot run.
constexpr int notExecutableStatus = 126;
constexpr int notFoundStatus = 127;

// ssh's status for its own errors.
constexpr int sshFailedStatus = 255;

// Plus N: status of a recorder killed by signal N.
constexpr int signalStatus = 128;

std::string with(std::string text, const std::string &words)
{
    return words.empty() ? text : text + ": " + words;
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

QStringList streamArguments()
{
    return {QStringLiteral("-o"),        QStringLiteral("-"),
            QStringLiteral("--symbols"), QStringLiteral("--control-fd"),
            QStringLiteral("0"),         QStringLiteral("--status-fd"),
            QStringLiteral("2"),         QStringLiteral("--stdin"),
            QStringLiteral("/dev/null")};
}

QString sshProgram()
{
    return QStandardPaths::findExecutable(QStringLiteral("ssh"));
}

std::optional<RecorderReport> RemoteReport::take(const QByteArray &line)
{
    if (const auto report = parseStatusLine(line)) {
        std::visit([this](const auto &single) { note(single); }, *report);
        return report;
    }
    if (const auto message = parseMessageLine(line); message && message->kind == MessageKind::Error)
        m_recorderError = message->text.toUtf8();
    if (const QByteArray words = line.trimmed(); !words.isEmpty())
        m_lastWords = words;
    return {};
}

std::optional<Error> RemoteReport::failure(std::optional<ExitStatus> exit) const
{
    if (m_hasSaidWhy)
        return {};
    const bool isExpected = !exit || (!exit->bySignal && exit->code == m_expectedStatus);
    if (m_expectedStatus && isExpected)
        return {};
    if (!m_hasStarted)
        return neverStarted(exit);
    return Error{ErrorCode::CaptureFailed, m_machine.host.toStdString(),
                 whatEnded(exit) + "; what had arrived is kept, and the program runs on there"};
}

Error RemoteReport::nothingCame() const
{
    return {ErrorCode::CaptureFailed, m_machine.host.toStdString(),
            with("no capture came from there", lastWords())};
}

Error RemoteReport::neverStarted(std::optional<ExitStatus> exit) const
{
    const std::string host = m_machine.host.toStdString();
    const std::string recorder = m_machine.recorderProgram().toStdString();
    if (exit && exit->bySignal)
        return {ErrorCode::CaptureFailed, host,
                "ssh was ended by signal " + std::to_string(exit->code) + " before a recorder ran"};
    const int status = exit ? exit->code : sshFailedStatus;
    if (status == notFoundStatus || status == notExecutableStatus)
        return {ErrorCode::CommandNotFound, recorder,
                with("on " + host + ", where --remote-recorder PATH names it", lastWords())};
    if (status == sshFailedStatus)
        return {ErrorCode::NetworkError, host, with("ssh gave up", lastWords())};
    if (!lastWords().empty())
        return {ErrorCode::CaptureFailed, host, lastWords()};
    return {ErrorCode::CaptureFailed, host,
            "“" + recorder + "” there is no emberchart-record: it ended with status "
                + std::to_string(status) + " without a word that a recorder says"};
}

// Describes how the connection or the remote recorder ended. A killed recorder prints nothing; if
// the connection breaks, ssh usually prints the reason.
std::string RemoteReport::whatEnded(std::optional<ExitStatus> exit) const
{
    if (!exit)
        return with("the connection was lost", lastWords());
    if (exit->bySignal)
        return "ssh was ended by signal " + std::to_string(exit->code)
            + ", and the connection was lost";
    if (exit->code == sshFailedStatus)
        return lastWords().empty() ? "the recorder there was killed, or the connection was lost"
                                   : with("the connection was lost", lastWords());
    if (exit->code > signalStatus)
        return "the recorder there was ended by signal "
            + std::to_string(exit->code - signalStatus);
    return with("the recorder there ended with status " + std::to_string(exit->code), lastWords());
}

std::string RemoteReport::lastWords() const
{
    const QByteArray &words = m_recorderError.isEmpty() ? m_lastWords : m_recorderError;
    return words.toStdString();
}

} // namespace ember::app
