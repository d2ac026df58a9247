// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"
#include "tests/upload/relayserver.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslKey>
#include <QSslSocket>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace ember::tests;

namespace {

constexpr int destinationsPatience = 60000; // ms a loaded machine may take

struct CommandRun {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
};

} // namespace

// emberchart-cli destinations, and upload --to, where no keychain answers.
class TstDestinations : public QObject {
    Q_OBJECT

    std::unique_ptr<RelayServer> m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    QProcessEnvironment m_environment;

    QString in(const char *name) const { return m_folder->filePath(QString::fromLatin1(name)); }

    QByteArray contentOf(const char *name) const
    {
        QFile file(in(name));
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }

    void write(const char *name, const QByteArray &bytes) const
    {
        QFile file(in(name));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(bytes);
    }

    // The server lives in this thread: it answers while the command runs.
    CommandRun run(const QStringList &arguments) const
    {
        QProcess process;
        process.setProcessEnvironment(m_environment);
        process.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"), arguments);
        const auto isOver = [&] { return process.state() == QProcess::NotRunning; };
        const bool isEnded = QTest::qWaitFor(isOver, destinationsPatience)
            && process.exitStatus() == QProcess::NormalExit;
        if (!isOver()) {
            process.kill();
            process.waitForFinished();
        }
        return {isEnded ? process.exitCode() : -1, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }

    CommandRun add(const QString &dsn, const QStringList &more = {}) const
    {
        write("dsn", dsn.toUtf8());
        return run(
            QStringList{u"destinations"_qs, u"--add"_qs, u"work"_qs, u"--dsn-file"_qs, in("dsn")}
            + more);
    }

    CommandRun send(const QStringList &more = {}) const
    {
        return run(QStringList{u"upload"_qs, u"--to"_qs, u"work"_qs, in("chunk.json")} + more);
    }

    // A certificate of 127.0.0.1 that has signed itself.
    bool makeCertificate(QSslConfiguration &tls) const
    {
        QProcess openssl;
        openssl.start(u"openssl"_qs,
                      {u"req"_qs, u"-x509"_qs, u"-nodes"_qs, u"-newkey"_qs, u"rsa:2048"_qs,
                       u"-subj"_qs, u"/CN=127.0.0.1"_qs, u"-addext"_qs,
                       u"subjectAltName=IP:127.0.0.1"_qs, u"-days"_qs, u"2"_qs, u"-keyout"_qs,
                       in("key.pem"), u"-out"_qs, in("ca.pem")});
        QFile key(in("key.pem"));
        if (!openssl.waitForFinished(destinationsPatience) || openssl.exitCode() != 0
            || !key.open(QFile::ReadOnly))
            return false;
        tls = QSslConfiguration::defaultConfiguration();
        tls.setPrivateKey(QSslKey(&key, QSsl::Rsa));
        tls.setLocalCertificateChain(QSslCertificate::fromPath(in("ca.pem")));
        return !tls.localCertificateChain().isEmpty();
    }

private slots:
    void init()
    {
        m_server = std::make_unique<RelayServer>();
        QVERIFY(m_server->listen());
        m_folder = std::make_unique<QTemporaryDir>();
        m_environment = QProcessEnvironment::systemEnvironment();
        m_environment.insert(u"LANGUAGE"_qs, u"en"_qs);
        m_environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_qs, u"unix:path="_qs + in("no-bus"));
        for (const char *kind : {"CONFIG", "DATA", "STATE", "CACHE"})
            m_environment.insert(QStringLiteral("XDG_%1_HOME").arg(QLatin1String(kind)), in(kind));
        for (const char *name : {"http_proxy", "https_proxy", "no_proxy", "SENTRY_DSN", "DISPLAY"})
            m_environment.remove(QString::fromLatin1(name));
        write("chunk.json", QByteArray::fromStdString(baseChunk().dump()));
    }

    // What is not kept with a destination is no option of it.
    void whatIsNotKeptIsRefused()
    {
        for (const char *option : {"--with-transaction", "--thin-idle"}) {
            const auto added = add(m_server->dsn(), {QLatin1String(option)});
            QCOMPARE(added.exitCode, 2);
        }
        QCOMPARE(run({u"destinations"_qs}).out, QByteArray());
    }

