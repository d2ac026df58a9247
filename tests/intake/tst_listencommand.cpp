// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/intake/endpoint.h"
#include "tests/support/testmain.h"
#include "tests/upload/relayserver.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <memory>

using namespace ember::tests;

namespace {

constexpr auto envelope = "{}\n{\"type\":\"session\",\"length\":7}\n{\"a\":1}\n";
constexpr auto anotherEnvelope = "{}\n{\"type\":\"session\",\"length\":7}\n{\"a\":2}\n";

struct Run {
    int exitCode = -1;
    QByteArray out;
    QByteArray err;
};

// A command that posts the envelope to the DSN in its environment, and ends with this status.
QStringList posting(int status, const QByteArray &bytes = envelope)
{
    const auto script =
        QStringLiteral("import os,sys,urllib.parse,urllib.request as r\n"
                       "d=urllib.parse.urlsplit(os.environ['SENTRY_DSN'])\n"
                       "q=r.Request('http://%s:%d/api%s/envelope/'%(d.hostname,d.port,d.path),"
                       "sys.argv[1].encode(),{'X-Sentry-Auth':'Sentry sentry_key='+d.username})\n"
                       "r.urlopen(q)\n"
                       "print('sent')\n"
                       "sys.exit(%1)\n");
    return {QStringLiteral("--"), QStringLiteral("python3"), QStringLiteral("-c"),
            QString(script).replace(QStringLiteral("%1"), QString::number(status)),
            QString::fromLatin1(bytes)};
}

// A command that ends with 3 and leaves clients behind: each begins one request after the other and
// ends none, until the port is closed.
QStringList leavingClients()
{
    const auto script =
        QStringLiteral("import os,socket,threading,urllib.parse\n"
                       "d=urllib.parse.urlsplit(os.environ['SENTRY_DSN'])\n"
                       "def hold():\n"
                       " while True:\n"
                       "  try:\n"
                       "   s=socket.create_connection((d.hostname,d.port))\n"
                       "   s.sendall(b'POST ')\n"
                       "   while s.recv(4096): pass\n"
                       "  except ConnectionRefusedError: return\n"
                       "  except OSError: pass\n"
                       "if os.fork(): os._exit(3)\n"
                       "for i in range(8): threading.Thread(target=hold).start()\n");
    return {QStringLiteral("--"), QStringLiteral("python3"), QStringLiteral("-c"), script};
}

// DISK CLI COMMAND…: listens while the command runs, and says how many files were saved.
constexpr const char *onASmallDisk =
    "disk=$1 cli=$2; shift 2\n"
    "mkdir \"$disk\" && mount -t tmpfs -o size=8m none \"$disk\" || exit 77\n"
    "head -c 7948000 /dev/zero > \"$disk/other\"\n"
    "\"$cli\" listen -o \"$disk/saved\" \"$@\" > /dev/null\n"
    "status=$?\n"
    "echo left: $(ls \"$disk/saved\" | wc -l)\n"
    "exit $status\n";

// A command that posts the envelope and then runs until the port is closed.
QStringList untilItIsClosed()
{
    const auto script =
        QStringLiteral("import os,socket,sys,time,urllib.parse,urllib.request as r\n"
                       "d=urllib.parse.urlsplit(os.environ['SENTRY_DSN'])\n"
                       "q=r.Request('http://%s:%d/api%s/envelope/'%(d.hostname,d.port,d.path),"
                       "sys.argv[1].encode(),{'X-Sentry-Auth':'Sentry sentry_key='+d.username})\n"
                       "r.urlopen(q)\n"
                       "try:\n"
                       " while True:\n"
                       "  socket.create_connection((d.hostname,d.port)).close()\n"
                       "  time.sleep(.01)\n"
                       "except OSError: pass\n");
    return {QStringLiteral("--"), QStringLiteral("python3"), QStringLiteral("-c"), script,
            QString::fromLatin1(envelope)};
}

} // namespace

