// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/remotereport.h"

namespace ember::app {

using model::Error;
using model::ErrorCode;

namespace {

// A shell's, of commands it cannot run.
constexpr int notExecutableStatus = 126;
constexpr int notFoundStatus = 127;

// ssh's, of everything that is not the command's.
constexpr int sshFailedStatus = 255;

} // namespace

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

std::optional<Error> RemoteReport::failure(std::optional<int> exitStatus) const
{
    if (m_hasSaidWhy)
        return {};
    if (m_expectedStatus && exitStatus.value_or(*m_expectedStatus) == *m_expectedStatus)
        return {};
    const std::string host = m_machine.host.toStdString();
    if (m_hasStarted)
        return Error{ErrorCode::NetworkError, host,
                     "the connection was lost; what had arrived is kept, and the program runs on"
                     " there: "
                         + lastWords()};
    if (exitStatus == notFoundStatus || exitStatus == notExecutableStatus)
        return Error{ErrorCode::CommandNotFound, m_machine.recorderProgram().toStdString(),
                     "on " + host + ", where --remote-recorder PATH names it: " + lastWords()};
    if (exitStatus.value_or(sshFailedStatus) >= sshFailedStatus)
        return Error{ErrorCode::NetworkError, host, lastWords()};
    return Error{ErrorCode::CaptureFailed, host, lastWords()};
}

std::string RemoteReport::lastWords() const
{
    const QByteArray &words = m_recorderError.isEmpty() ? m_lastWords : m_recorderError;
    return words.toStdString();
}

} // namespace ember::app