    void aKeyWithoutKeychainIsInAFileOfItsOwnerAlone()
    {
        const auto added = add(m_server->dsn());
        QVERIFY2(added.exitCode == 0, added.err.constData());
        QVERIFY2(added.err.contains("destination-secrets.json"), added.err.constData());
        QVERIFY(contentOf("CONFIG/emberchart/destination-secrets.json")
                    .contains(RelayServer::publicKey));
        QVERIFY(!contentOf("CONFIG/emberchart/destinations.json").contains(RelayServer::publicKey));
        constexpr auto others =
            QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        for (const char *name : {"destinations.json", "destination-secrets.json"}) {
            const QString path = in("CONFIG/emberchart/") + QLatin1String(name);
            QVERIFY2(!(QFile::permissions(path) & others), name);
        }
    }

    void whatIsKeptIsListedWithoutItsSecrets()
    {
        const auto proxy = u"http://me:hidden@127.0.0.1:1"_qs;
        QCOMPARE(add(m_server->dsn(),
                     {u"--proxy"_qs, proxy, u"--redact"_qs, u"home,user"_qs, u"--hide-module"_qs,
                      u"lib*"_qs})
                     .exitCode,
                 0);
        const auto listed = run({u"destinations"_qs, u"--json"_qs});
        QVERIFY2(listed.exitCode == 0, listed.err.constData());
        const auto all = QJsonDocument::fromJson(listed.out).array();
        QCOMPARE(all.size(), 1);
        const auto one = all.first().toObject();
        QCOMPARE(one[u"name"].toString(), u"work"_qs);
        QCOMPARE(one[u"proxy"].toString(), u"http://127.0.0.1:1"_qs);
        QCOMPARE(one[u"secret_in"].toString(), u"file"_qs);
        const auto rules = one[u"redaction"].toObject();
        QVERIFY(rules[u"homes"].toBool() && rules[u"users"].toBool() && !rules[u"hosts"].toBool());
        QCOMPARE(rules[u"modules"].toArray(), QJsonArray{u"lib*"_qs});
        for (const QByteArray &text : {listed.out, run({u"destinations"_qs}).out}) {
            QVERIFY(text.contains("work"));
            QVERIFY(!text.contains(RelayServer::publicKey));
            QVERIFY(!text.contains("hidden"));
        }
    }

    void aChunkGoesToADestinationByItsName()
    {
        QCOMPARE(add(m_server->dsn()).exitCode, 0);
        const auto sent = send();
        QVERIFY2(sent.exitCode == 0, sent.out.constData());
        QCOMPARE(m_server->requests().size(), 1);
        QCOMPARE(m_server->requests().first().problem, QString());
    }

    void anOptionGoesBeforeWhatIsKept()
    {
        QCOMPARE(add(m_server->dsn(), {u"--proxy"_qs, u"http://127.0.0.1:1"_qs}).exitCode, 0);
        const auto direct = send({u"--proxy"_qs, u"none"_qs});
        QVERIFY2(direct.exitCode == 0, direct.out.constData());
        QCOMPARE(send({u"--again"_qs}).exitCode, 1); // nobody is at the proxy's address
        QCOMPARE(m_server->requests().size(), 1);
    }

    void aKeptCertificateIsTrusted()
    {
        if (!QSslSocket::supportsSsl())
            QSKIP("Qt has no TLS backend here");
        QSslConfiguration tls;
        if (!makeCertificate(tls))
            QSKIP("no openssl command to make a certificate with");
        RelayServer server;
        QVERIFY(server.listen(&tls));
        QCOMPARE(add(server.dsn(), {u"--ca-file"_qs, in("ca.pem")}).exitCode, 0);
        const auto sent = send();
        QVERIFY2(sent.exitCode == 0, sent.out.constData());
        QCOMPARE(add(server.dsn()).exitCode, 0);
        const auto refused = send({u"--again"_qs});
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.out.contains("signed its certificate itself"), refused.out.constData());
        QCOMPARE(server.requests().size(), 1);
    }

    void aRemovedDestinationLeavesNoKey()
    {
        QCOMPARE(add(m_server->dsn()).exitCode, 0);
        QCOMPARE(run({u"destinations"_qs, u"--remove"_qs, u"work"_qs}).exitCode, 0);
        QVERIFY(!contentOf("CONFIG/emberchart/destination-secrets.json")
                     .contains(RelayServer::publicKey));
        const auto sent = send();
        QVERIFY(sent.exitCode != 0);
        QVERIFY2(sent.err.contains("no destination"), sent.err.constData());
    }
};

EMBER_TEST(TstDestinations)

#include "tst_destinations.moc"
