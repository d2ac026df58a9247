// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/remote/sshserver.h"

#include <QByteArray>
#include <QProcess>
#include <QStringList>

namespace ember::tests {

// One run of `emberchart-cli record --host there`.
class CliRun {
public:
    // `options` in front of the command; the recorder is the one that was built. Its standard
    // output goes to `outputFile`, or stays to be read.
    CliRun(const SshServer &server, const QStringList &options, const QStringList &command,
           const QString &outputFile = {});
    // The same with an ssh of its own in PATH.
    CliRun(const QProcessEnvironment &environment, const QStringList &options,
           const QStringList &command, const QString &outputFile = {});
    ~CliRun();
    CliRun(const CliRun &) = delete;
    CliRun &operator=(const CliRun &) = delete;

    // Waits for its end; 128 + N for signal N.
    int exitCode();

    // All of it, once it has ended.
    QByteArray errors() { return m_process.readAllStandardError(); }

    QByteArray output() { return m_process.readAllStandardOutput(); }

    qint64 pid() const { return m_process.processId(); }

private:
    QProcess m_process;
};

} // namespace ember::tests
