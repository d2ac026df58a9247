// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/support/answeringserver.h"
#include "tests/support/debugclient.h"
#include "tests/support/listener.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <optional>

using namespace ember::tests;

namespace {

constexpr int longestMs = 110'000;

QStringList busyShell(const QString &log, const QStringList &options)
{
    return QStringList{u"record"_qs, u"-o"_qs, log} + options
        + QStringList{u"--"_qs, u"sh"_qs, u"-c"_qs,
                      u"i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done; exit 7"_qs};
}

const QStringList asking{u"--debuginfod"_qs};

} // namespace

// Servers that do not answer, and a user who does not wait.
class TstCliDebugServers : public QObject {
    Q_OBJECT

private slots:
    void whyThereIsNoDebugInfoIsSaidOnceForEachReason_data()
    {
        QTest::addColumn<QByteArray>("answer");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("none") << AnsweringServer::page("404 Not Found")
                              << QByteArray("no debug info of ");
        QTest::newRow("broken") << AnsweringServer::page("500 Oh")
                                << QByteArray(" answered 500 when asked for debug info of ");
        QTest::newRow("foreign") << AnsweringServer::page("200 OK", "something")
                                 << QByteArray(" sent is not the debug info of ");
    }

    void whyThereIsNoDebugInfoIsSaidOnceForEachReason()
    {
        if (!hasDebugFileClient())
            QSKIP("no libdebuginfod");
        QFETCH(QByteArray, answer);
        QFETCH(QByteArray, said);
        const QTemporaryDir folder;
        const AnsweringServer server(answer);
        auto environment = speaking(u"en"_qs);
        environment.insert(u"DEBUGINFOD_URLS"_qs, QString::fromLatin1(server.url()));
        environment.insert(u"DEBUGINFOD_CACHE_PATH"_qs, folder.filePath(u"debug"_qs));
        const auto run = runProgram(u"emberchart-cli"_qs,
                                    busyShell(folder.filePath(u"a.ember"_qs), asking), environment);
        QCOMPARE(run.exitCode, 7);
        QVERIFY2(run.err.contains(server.name()), run.err.constData());
        QVERIFY2(run.err.count(said) == 1, run.err.constData());
        QVERIFY2(!run.err.contains("bytes"), run.err.constData());
    }

    // Systems set the variable for everybody.
    void nobodyIsAskedUnlessThatIsWanted()
    {
        if (!hasDebugFileClient())
            QSKIP("no libdebuginfod");
        const QTemporaryDir folder;
        const QString log = folder.filePath(u"a.ember"_qs);
        const AnsweringServer server(AnsweringServer::page("404 Not Found"));
        auto environment = speaking(u"en"_qs);
        environment.insert(u"DEBUGINFOD_URLS"_qs, QString::fromLatin1(server.url()));
        environment.insert(u"DEBUGINFOD_CACHE_PATH"_qs, folder.filePath(u"debug"_qs));
        environment.insert(u"XDG_CONFIG_HOME"_qs, folder.filePath(u"config"_qs));
        const auto recorded = runProgram(u"emberchart-cli"_qs, busyShell(log, {}), environment);
        QCOMPARE(recorded.exitCode, 7);
        QVERIFY2(!recorded.err.contains(server.name()), recorded.err.constData());
        const auto shown =
            runProgram(u"emberchart-cli"_qs, {u"summary"_qs, u"--json"_qs, log}, environment);
        QCOMPARE(shown.exitCode, 0);
        QVERIFY2(!shown.err.contains(server.name()), shown.err.constData());
        QVERIFY(!QFile::exists(folder.filePath(u"debug"_qs)));
    }

    void interruptingEndsFetchingAndNotTheCommand()
    {
        if (!hasDebugFileClient())
            QSKIP("no libdebuginfod");
        const QTemporaryDir folder;
        std::optional<Listener> server(std::in_place);
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"LANGUAGE"_qs, u"en"_qs);
        environment.insert(u"DEBUGINFOD_URLS"_qs, QString::fromLatin1(server->url()));
        environment.insert(u"DEBUGINFOD_CACHE_PATH"_qs, folder.filePath(u"debug"_qs));
        QProcess process;
        process.setProcessEnvironment(environment);
        const QString log = folder.filePath(u"a.ember"_qs);
        process.setReadChannel(QProcess::StandardError);
        process.start(u"" EMBER_BUILD_DIR "/emberchart-cli"_qs, busyShell(log, asking));
        QByteArray said;
        const auto waitFor = [&](const char *words) {
            while (!said.contains(words) && process.waitForReadyRead(longestMs))
                said += process.readAllStandardError();
            return said.contains(words);
        };
        QVERIFY2(waitFor("fetching debug info of"), said.constData());
        ::kill(pid_t(process.processId()), SIGINT);
        QVERIFY2(waitFor("no more debug info is fetched"), said.constData());
        server.reset(); // LeakSanitizer's symbolizer asks it, too, and would wait for its answer
        QVERIFY(process.waitForFinished(longestMs));
        said += process.readAllStandardError();
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 7);
        QCOMPARE(said.count("fetching debug info of"), 1);
        QCOMPARE(cli({u"summary"_qs, u"--json"_qs, log}).exitCode, 0);
    }
};

EMBER_TEST(TstCliDebugServers)
#include "tst_debugservers.moc"
