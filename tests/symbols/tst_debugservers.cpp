// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/symbolizer.h"
#include "tests/support/answeringserver.h"
#include "tests/support/contentof.h"
#include "tests/support/debugclient.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"
#include "tests/symbols/symboltargets.h"

#include <QDir>
#include <QDirIterator>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <arpa/inet.h>
#include <limits>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace ember::capture;
using namespace ember::model;
using namespace ember::tests;

namespace {

// The first bytes of what the server answers; empty if it does not.
QByteArray askServer(std::uint16_t port, const QByteArray &path)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval longest{1, 0}; // somebody else may listen there
    ::setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &longest, sizeof(longest));
    QByteArray answer(64, '\0');
    if (::connect(socket, reinterpret_cast<const sockaddr *>(&address), sizeof(address)) != 0)
        answer.clear();
    QByteArray request("GET ");
    request.append(path).append(" HTTP/1.0\r\n\r\n");
    if (!answer.isEmpty())
        ::send(socket, request.constData(), std::size_t(request.size()), MSG_NOSIGNAL);
    const auto count = answer.isEmpty()
        ? 0
        : ::recv(socket, answer.data(), std::size_t(answer.size()), MSG_WAITALL);
    answer.resize(std::max<qsizetype>(count, 0));
    ::close(socket);
    return answer;
}

// Notes what it is told; has enough after so many questions.
class Watcher : public FetchWatcher {
public:
    explicit Watcher(int patience = std::numeric_limits<int>::max()) : m_patience(patience) { }

    void begin(std::string_view binary) override { log += std::string(binary) + " begins "; }

    bool onProgress(std::uint64_t bytes, std::uint64_t) override
    {
        most = std::max(most, bytes);
        return ++asked < m_patience;
    }

    void end() override { log += "and ends"; }

    void failed(const FetchFailure &failure) override { failures.push_back(failure); }

    std::string log;
    int asked = 0;
    std::uint64_t most = 0; // bytes
    std::vector<FetchFailure> failures;

private:
    int m_patience;
};

bool isNameless(const std::vector<ResolvedFrame> &frames)
{
    return frames.size() == 1 && frames[0].name.empty();
}

} // namespace

