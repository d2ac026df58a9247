// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/sentry/sentrydata.h"
#include "tests/support/testmain.h"
#include "tests/upload/relayserver.h"
#include "tests/upload/testauthority.h"

#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace ember::tests;

namespace {

constexpr int tlsPatience = 60'000; // ms a loaded machine may take

struct TlsRun {
    int exitCode = -1;
    QByteArray out;
};

} // namespace

// emberchart-cli upload to servers whose certificates an authority of this test has signed.
class TstUploadTls : public QObject {
    Q_OBJECT

    TestAuthority m_authority;
    bool m_hasAuthority = false;
    std::unique_ptr<QTemporaryDir> m_home;

    // The server lives in this thread: it answers while the command runs.
    TlsRun sendTo(const RelayServer &server, const QStringList &more) const
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("LANGUAGE"), QStringLiteral("en"));
        for (const char *kind : {"CONFIG", "DATA", "STATE", "CACHE"})
            environment.insert(QStringLiteral("XDG_%1_HOME").arg(QLatin1String(kind)),
                               m_home->path());
        for (const char *name : {"http_proxy", "https_proxy", "no_proxy", "SENTRY_DSN"})
            environment.remove(QString::fromLatin1(name));
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"),
                      QStringList{QStringLiteral("upload"), QStringLiteral("--dsn"), server.dsn(),
                                  m_home->filePath(QStringLiteral("chunk.json"))}
                          + more);
        const bool isOver =
            QTest::qWaitFor([&] { return process.state() == QProcess::NotRunning; }, tlsPatience);
        if (!isOver) {
            process.kill();
            process.waitForFinished();
        }
        return {isOver ? process.exitCode() : -1, process.readAllStandardOutput()};
    }

    QStringList trusting() const
    {
        return {QStringLiteral("--ca-file"), m_authority.certificateFile()};
    }

private slots:
    void initTestCase() { m_hasAuthority = m_authority.make(); }

    void init()
    {
        if (!m_hasAuthority)
            QSKIP("no openssl command to make certificates with, or no TLS in Qt");
        m_home = std::make_unique<QTemporaryDir>();
        QFile file(m_home->filePath(QStringLiteral("chunk.json")));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(QByteArray::fromStdString(baseChunk().dump()));
    }

    // What was not sent for want of trust is sent when the authority is named.
    void anAuthorityIsTrustedIfItIsNamed()
    {
        const auto tls = m_authority.certify({});
        QVERIFY(tls);
        RelayServer server;
        QVERIFY(server.listen(&*tls));
        const auto refused = sendTo(server, {});
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.out.contains("does not know who has signed"), refused.out.constData());
        QVERIFY2(refused.out.contains("upload.test, signed by Emberchart Test CA"),
                 refused.out.constData()); // which certificate it is
        QVERIFY(server.requests().isEmpty());
        const auto sent = sendTo(server, trusting());
        QVERIFY2(sent.exitCode == 0, sent.out.constData());
        QCOMPARE(server.requests().size(), 1);
    }

    void whatIsWrongWithACertificateIsSaid_data()
    {
        QTest::addColumn<QByteArray>("host");
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QByteArray>("said");
        const QByteArray here("IP:127.0.0.1");
        const QByteArray past("20200101000000Z");
        const QByteArray future("21200101000000Z");
        QTest::newRow("expired") << here << past << QByteArray("20200201000000Z")
                                 << QByteArray("has expired");
        QTest::newRow("not valid yet")
            << here << QByteArray("21000101000000Z") << future << QByteArray("is not valid yet");
        QTest::newRow("of another host") << QByteArray("DNS:elsewhere.example") << past << future
                                         << QByteArray("is for another host");
    }

    void whatIsWrongWithACertificateIsSaid()
    {
        QFETCH(QByteArray, host);
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QFETCH(QByteArray, said);
        TestAuthority::Server wanted;
        wanted.host = host;
        wanted.from = from;
        wanted.to = to;
        const auto tls = m_authority.certify(wanted);
        QVERIFY(tls);
        RelayServer server;
        QVERIFY(server.listen(&*tls));
        const auto refused = sendTo(server, trusting());
        QCOMPARE(refused.exitCode, 1);
        QVERIFY2(refused.out.contains(said), refused.out.constData());
        QVERIFY2(refused.out.contains("upload.test"), refused.out.constData());
        QVERIFY(server.requests().isEmpty());
    }
};

EMBER_TEST(TstUploadTls)
#include "tst_uploadtls.moc"
