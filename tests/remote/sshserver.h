// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QProcessEnvironment>
#include <QString>
#include <QTemporaryDir>

namespace ember::tests {

// A real sshd on loopback for the user who runs the tests, with keys and files of its own, and an
// ssh in PATH that knows it as the host "there".
class SshServer {
public:
    // Why there can be none; empty: there can.
    static QString missing();

    SshServer();
    ~SshServer();
    SshServer(const SshServer &) = delete;
    SshServer &operator=(const SshServer &) = delete;

    static QString host() { return QStringLiteral("there"); }

    static QString recorder();

    QString file(const QString &name) const { return m_folder.filePath(name); }

    // Ours, with that ssh in front of PATH.
    QProcessEnvironment environment() const;

    void stop();
    // As if another machine answered under the name.
    void changeKnownKey() const;

private:
    QString makeKey(const QString &name) const;
    void writeClientFiles(const QByteArray &hostKey) const;
    void write(const QString &name, const QByteArray &content) const;
    bool start();

    QTemporaryDir m_folder;
    QProcess m_server;
    quint16 m_port = 0;
};

// The ssh that a process has started, itself or by one of its children, and that still runs.
qint64 sshOf(qint64 parent);

} // namespace ember::tests
