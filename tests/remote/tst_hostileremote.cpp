// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/framing.h"
#include "tests/app/watchedcapture.h"
#include "tests/remote/clirun.h"
#include "tests/support/contentof.h"
#include "tests/support/patience.h"
#include "tests/support/scriptedssh.h"
#include "tests/support/testmain.h"
#include "tests/support/variable.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTest>

using namespace ember::app;
using namespace ember::tests;
using ember::model::Error;

namespace {

constexpr const char *greeting = "echo 'Welcome to there'; exec sh -c \"$command\"";

void writeOlder(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write("older") != 5)
        qFatal("cannot write %s", qPrintable(path));
}

// A script that begins a log as a recorder does: its header, in octal.
QByteArray printingAHeader()
{
    QByteArray script = "printf '";
    for (const char c : ember::model::capturelog::fileHeader())
        script +=
            '\\' + QByteArray::number(static_cast<unsigned char>(c), 8).rightJustified(3, '0');
    return script + "'\n";
}

QStringList logInto(const ScriptedSsh &ssh)
{
    return {QStringLiteral("-o"), ssh.file(QStringLiteral("a.ember"))};
}

// A disk of 8 MB with half a megabyte and a little free. DISK COMMAND…
constexpr const char *besideASmallDisk =
    "disk=$1; shift\n"
    "mkdir \"$disk\" && mount -t tmpfs -o size=8m none \"$disk\" || exit 77\n"
    "head -c 7400000 /dev/zero > \"$disk/other\"\n"
    "\"$@\"; status=$?\n"
    "df --output=avail -B1 \"$disk\" | tail -n 1\n"
    "exit $status\n";

} // namespace

// What another machine may send in place of a capture, or around it.
class TstHostileRemote : public QObject {
    Q_OBJECT

    static LaunchCommand command(const QStringList &options = {})
    {
        LaunchCommand command;
        command.machine = {QStringLiteral("there"), SshServer::recorder()};
        command.program = QStringLiteral(EMBER_BUILD_DIR "/targets/knownshares");
        command.arguments = {QStringLiteral("2")};
        command.rateHz = 499;
        command.options = options;
        return command;
    }

private slots:
    void aGreetingIsSkippedAndSaid()
    {
        const ScriptedSsh ssh(greeting);
        writeOlder(ssh.file(QStringLiteral("a.ember")));
        CliRun run(ssh.environment(), logInto(ssh),
                   {QStringLiteral(EMBER_BUILD_DIR "/targets/knownshares"), QStringLiteral("0.5")});
        const int code = run.exitCode();
        const QByteArray errors = run.errors();
        QVERIFY2(code == 0, errors.constData());
        QVERIFY2(errors.contains(" that came before the capture are left out"), errors.constData());
        QVERIFY2(errors.contains("“Welcome to there”"), errors.constData());
        QVERIFY(contentOf(ssh.file(QStringLiteral("a.ember"))).startsWith("EMBERLOG"));
    }

    void aGreetingMayNameTheFormat()
    {
        const ScriptedSsh ssh("echo 'EMBERLOG files are kept in /var/log/ember here'; "
                              "exec sh -c \"$command\"");
        CliRun run(ssh.environment(), logInto(ssh),
                   {QStringLiteral(EMBER_BUILD_DIR "/targets/knownshares"), QStringLiteral("0.5")});
        const int code = run.exitCode();
        const QByteArray errors = run.errors();
        QVERIFY2(code == 0, errors.constData());
        QVERIFY2(errors.contains("“EMBERLOG files are kept"), errors.constData());
        QVERIFY(ember::model::capturelog::canBeFileHeader(
            contentOf(ssh.file(QStringLiteral("a.ember"))).first(20).toStdString()));
    }

    void whatComesBehindTheCaptureIsSaid()
    {
        const ScriptedSsh ssh("sh -c \"$command\"; status=$?; echo 'Goodbye from there'; "
                              "exit $status");
        CliRun run(ssh.environment(), logInto(ssh),
                   {QStringLiteral(EMBER_BUILD_DIR "/targets/knownshares"), QStringLiteral("0.5")});
        const int code = run.exitCode();
        const QByteArray errors = run.errors();
        QVERIFY2(code == 0, errors.constData());
        QVERIFY2(errors.contains("that came after the capture are left out: “Goodbye from there”"),
                 errors.constData());
        const QByteArray log = contentOf(ssh.file(QStringLiteral("a.ember")));
        QVERIFY(!log.contains("Goodbye"));
        QVERIFY(log.size() > 1000);
    }