// emberchart-cli listen, with a command that sends.
class TstListenCommand : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    QString in(const char *name) const { return m_folder->filePath(QString::fromLatin1(name)); }

    QProcessEnvironment environmentInFolder() const
    {
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("LANGUAGE"), QStringLiteral("en"));
        for (const char *kind : {"CONFIG", "DATA", "STATE", "CACHE"})
            environment.insert(QStringLiteral("XDG_%1_HOME").arg(QLatin1String(kind)), in(kind));
        return environment;
    }

    void start(QProcess &process, const QStringList &arguments) const
    {
        process.setProcessEnvironment(environmentInFolder());
        process.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"),
                      QStringList{QStringLiteral("listen")} + arguments);
    }

    Run listen(const QStringList &arguments, int longestMs = patienceMs) const
    {
        QProcess process;
        start(process, arguments);
        const auto isOver = [&] { return process.state() == QProcess::NotRunning; };
        const bool isEnded =
            QTest::qWaitFor(isOver, longestMs) && process.exitStatus() == QProcess::NormalExit;
        if (!isOver()) {
            process.kill();
            process.waitForFinished();
        }
        return {isEnded ? process.exitCode() : -1, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }

    // Keeps a destination under a name, its key in a file.
    void keep(const QString &name, const QString &dsn, const QStringList &options) const
    {
        QProcess process;
        auto environment = environmentInFolder();
        environment.insert(QStringLiteral("SENTRY_DSN"), dsn);
        environment.insert(QStringLiteral("DBUS_SESSION_BUS_ADDRESS"),
                           QStringLiteral("unix:path=/nonexistent"));
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"),
                      QStringList{QStringLiteral("destinations"), QStringLiteral("--add"), name}
                          + options);
        QVERIFY(process.waitForFinished(patienceMs));
        QCOMPARE(process.exitCode(), 0);
    }

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void theStatusIsTheCommands()
    {
        const auto run = listen(posting(3));
        QCOMPARE(run.exitCode, 3);
        QVERIFY(run.err.startsWith("http://"));
        QVERIFY(run.out.contains("\t1\tsession\t-\t7\taccepted\n"));
    }

    void clientsThatNeverEndAreNotWaitedFor() { QCOMPARE(listen(leavingClients()).exitCode, 3); }

    void jsonHasExactlyTheseKeys()
    {
        const auto run = listen(
            QStringList{QStringLiteral("--json"), QStringLiteral("-o"), in("saved")} + posting(0));
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.out.count('\n'), 1); // what the command prints is not among it
        QVERIFY(run.err.contains("sent"));
        const auto item = QJsonDocument::fromJson(run.out).object();
        QStringList keys{QStringLiteral("time"),        QStringLiteral("envelope"),
                         QStringLiteral("type"),        QStringLiteral("platform"),
                         QStringLiteral("bytes"),       QStringLiteral("verdict"),
                         QStringLiteral("reason"),      QStringLiteral("event_id"),
                         QStringLiteral("profiler_id"), QStringLiteral("file")};
        keys.sort();
        QCOMPARE(item.keys(), keys);
        QCOMPARE(item[QLatin1String("file")].toString(), in("saved/001.envelope"));
        QFile file(in("saved/001.envelope"));
        QVERIFY(file.open(QFile::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray(envelope));
        QCOMPARE(file.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    }

    void noFileIsWrittenOver()
    {
        QVERIFY(QDir().mkpath(in("saved")));
        QFile old(in("saved/001.envelope"));
        QVERIFY(old.open(QFile::WriteOnly));
        old.write("mine");
        old.close();
        QCOMPARE(listen(QStringList{QStringLiteral("-o"), in("saved")} + posting(0)).exitCode, 0);
        QCOMPARE(old.size(), 4);
        QVERIFY(QFile::exists(in("saved/002.envelope")));
    }

    void whatIsReceivedIsForwarded()
    {
        RelayServer server;
        QVERIFY(server.listen());
        const auto run =
            listen(QStringList{QStringLiteral("--forward"), server.dsn()} + posting(0));
        QVERIFY2(run.exitCode == 0, run.err.constData());
        // Before any warning.
        QVERIFY2(run.err.startsWith("http://"), run.err.constData());
        QVERIFY2(run.err.left(run.err.indexOf('\n')).contains("@127.0.0.1:"), run.err.constData());
        QCOMPARE(server.requests().size(), 1);
        const auto &request = server.requests().front();
        QCOMPARE(request.problem, QString());
        QCOMPARE(request.payloads, QList<QByteArray>{R"({"a":1})"});
        QVERIFY(request.envelopeHeader.contains(QLatin1String("sent_at")));
    }

    // Sanitizers keep what is freed.
    void memoryIsGivenBackAfterALoad()
    {
#ifdef EMBER_SANITIZED
        QSKIP("memory is not measured under a sanitizer");
#endif
        const auto script = QStringLiteral(
            "import os,re,threading,time,urllib.parse,urllib.request as r\n"
            "d=urllib.parse.urlsplit(os.environ['SENTRY_DSN'])\n"
            "body=b'{}\\n{\"type\":\"attachment\"}\\n'+os.urandom(750000).hex().encode()\n"
            "def kb(name):\n"
            " text=open('/proc/%d/status'%os.getppid()).read()\n"
            " return int(re.search(name+r':\\s+(\\d+)',text).group(1))\n"
            "def post():\n"
            " for i in range(20):\n"
            "  try:\n"
            "   r.urlopen(r.Request('http://%s:%d/api%s/envelope/'%(d.hostname,d.port,d.path),body,"
            "{'X-Sentry-Auth':'Sentry sentry_key='+d.username})).read()\n"
            "  except OSError: pass\n"
            "before=kb('VmRSS')\n"
            "threads=[threading.Thread(target=post) for i in range(16)]\n"
            "for t in threads: t.start()\n"
            "for t in threads: t.join()\n"
            "end=time.time()+30\n"
            "while time.time()<end and kb('VmRSS')>before+32*1024: time.sleep(.2)\n"
            "print('memory',before,kb('VmHWM'),kb('VmRSS'))\n");
        const auto run =
            listen({QStringLiteral("--"), QStringLiteral("python3"), QStringLiteral("-c"), script},
                   3 * patienceMs);
        QVERIFY2(run.exitCode == 0, run.err.constData());
        const auto at = run.out.indexOf("memory ");
        QVERIFY2(at >= 0, run.out.constData());
        const auto figures = run.out.mid(at).split('\n').first().split(' ');
        const auto megabytes = [&](int place) { return figures.value(place).toInt() / 1024; };
        qInfo("%d MB before, %d MB at most, %d MB after", megabytes(1), megabytes(2), megabytes(3));
        QVERIFY(megabytes(2) > megabytes(1) + 32); // else it says nothing
        QVERIFY(megabytes(3) <= megabytes(1) + 32);
    }

    // Where nobody on this machine sees the key, and through a proxy.
    void aFileMaySayWhereToForward()
    {
        RelayServer server;
        QVERIFY(server.listen());
        QFile file(in("dsn"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(server.dsn().toUtf8() + '\n');
        file.close();
        const QStringList options{QStringLiteral("--dsn-file"), in("dsn")};
        const auto run = listen(options + posting(0));
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(server.requests().size(), 1);
        const QStringList proxy{QStringLiteral("--proxy"), QStringLiteral("http://127.0.0.1:1")};
        const auto held = listen(options + proxy + posting(0, anotherEnvelope));
        QVERIFY2(held.err.contains("waits in the queue"), held.err.constData());
        QCOMPARE(server.requests().size(), 1);
    }

    void aNameMaySayWhereToForward()
    {
        RelayServer server;
        QVERIFY(server.listen());
        keep(QStringLiteral("plain"), server.dsn(), {});
        keep(QStringLiteral("careful"), server.dsn(),
             {QStringLiteral("--redact"), QStringLiteral("home")});
        const auto to = [](const char *name) {
            return QStringList{QStringLiteral("--to"), QString::fromLatin1(name)};
        };
        const auto run = listen(to("plain") + posting(0));
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(server.requests().size(), 1);
        // What is forwarded is not redacted.
        const auto refused = listen(to("careful") + posting(0, anotherEnvelope));
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains("redacts"), refused.err.constData());
        QCOMPARE(listen(to("unknown") + posting(0)).exitCode, 2);
        QCOMPARE(server.requests().size(), 1);
    }

    void theWayIsThatOfForwarding_data()
    {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("proxy alone")
            << QStringList{QStringLiteral("--proxy"), QStringLiteral("none")};
        QTest::newRow("certificates alone")
            << QStringList{QStringLiteral("--ca-file"), QStringLiteral("ca.pem")};
        QTest::newRow("no proxy at all")
            << QStringList{QStringLiteral("--to"), QStringLiteral("x"), QStringLiteral("--proxy"),
                           QStringLiteral("ftp://x")};
        QTest::newRow("two DSNs") << QStringList{QStringLiteral("--forward"),
                                                 QStringLiteral("http://a@localhost/1"),
                                                 QStringLiteral("--dsn-file"), QStringLiteral("x")};
    }

    void theWayIsThatOfForwarding()
    {
        QFETCH(QStringList, options);
        QCOMPARE(listen(options + posting(0)).exitCode, 2);
    }

    // Whoever sent it, and however the id is spelled.
    void whatTheProjectHasIsNotForwardedAgain()
    {
        RelayServer server;
        QVERIFY(server.listen());
        for (const char *id :
             {"0123456789abcdef0123456789abcdef", "01234567-89AB-CDEF-0123-456789ABCDEF"}) {
            const auto run = listen(QStringList{QStringLiteral("--forward"), server.dsn()}
                                    + posting(0,
                                              QByteArray("{\"event_id\":\"") + id
                                                  + "\"}\n{\"type\":\"event\",\"length\":2}\n{}"));
            QVERIFY2(run.exitCode == 0, run.err.constData());
            QCOMPARE(server.requests().size(), 1);
        }
        QCOMPARE(server.requests().front().problem, QString());
    }

    // The queue has it from then on.
    void whatCannotBeForwardedWaits()
    {
        const auto run = listen(QStringList{QStringLiteral("--forward"),
                                            QStringLiteral("http://%1@127.0.0.1:1/42")
                                                .arg(QLatin1String(RelayServer::publicKey))}
                                + posting(0));
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("waits in the queue"), run.err.constData());
    }

    void aDamagedQueueIsSaidBeforeTheCommandIsRun()
    {
        QVERIFY(QDir().mkpath(in("DATA/emberchart/upload-queue")));
        QFile database(in("DATA/emberchart/upload-queue/queue.sqlite"));
        QVERIFY(database.open(QFile::WriteOnly));
        database.write(QByteArray(4096, '\x5a'));
        database.close();
        const auto run = listen(QStringList{QStringLiteral("--forward"),
                                            QStringLiteral("http://%1@127.0.0.1:1/42")
                                                .arg(QLatin1String(RelayServer::publicKey))}
                                + posting(0));
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("queue.sqlite"), run.err.constData());
        QVERIFY2(run.err.contains("--forget --all"), run.err.constData());
        QVERIFY(!run.out.contains("sent"));
    }

    void aCaFileThatIsNoneIsNotTakenForADamagedQueue()
    {
        QFile file(in("ca.pem"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("no certificate");
        file.close();
        const auto run = listen(QStringList{QStringLiteral("--ca-file"), file.fileName(),
                                            QStringLiteral("--forward"),
                                            QStringLiteral("http://%1@127.0.0.1:1/42")
                                                .arg(QLatin1String(RelayServer::publicKey))}
                                + posting(0));
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("ca.pem"), run.err.constData());
        QVERIFY2(!run.err.contains("queue"), run.err.constData());
    }

    void whatWaitsInAPausedQueueIsSaidToNeedItsResumption()
    {
        QProcess pause;
        pause.setProcessEnvironment(environmentInFolder());
        pause.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"),
                    {QStringLiteral("upload"), QStringLiteral("--pause")});
        QVERIFY(pause.waitForFinished(patienceMs));
        QCOMPARE(pause.exitCode(), 0);
        RelayServer server;
        QVERIFY(server.listen());
        const auto run =
            listen(QStringList{QStringLiteral("--forward"), server.dsn()} + posting(0));
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("upload --resume"), run.err.constData());
        QVERIFY2(!run.err.contains("--retry"), run.err.constData());
        QVERIFY(server.requests().isEmpty());
    }

    // A disk of its own, in which less is free than is left for others.
    void itStopsBeforeTheDiskIsFull()
    {
        const auto arguments = QStringList{QStringLiteral("-m"),
                                           QStringLiteral("sh"),
                                           QStringLiteral("-c"),
                                           QString::fromLatin1(onASmallDisk),
                                           QStringLiteral("sh"),
                                           in("disk"),
                                           QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli")}
            + untilItIsClosed();
        QProcess process;
        process.setProcessEnvironment(environmentInFolder());
        process.start(QStringLiteral("unshare"), arguments);
        QVERIFY(process.waitForFinished(patienceMs));
        const auto said = process.readAllStandardError();
        if (process.exitCode() == 77 || said.contains("unshare"))
            QSKIP("no file system can be mounted here");
        QVERIFY2(process.exitCode() == 1, said.constData());
        QVERIFY2(said.contains("free on its disk"), said.constData());
        QVERIFY2(said.contains("the command runs on"), said.constData());
        QCOMPARE(process.readAllStandardOutput().trimmed(), QByteArray("left: 0"));
    }

    void theUsersOwnDsnIsNotUsed()
    {
        RelayServer server;
        QVERIFY(server.listen());
        qputenv("SENTRY_DSN", server.dsn().toUtf8());
        const auto run = listen(posting(0));
        qunsetenv("SENTRY_DSN");
        QCOMPARE(run.exitCode, 0);
        QVERIFY(server.requests().isEmpty());
    }

    void itEndsAfterItsTime()
    {
        QCOMPARE(listen({QStringLiteral("-d"), QStringLiteral("0.2")}).exitCode, 0);
    }

    void itEndsBySignal()
    {
        QProcess process;
        start(process, {});
        QVERIFY(QTest::qWaitFor(
            [&] {
                return process.bytesAvailable() > 0 || !process.readAllStandardError().isEmpty();
            },
            patienceMs));
        kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(patienceMs));
        QCOMPARE(process.exitCode(), 0);
    }

    void aCommandThatIsNotThereIsSaid()
    {
        QCOMPARE(listen({QStringLiteral("--"), QStringLiteral("no-such-command")}).exitCode, 127);
        QCOMPARE(listen({QStringLiteral("--"), QStringLiteral("/etc/passwd")}).exitCode, 126);
    }
};

EMBER_TEST(TstListenCommand)
#include "tst_listencommand.moc"