// Debug files from a real debuginfod.
class TstDebugServers : public QObject {
    Q_OBJECT

private slots:
    void initTestCase()
    {
        if (!hasDebugFileClient())
            QSKIP("no libdebuginfod");
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("served")));
        m_stripped = m_folder.filePath(QStringLiteral("stripped")).toStdString();
        const auto stripped = QString::fromStdString(m_stripped);
        QVERIFY(QFile::copy(QString::fromStdString(symbolTarget("full")), stripped));
        m_buildId = buildIdOf(m_stripped);
        run(QStringLiteral("objcopy"),
            {QStringLiteral("--only-keep-debug"), stripped,
             m_folder.filePath(QStringLiteral("served/symbols.debug"))});
        run(QStringLiteral("strip"), {stripped});
        m_place = addressesOfLine(symbolTarget("full"), markedLine("innermost")).front();
    }

    void init()
    {
        // libdebuginfod remembers for minutes what was not found.
        m_cache = std::make_unique<QTemporaryDir>();
        qputenv("DEBUGINFOD_CACHE_PATH", m_cache->filePath(QStringLiteral("c")).toLocal8Bit());
        qputenv("DEBUGINFOD_TIMEOUT", "60");
        qunsetenv("DEBUGINFOD_URLS");
        m_paths = SymbolPaths();
        m_paths.debugRoots.clear();
        m_paths.servers = AskServers::IfInEnvironment;
    }

    void cleanupTestCase()
    {
        m_server.kill();
        m_server.waitForFinished(60'000);
        qunsetenv("DEBUGINFOD_URLS");
        qunsetenv("DEBUGINFOD_CACHE_PATH");
    }

    void aDebugFileComesFromTheServerAndIsKept()
    {
        if (!startServer())
            QSKIP("no debuginfod");
        Watcher watcher;
        m_paths.watcher = &watcher;
        {
            Symbolizer symbolizer(m_paths);
            const auto frames = symbolizer.resolve(keyOf(m_stripped), m_place);
            QCOMPARE(frames.size(), std::size_t(3));
            QCOMPARE(QString::fromStdString(frames[0].name),
                     QStringLiteral("shapes::innermost(int)"));
            QCOMPARE(symbolizer.state(keyOf(m_stripped)), SymbolState::Debug);
        }
        QCOMPARE(watcher.log, m_stripped + " begins and ends");
        QVERIFY(watcher.asked > 0);
        // As all tools lay it out: the next one needs no server.
        QVERIFY(QFile::exists(m_cache->filePath(QStringLiteral("c/"))
                              + QString::fromStdString(m_buildId) + u"/debuginfo"));
        qputenv("DEBUGINFOD_URLS", "http://127.0.0.1:1/");
        Symbolizer symbolizer(m_paths);
        QCOMPARE(symbolizer.resolve(keyOf(m_stripped), m_place).size(), std::size_t(3));
    }

    void nobodyIsAskedUnlessTheEnvironmentSaysWhom()
    {
        Symbolizer symbolizer(m_paths);
        QVERIFY(isNameless(symbolizer.resolve(keyOf(m_stripped), m_place)));
        QVERIFY(!QFile::exists(m_cache->filePath(QStringLiteral("c"))));
    }

    void nobodyIsAskedWhereItIsNotWanted()
    {
        qputenv("DEBUGINFOD_URLS", "http://127.0.0.1:1/");
        m_paths.servers = AskServers::Never;
        Symbolizer symbolizer(m_paths);
        QVERIFY(isNameless(symbolizer.resolve(keyOf(m_stripped), m_place)));
        QVERIFY(!QFile::exists(m_cache->filePath(QStringLiteral("c"))));
    }

    void aServerThatIsGoneCostsNames()
    {
        qputenv("DEBUGINFOD_URLS", "http://127.0.0.1:1/");
        Symbolizer symbolizer(m_paths);
        QVERIFY(isNameless(symbolizer.resolve(keyOf(m_stripped), m_place)));
        QCOMPARE(symbolizer.state(keyOf(m_stripped)), SymbolState::DynamicOnly);
    }

    // A server that takes the call and never answers: who waits can say that it is enough.
    void waitingCanBeStopped()
    {
        const Listener server;
        qputenv("DEBUGINFOD_URLS", server.url());
        Watcher watcher(3);
        m_paths.watcher = &watcher;
        Symbolizer symbolizer(m_paths);
        QElapsedTimer timer;
        timer.start();
        QVERIFY(isNameless(symbolizer.resolve(keyOf(m_stripped), m_place)));
        QCOMPARE(watcher.asked, 3);
        QCOMPARE(watcher.most, std::uint64_t(0)); // nothing had come
        QVERIFY(watcher.failures.empty());
        QCOMPARE(watcher.log, m_stripped + " begins and ends");
        QVERIFY(timer.elapsed() < 59'000); // not by its own end
    }

    void aServerThatStaysSilentIsGivenUp()
    {
        const Listener server;
        qputenv("DEBUGINFOD_URLS", server.url());
        qputenv("DEBUGINFOD_TIMEOUT", "1");
        Watcher watcher;
        m_paths.watcher = &watcher;
        Symbolizer symbolizer(m_paths);
        QVERIFY(isNameless(symbolizer.resolve(keyOf(m_stripped), m_place)));
        QCOMPARE(watcher.failures.size(), std::size_t(1));
        QCOMPARE(watcher.failures[0].fault, FetchFault::Silent);
        QCOMPARE(watcher.failures[0].detail, std::string("1"));
        QCOMPARE(watcher.most, std::uint64_t(0));
    }

    void whatAServerDidInsteadIsTold_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<FetchFault>("fault");
        QTest::addColumn<bool>("isAskedAgain");
        QTest::newRow("has none") << AnsweringServer::page("404 Not Found") << FetchFault::Absent
                                  << false;
        QTest::newRow("is broken")
            << AnsweringServer::page("500 Oh") << FetchFault::Refused << true;
        QTest::newRow("hangs up") << QByteArray("HTTP/1.0 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
                                  << FetchFault::Broken << true;
        QTest::newRow("sends something") << AnsweringServer::page("200 OK", "<html>welcome</html>")
                                         << FetchFault::Foreign << true;
        QTest::newRow("sends another file")
            << AnsweringServer::page("200 OK", contentOf(QStringLiteral("/bin/true")))
            << FetchFault::Foreign << true;
    }

    void whatAServerDidInsteadIsTold()
    {
        QFETCH(QByteArray, answer);
        QFETCH(FetchFault, fault);
        QFETCH(bool, isAskedAgain);
        AnsweringServer server(answer);
        qputenv("DEBUGINFOD_URLS", server.url());
        Watcher watcher;
        m_paths.watcher = &watcher;
        {
            Symbolizer symbolizer(m_paths);
            QVERIFY(isNameless(symbolizer.resolve(keyOf(m_stripped), m_place)));
        }
        QCOMPARE(watcher.failures.size(), std::size_t(1));
        QCOMPARE(watcher.failures[0].fault, fault);
        QCOMPARE(watcher.failures[0].binary, m_stripped);
        QCOMPARE(watcher.failures[0].server, server.name().toStdString());

        // Only what it does not have is not asked for again.
        server.setAnswer(AnsweringServer::page("200 OK", debugFile()));
        Symbolizer symbolizer(m_paths);
        QCOMPARE(isNameless(symbolizer.resolve(keyOf(m_stripped), m_place)), !isAskedAgain);
    }

    // Left by another tool, or by an earlier version.
    void aWrongFileInTheCacheIsFetchedAgain()
    {
        const QString folder = m_cache->filePath(QStringLiteral("c/")) + text(m_buildId);
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(QFile::copy(QStringLiteral("/bin/true"), folder + u"/debuginfo"));
        const AnsweringServer server(AnsweringServer::page("200 OK", debugFile()));
        qputenv("DEBUGINFOD_URLS", server.url());
        Watcher watcher;
        m_paths.watcher = &watcher;
        Symbolizer symbolizer(m_paths);
        QVERIFY(!isNameless(symbolizer.resolve(keyOf(m_stripped), m_place)));
        QVERIFY(watcher.failures.empty());
        QCOMPARE(server.asked(), 1);
    }

    // A capture of another machine: its build-id suffices. What is no build-id is not asked for.
    void aBinaryThatIsNotHereIsNamedByItsDebugFile()
    {
        const AnsweringServer server(AnsweringServer::page("200 OK", debugFile()));
        qputenv("DEBUGINFOD_URLS", server.url());
        ImageKey key;
        key.codeFile = "/nonexistent/program";
        for (const std::string_view odd : {"../../etc", "", "x", "abc\ndef"}) {
            key.codeId = odd;
            QVERIFY(Symbolizer(m_paths).resolve(key, m_place).empty());
        }
        QCOMPARE(server.asked(), 0);
        key.codeId = m_buildId;
        Symbolizer symbolizer(m_paths);
        QVERIFY(!isNameless(symbolizer.resolve(key, m_place)));
        QCOMPARE(symbolizer.files(key).state, SymbolState::Debug);
        QCOMPARE(server.asked(), 1);
    }

    void whatHasNoEndIsNotKept()
    {
        AnsweringServer server("HTTP/1.0 200 OK\r\n\r\n");
        server.setEndless();
        qputenv("DEBUGINFOD_URLS", server.url());
        Watcher watcher;
        m_paths.watcher = &watcher;
        m_paths.largestFetch = 1'000'000;
        Symbolizer symbolizer(m_paths);
        QVERIFY(isNameless(symbolizer.resolve(keyOf(m_stripped), m_place)));
        QCOMPARE(watcher.failures.size(), std::size_t(1));
        QCOMPARE(watcher.failures[0].fault, FetchFault::TooBig);
        QCOMPARE(watcher.failures[0].detail, std::string("1000000"));
        QDirIterator kept(m_cache->path(), QDir::Files, QDirIterator::Subdirectories);
        while (kept.hasNext())
            QVERIFY2(QFileInfo(kept.next()).size() < 1000, qPrintable(kept.filePath()));
    }

    // What the user has chosen takes the place of what the system says, and started programs see
    // the system's.
    void serversCanBeChosen()
    {
        qputenv("DEBUGINFOD_URLS", "http://127.0.0.1:1/");
        const AnsweringServer server(AnsweringServer::page("200 OK", debugFile()));
        useDebugServers({"no address", "ftp://x/", server.url().toStdString(), "http://a b/"});
        QCOMPARE(debugServerUrls(), std::vector<std::string>{server.url().toStdString()});
        Symbolizer symbolizer(m_paths);
        QVERIFY(!isNameless(symbolizer.resolve(keyOf(m_stripped), m_place)));
        QCOMPARE(server.asked(), 1);

        std::vector<std::string> entries;
        for (const char *entry : environmentOfOthers()) {
            if (entry != nullptr && std::string(entry).starts_with("DEBUGINFOD_URLS="))
                entries.emplace_back(entry);
        }
        QCOMPARE(entries, std::vector<std::string>{"DEBUGINFOD_URLS=http://127.0.0.1:1/"});
        useDebugServers({});
        QCOMPARE(debugServerUrls(), std::vector<std::string>{"http://127.0.0.1:1/"});
    }

    void bytesAreCountedAsTheyCome()
    {
        const AnsweringServer server("HTTP/1.0 200 OK\r\n\r\n" + debugFile()); // of no known size
        qputenv("DEBUGINFOD_URLS", server.url());
        Watcher watcher;
        m_paths.watcher = &watcher;
        Symbolizer symbolizer(m_paths);
        QVERIFY(!isNameless(symbolizer.resolve(keyOf(m_stripped), m_place)));
        QVERIFY(watcher.most == 0 || watcher.most > 1000);
    }

private:
    QByteArray debugFile() const
    {
        return contentOf(m_folder.filePath(QStringLiteral("served/symbols.debug")));
    }

    static QString text(const std::string &bytes) { return QString::fromStdString(bytes); }

    // False: this machine has none.
    bool startServer()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("debuginfod")).isEmpty())
            return false;
        // Somebody may take a port between our look at it and the server's.
        constexpr int attempts = 5;
        for (int attempt = 0; attempt < attempts; ++attempt) {
            const auto port = Listener().port(); // free again
            if (startServer(port))
                return true;
        }
        qFatal("debuginfod does not start");
    }

    // False: it has ended.
    bool startServer(std::uint16_t port)
    {
        m_server.setStandardErrorFile(QProcess::nullDevice());
        m_server.setStandardOutputFile(QProcess::nullDevice());
        m_server.start(QStringLiteral("debuginfod"),
                       {QStringLiteral("-p"), QString::number(port), QStringLiteral("-d"),
                        QStringLiteral(":memory:"), QStringLiteral("-F"),
                        m_folder.filePath(QStringLiteral("served"))});
        // Asked past the client, which would remember that it was not there yet.
        const QByteArray path = "/buildid/" + QByteArray::fromStdString(m_buildId) + "/debuginfo";
        const auto isOver = [&] { return m_server.state() == QProcess::NotRunning; };
        const auto isServed = [&] { return askServer(port, path).contains(" 200 "); };
        if (!QTest::qWaitFor([&] { return isOver() || isServed(); }, 60'000))
            qFatal("debuginfod does not serve");
        qputenv("DEBUGINFOD_URLS", "http://127.0.0.1:" + QByteArray::number(port) + '/');
        return !isOver();
    }

    QTemporaryDir m_folder;
    std::unique_ptr<QTemporaryDir> m_cache;
    SymbolPaths m_paths;
    QProcess m_server;
    std::string m_stripped;
    std::string m_buildId;
    std::uint64_t m_place = 0;
};

EMBER_TEST(TstDebugServers)
#include "tst_debugservers.moc"