    void whatIsNoCaptureLeavesTheOlderLog_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::newRow("a greeting") << QByteArray("echo Welcome");
        QTest::newRow("noise, and an end as asked")
            << QByteArray("echo noise; echo 'started 7' >&2; echo 'ended 0' >&2");
        QTest::newRow("the magic alone")
            << QByteArray("echo EMBERLOG, they say; echo 'ended 0' >&2");
        QTest::newRow("noise without end")
            << QByteArray("echo 'started 7' >&2; yes; echo 'ended 0' >&2");
        QTest::newRow("an error, and all is well")
            << QByteArray("printf 'error CaptureFailed\\tx\\ty\\n' >&2; echo 'ended 0' >&2");
    }

    void whatIsNoCaptureLeavesTheOlderLog()
    {
        QFETCH(QByteArray, script);
        const ScriptedSsh ssh(script);
        const QString log = ssh.file(QStringLiteral("a.ember"));
        writeOlder(log);
        CliRun run(ssh.environment(), logInto(ssh), {QStringLiteral("true")});
        const int code = run.exitCode();
        const QByteArray errors = run.errors();
        QVERIFY2(code == 125, errors.constData());
        QVERIFY2(errors.contains("emberchart-cli: "), errors.constData());
        QCOMPARE(contentOf(log), QByteArray("older"));
    }

    void aFloodEndsAtTheBound()
    {
        const ScriptedSsh ssh(printingAHeader()
                              + "echo 'started 7' >&2; head -c 300000000 /dev/zero; "
                                "echo 'ended 0' >&2");
        CliRun run(ssh.environment(),
                   logInto(ssh) + QStringList{QStringLiteral("--max-size"), QStringLiteral("1MB")},
                   {QStringLiteral("true")});
        const int code = run.exitCode();
        const QByteArray errors = run.errors();
        QVERIFY2(code == 125, errors.constData());
        QVERIFY2(errors.contains("more than --max-size"), errors.constData());
        QVERIFY(QFileInfo(ssh.file(QStringLiteral("a.ember"))).size() < 20'000'000);
    }

    void aSmallDiskIsNotFilled()
    {
        const ScriptedSsh ssh(printingAHeader()
                              + "echo 'started 7' >&2; head -c 30000000 /dev/zero; "
                                "echo 'ended 0' >&2");
        const QString disk = ssh.file(QStringLiteral("disk"));
        QProcess process;
        process.setProcessEnvironment(ssh.environment());
        process.start(QStringLiteral("unshare"),
                      {QStringLiteral("-m"), QStringLiteral("sh"), QStringLiteral("-c"),
                       QString::fromLatin1(besideASmallDisk), QStringLiteral("sh"), disk,
                       QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"), QStringLiteral("record"),
                       QStringLiteral("--host"), QStringLiteral("there"), QStringLiteral("-o"),
                       disk + QStringLiteral("/a.ember"), QStringLiteral("--"),
                       QStringLiteral("true")});
        QVERIFY(process.waitForFinished(100'000));
        const auto said = process.readAllStandardError();
        if (process.exitCode() == 77 || said.contains("unshare"))
            QSKIP("no file system can be mounted here");
        QVERIFY2(process.exitCode() == 125, said.constData());
        QVERIFY2(said.contains("are left for others"), said.constData());
        QVERIFY(process.readAllStandardOutput().trimmed().toLongLong() > 400'000);
    }

    void itsWordsSteerNoTerminal()
    {
        const ScriptedSsh ssh("printf 'a\\033[2Jb\\302\\233c\\233d\\n' >&2; exit 1");
        CliRun run(ssh.environment(), logInto(ssh), {QStringLiteral("true")});
        QCOMPARE(run.exitCode(), 125);
        const QByteArray errors = run.errors();
        QVERIFY2(errors.contains("a\\x1b[2Jb\\x9bc"), errors.constData());
        QVERIFY(!errors.contains('\033') && !errors.contains("\302\233"));
        QVERIFY(!errors.contains("c\233"));
    }

    void aLineWithoutEndIsCut()
    {
        const ScriptedSsh ssh("head -c 50000000 /dev/zero | tr '\\0' x >&2; exit 1");
        CliRun run(ssh.environment(), logInto(ssh), {QStringLiteral("true")});
        QCOMPARE(run.exitCode(), 125);
        QVERIFY(run.errors().size() < 50'000);
    }

    void theWindowSkipsAGreeting()
    {
        const ScriptedSsh ssh(greeting);
        const Variable path("PATH", ssh.path());
        auto capture =
            LiveCapture::launch(command(), CaptureLibrary(ssh.file(QStringLiteral("library"))));
        QVERIFY(capture.has_value());
        LiveCapture &live = **capture;
        const QSignalSpy failures(&live.recorder(), &RecorderProcess::failed);
        const QSignalSpy messages(&live.recorder(), &RecorderProcess::messageArrived);
        EMBER_TRY(!live.isActive());
        QVERIFY(failures.isEmpty());
        QVERIFY(samplesOf(live) > 0);
        QCOMPARE(messages.size(), 1);
        const auto message = messages.first().first().value<RecorderMessage>();
        QVERIFY2(message.text.contains(QStringLiteral("“Welcome to there”")),
                 qPrintable(message.text));
        QVERIFY(contentOf(live.folder().logPath()).startsWith("EMBERLOG"));
    }

    void theWindowSaysThatNothingCame_data()
    {
        QTest::addColumn<QByteArray>("script");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("noise, and an end as asked")
            << QByteArray("echo noise; echo 'started 7' >&2; echo 'ended 0' >&2")
            << QByteArray("no capture came");
        QTest::newRow("a flood") << QByteArray(
            printingAHeader() + "echo 'started 7' >&2; head -c 300000000 /dev/zero")
                                 << QByteArray("more than --max-size");
    }

    void theWindowSaysThatNothingCame()
    {
        QFETCH(QByteArray, script);
        QFETCH(QByteArray, words);
        const ScriptedSsh ssh(script);
        const Variable path("PATH", ssh.path());
        auto capture =
            LiveCapture::launch(command({QStringLiteral("--max-size"), QStringLiteral("1MB")}),
                                CaptureLibrary(ssh.file(QStringLiteral("library"))));
        QVERIFY(capture.has_value());
        LiveCapture &live = **capture;
        const QSignalSpy failures(&live.recorder(), &RecorderProcess::failed);
        EMBER_TRY(!live.recorder().isActive());
        QCOMPARE(failures.size(), 1);
        const auto error = failures.first().first().value<Error>();
        QVERIFY2(error.detail.find(words.toStdString()) != std::string::npos, error.detail.c_str());
        QVERIFY(QFileInfo(live.folder().logPath()).size() < 20'000'000);
    }
};

EMBER_TEST(TstHostileRemote)
#include "tst_hostileremote.moc"
