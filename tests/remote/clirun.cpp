// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/clirun.h"

namespace ember::tests {

CliRun::CliRun(const SshServer &server, const QStringList &options, const QStringList &command,
               const QString &outputFile)
    : CliRun(server.environment(), options, command, outputFile)
{
}

CliRun::CliRun(const QProcessEnvironment &environment, const QStringList &options,
               const QStringList &command, const QString &outputFile)
{
    if (!outputFile.isEmpty())
        m_process.setStandardOutputFile(outputFile);
    m_process.setProcessEnvironment(environment);
    QStringList arguments{QStringLiteral("record"), QStringLiteral("--host"), SshServer::host()};
    if (!options.contains(QStringLiteral("--remote-recorder")))
        arguments << QStringLiteral("--remote-recorder") << SshServer::recorder();
    arguments << options << QStringLiteral("--") << command;
    m_process.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"), arguments);
    if (!m_process.waitForStarted())
        qFatal("emberchart-cli does not start");
}

CliRun::~CliRun()
{
    m_process.kill();
    m_process.waitForFinished();
}

int CliRun::exitCode()
{
    constexpr int longestMs = 200'000;
    if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(longestMs))
        return -1;
    return m_process.exitStatus() == QProcess::NormalExit ? m_process.exitCode()
                                                          : 128 + m_process.exitCode();
}

} // namespace ember::tests
