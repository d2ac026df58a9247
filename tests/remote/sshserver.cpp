// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/remote/sshserver.h"

#include "tests/support/contentof.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QStandardPaths>

#include <netinet/in.h>
#include <pwd.h>
#include <sys/socket.h>
#include <unistd.h>

namespace ember::tests {

namespace {

constexpr int startMs = 60'000;

QString program(const char *name)
{
    static const QStringList folders{QStringLiteral("/usr/sbin"), QStringLiteral("/usr/bin"),
                                     QStringLiteral("/usr/local/sbin")};
    return QStandardPaths::findExecutable(QString::fromLatin1(name), folders);
}

quint16 freePort()
{
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto *any = reinterpret_cast<sockaddr *>(&address);
    if (bind(listener, any, size) != 0 || getsockname(listener, any, &size) != 0)
        qFatal("no free port");
    close(listener);
    return ntohs(address.sin_port);
}

} // namespace

QString SshServer::missing()
{
    for (const char *name : {"sshd", "ssh", "ssh-keygen"}) {
        if (program(name).isEmpty())
            return QString::fromLatin1(name) + QStringLiteral(" is not installed");
    }
    return {};
}

QString SshServer::recorder()
{
    return QStringLiteral(EMBER_BUILD_DIR "/emberchart-record");
}

SshServer::SshServer()
{
    const QString hostKey = makeKey(QStringLiteral("hostkey"));
    const QString userKey = makeKey(QStringLiteral("userkey"));
    write(QStringLiteral("authorized"), contentOf(userKey + QStringLiteral(".pub")));
    // Somebody may take a port between our look at it and the server's.
    constexpr int attempts = 5;
    for (int attempt = 0; attempt < attempts; ++attempt) {
        m_port = freePort();
        if (start())
            break;
    }
    if (m_server.state() != QProcess::Running)
        qFatal("sshd does not start: %s", contentOf(file(QStringLiteral("sshd.log"))).constData());
    writeClientFiles(contentOf(hostKey + QStringLiteral(".pub")));
}

SshServer::~SshServer()
{
    stop();
}

void SshServer::stop()
{
    m_server.terminate();
    m_server.waitForFinished();
}

QString SshServer::makeKey(const QString &name) const
{
    QProcess::execute(program("ssh-keygen"),
                      {QStringLiteral("-q"), QStringLiteral("-t"), QStringLiteral("ed25519"),
                       QStringLiteral("-N"), QString(), QStringLiteral("-f"), file(name)});
    return file(name);
}

void SshServer::write(const QString &name, const QByteArray &content) const
{
    QFile out(file(name));
    if (!out.open(QIODevice::WriteOnly) || out.write(content) != content.size())
        qFatal("cannot write %s", qPrintable(out.fileName()));
}

bool SshServer::start()
{
    const QByteArray folder = m_folder.path().toLocal8Bit();
    write(QStringLiteral("sshd_config"),
          "ListenAddress 127.0.0.1:" + QByteArray::number(m_port) + "\nHostKey " + folder
              + "/hostkey\nAuthorizedKeysFile " + folder
              + "/authorized\nPidFile none\nUsePAM no\nStrictModes no\nPasswordAuthentication no\n"
                "KbdInteractiveAuthentication no\nPermitRootLogin yes\nPrintMotd no\n"
                "SetEnv XDG_CACHE_HOME="
              + folder + "/cache\n");
    if (geteuid() == 0)
        QDir().mkpath(QStringLiteral("/run/sshd")); // it wants an empty folder there, as root
    const QString log = file(QStringLiteral("sshd.log"));
    m_server.start(program("sshd"),
                   {QStringLiteral("-D"), QStringLiteral("-f"), file(QStringLiteral("sshd_config")),
                    QStringLiteral("-E"), log});
    QElapsedTimer waited;
    waited.start();
    while (!waited.hasExpired(startMs) && !m_server.waitForFinished(10)) {
        if (contentOf(log).contains("Server listening"))
            return true;
    }
    return false;
}

void SshServer::writeClientFiles(const QByteArray &hostKey) const
{
    const QByteArray folder = m_folder.path().toLocal8Bit();
    const QByteArray port = QByteArray::number(m_port);
    write(QStringLiteral("known"), "[127.0.0.1]:" + port + ' ' + hostKey);
    write(QStringLiteral("ssh_config"),
          "Host there\nHostName 127.0.0.1\nPort " + port + "\nUser "
              + QByteArray(getpwuid(geteuid())->pw_name) + "\nIdentityFile " + folder
              + "/userkey\nIdentitiesOnly yes\nIdentityAgent none\nUserKnownHostsFile " + folder
              + "/known\nGlobalKnownHostsFile /dev/null\nStrictHostKeyChecking yes\nBatchMode "
                "yes\n");
    QDir(m_folder.path()).mkpath(QStringLiteral("bin"));
    write(QStringLiteral("bin/ssh"),
          "#!/bin/sh\nexec " + program("ssh").toLocal8Bit() + " -F " + folder
              + "/ssh_config \"$@\"\n");
    QFile::setPermissions(file(QStringLiteral("bin/ssh")),
                          QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
}

void SshServer::changeKnownKey() const
{
    const QString other = makeKey(QStringLiteral("otherkey"));
    write(QStringLiteral("known"),
          "[127.0.0.1]:" + QByteArray::number(m_port) + ' '
              + contentOf(other + QStringLiteral(".pub")));
}

QProcessEnvironment SshServer::environment() const
{
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PATH"),
                       file(QStringLiteral("bin")) + QLatin1Char(':')
                           + environment.value(QStringLiteral("PATH")));
    environment.insert(QStringLiteral("LANGUAGE"), QStringLiteral("en"));
    environment.insert(QStringLiteral("XDG_CACHE_HOME"), file(QStringLiteral("cache")));
    return environment;
}

qint64 sshOf(qint64 parent)
{
    const auto number = QString::number(parent);
    const auto children =
        contentOf(QStringLiteral("/proc/%1/task/%1/children").arg(number)).split(' ');
    for (const QByteArray &child : children) {
        const auto stat =
            contentOf(QStringLiteral("/proc/%1/stat").arg(QString::fromLatin1(child)));
        if (stat.contains("(ssh)") && !stat.contains(") Z"))
            return child.toLongLong();
        if (const qint64 ssh = child.isEmpty() ? 0 : sshOf(child.toLongLong()); ssh > 0)
            return ssh;
    }
    return 0;
}

} // namespace ember::tests
