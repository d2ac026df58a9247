// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/upload/testauthority.h"

#include <QFile>
#include <QProcess>
#include <QSslCertificate>
#include <QSslKey>
#include <QSslSocket>

namespace ember::tests {

namespace {

// For `openssl ca`, which unlike `openssl x509` can make certificates of the past.
constexpr auto authoritySettings = R"([ca]
default_ca = test
[test]
database = index.txt
new_certs_dir = .
rand_serial = yes
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
)";

} // namespace

bool TestAuthority::openssl(const QStringList &arguments) const
{
    constexpr int patienceMs = 60'000; // that a loaded machine may take
    QProcess process;
    process.setWorkingDirectory(m_folder.path());
    process.start(QStringLiteral("openssl"), arguments);
    return process.waitForFinished(patienceMs) && process.exitStatus() == QProcess::NormalExit
        && process.exitCode() == 0;
}

bool TestAuthority::write(const char *file, const QByteArray &text) const
{
    QFile output(in(file));
    return output.open(QFile::WriteOnly) && output.write(text) == text.size();
}

bool TestAuthority::make()
{
    const QStringList newKey{QStringLiteral("req"), QStringLiteral("-nodes"),
                             QStringLiteral("-newkey"), QStringLiteral("rsa:2048")};
    const QStringList authority{QStringLiteral("-x509"),
                                QStringLiteral("-subj"),
                                QStringLiteral("/CN=%1").arg(QLatin1String(name)),
                                QStringLiteral("-addext"),
                                QStringLiteral("basicConstraints=critical,CA:TRUE"),
                                QStringLiteral("-days"),
                                QStringLiteral("2"),
                                QStringLiteral("-keyout"),
                                QStringLiteral("ca.key"),
                                QStringLiteral("-out"),
                                QStringLiteral("ca.pem")};
    const QStringList server{QStringLiteral("-subj"),   QStringLiteral("/CN=upload.test"),
                             QStringLiteral("-keyout"), QStringLiteral("server.key"),
                             QStringLiteral("-out"),    QStringLiteral("server.csr")};
    return QSslSocket::supportsSsl() && write("ca.cnf", authoritySettings) && write("index.txt", {})
        && openssl(newKey + authority) && openssl(newKey + server);
}

std::optional<QSslConfiguration> TestAuthority::certify(const Server &server) const
{
    const QStringList sign{QStringLiteral("ca"),
                           QStringLiteral("-batch"),
                           QStringLiteral("-notext"),
                           QStringLiteral("-config"),
                           QStringLiteral("ca.cnf"),
                           QStringLiteral("-cert"),
                           QStringLiteral("ca.pem"),
                           QStringLiteral("-keyfile"),
                           QStringLiteral("ca.key"),
                           QStringLiteral("-in"),
                           QStringLiteral("server.csr"),
                           QStringLiteral("-startdate"),
                           QString::fromLatin1(server.from),
                           QStringLiteral("-enddate"),
                           QString::fromLatin1(server.to),
                           QStringLiteral("-extfile"),
                           QStringLiteral("server.ext"),
                           QStringLiteral("-out"),
                           QStringLiteral("server.pem")};
    QFile key(in("server.key"));
    if (!write("server.ext", "subjectAltName=" + server.host) || !openssl(sign)
        || !key.open(QFile::ReadOnly))
        return std::nullopt;
    QSslConfiguration tls = QSslConfiguration::defaultConfiguration();
    tls.setPrivateKey(QSslKey(&key, QSsl::Rsa));
    tls.setLocalCertificateChain(QSslCertificate::fromPath(in("server.pem")));
    if (tls.localCertificateChain().isEmpty())
        return std::nullopt;
    return tls;
}

} // namespace ember::tests
