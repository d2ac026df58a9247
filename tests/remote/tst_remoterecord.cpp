// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/bytes/bytesource.h"
#include "model/formats/capturelog/logreader.h"
#include "tests/remote/clirun.h"
#include "tests/remote/toldtarget.h"
#include "tests/support/patience.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <algorithm>
#include <csignal>
#include <memory>

using namespace ember::model;
using namespace ember::tests;

namespace {

constexpr int patienceMs = 60'000;

QString shares()
{
    return QStringLiteral(EMBER_BUILD_DIR "/targets/knownshares");
}

QStringList shell(const char *script)
{
    return {QStringLiteral("sh"), QStringLiteral("-c"), QString::fromLatin1(script)};
}

// As untilTold(), and its process id is in `done`.pid.
constexpr const char *tellingItsId = "echo $$ >\"$0.pid\"; until [ -e \"$0.go\" ]; do :; done; "
                                     ": >\"$0\"";

// The process that traces the one whose id the file has; 0: none.
pid_t tracerOf(const QString &idFile)
{
    QFile id(idFile);
    if (!id.open(QIODevice::ReadOnly))
        return 0;
    QFile status(QStringLiteral("/proc/%1/status").arg(id.readAll().trimmed().toInt()));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    const QByteArray text = status.readAll();
    const auto place = text.indexOf("TracerPid:") + qsizetype(sizeof("TracerPid:"));
    return static_cast<pid_t>(text.mid(place, text.indexOf('\n', place) - place).toInt());
}

// With no help of this machine's files.
capturelog::LogReading read(const QString &path)
{
    const auto bytes = Bytes::readFile(path.toStdString());
    if (!bytes)
        qFatal("no log: %s", bytes.error().detail.c_str());
    auto reading = capturelog::readCaptureLog(path.toStdString(), bytes->view(), {});
    if (!reading)
        qFatal("unreadable log: %s", reading.error().detail.c_str());
    return std::move(reading).value();
}

template<typename Index, typename Row, typename Condition>
bool anyOf(const Column<Index, Row> &column, Condition condition)
{
    for (std::size_t row = 0; row < column.size(); ++row) {
        if (condition(column[Index(row)]))
            return true;
    }
    return false;
}

bool hasFunction(const Profile &profile, std::string_view name)
{
    const auto &frames = profile.tables().frames;
    for (std::size_t row = 0; row < frames.size(); ++row) {
        if (frameName(profile, FrameIndex(row)) == name)
            return true;
    }
    return false;
}

bool hasFinding(const capturelog::LogReading &reading, std::string_view code)
{
    return std::ranges::any_of(reading.log.findings(),
                               [code](const Finding &finding) { return finding.code == code; });
}

} // namespace

// emberchart-cli record --host, over a real connection.
class TstRemoteRecord : public QObject {
    Q_OBJECT

    std::unique_ptr<SshServer> m_server;

    QStringList into(const char *name) const
    {
        return {QStringLiteral("-o"), m_server->file(QString::fromLatin1(name))};
    }

private slots:
    void init()
    {
        if (const QString missing = SshServer::missing(); !missing.isEmpty())
            QSKIP(qPrintable(missing));
        m_server = std::make_unique<SshServer>();
    }

    void cleanup() { m_server.reset(); }

    // To standard output nothing is added here: the names are the other machine's.
    void aLogBringsTheNamesFromThere()
    {
        const QString program = m_server->file(QStringLiteral("program"));
        QVERIFY(QFile::copy(shares(), program));
        CliRun run(*m_server,
                   {QStringLiteral("-F"), QStringLiteral("499"), QStringLiteral("-o"),
                    QStringLiteral("-")},
                   {program, QStringLiteral("1.5")});
        const int code = run.exitCode();
        QVERIFY2(code == 0, run.errors().constData());
        const QString path = m_server->file(QStringLiteral("a.ember"));
        QFile log(path);
        QVERIFY(log.open(QIODevice::WriteOnly));
        log.write(run.output());
        log.close();

        const auto reading = read(path);
        QVERIFY(reading.profile->sampleCount() > 100);
        QVERIFY(reading.log.findings().empty());
        QVERIFY(hasFunction(*reading.profile, "shareAlpha"));
        const auto &lines = reading.profile->tables().output;
        QVERIFY(anyOf(lines, [&](const auto &line) {
            return reading.profile->text(line.text).starts_with("share ");
        }));
    }

    void theTargetsStatusComesBack_data()
    {
        QTest::addColumn<QStringList>("command");
        QTest::addColumn<int>("code");
        QTest::newRow("success") << QStringList{QStringLiteral("true")} << 0;
        QTest::newRow("failure") << shell("exit 7") << 7;
        QTest::newRow("ssh's own") << shell("exit 255") << 255;
        QTest::newRow("signal") << shell("kill -KILL $$") << 128 + SIGKILL;
        QTest::newRow("not found") << QStringList{QStringLiteral("no-such-command-here")} << 127;
        QTest::newRow("not executable") << QStringList{QStringLiteral("/etc/passwd")} << 126;
    }

    void theTargetsStatusComesBack()
    {
        QFETCH(QStringList, command);
        QFETCH(int, code);
        CliRun run(*m_server, into("a.ember"), command);
        const int given = run.exitCode();
        const QByteArray errors = run.errors();
        QVERIFY2(given == code, errors.constData());
        QVERIFY2(!errors.contains("lost"), errors.constData());
    }

    void argumentsArriveAsTheyAre()
    {
        const QStringList odd{QStringLiteral("two words"),
                              QStringLiteral("it's"),
                              QStringLiteral("\"quoted\""),
                              QStringLiteral("$HOME `id` $(id)"),
                              QStringLiteral("line\nline"),
                              QStringLiteral("back\\slash \\\\"),
                              QString(),
                              QStringLiteral("-o"),
                              QStringLiteral("ümläut * ? ~"),
                              QStringLiteral("a;b|c&d#!")};
        const QString seen = m_server->file(QStringLiteral("seen"));
        QStringList command = shell("for a; do printf '%s\\0' \"$a\"; done >\"$0\"");
        command << seen << odd;
        CliRun run(*m_server, into("a.ember"), command);
        const int code = run.exitCode();
        QVERIFY2(code == 0, run.errors().constData());
        QFile file(seen);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QStringList arrived = QString::fromUtf8(file.readAll()).split(QChar(u'\0'));
        QCOMPARE(arrived.takeLast(), QString());
        QCOMPARE(arrived, odd);
    }

    void anInterruptEndsTheCaptureAndLeavesTheTarget()
    {
        const QString done = m_server->file(QStringLiteral("done"));
        CliRun run(*m_server, into("a.ember"), untilTold(done));
        QTRY_VERIFY_WITH_TIMEOUT(
            QFileInfo(m_server->file(QStringLiteral("a.ember"))).size() > 3'000, patienceMs);
        ::kill(static_cast<pid_t>(run.pid()), SIGINT);
        const int code = run.exitCode();
        QVERIFY2(code == 0, run.errors().constData());
        QVERIFY(!QFile::exists(done));
        const auto reading = read(m_server->file(QStringLiteral("a.ember")));
        QVERIFY(reading.log.findings().empty());
        QVERIFY(reading.profile->sampleCount() > 0);
        tell(done);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(done), patienceMs);
    }

    // No remote capture has a ring, which they could be meant for.
    void theSignalsOfTriggersDoNotEndTheCapture()
    {
        const QString done = m_server->file(QStringLiteral("done"));
        CliRun run(*m_server, into("a.ember"),
                   shell("until [ -e \"$0.go\" ]; do :; done; exit 7") + QStringList(done));
        QTRY_VERIFY_WITH_TIMEOUT(
            QFileInfo(m_server->file(QStringLiteral("a.ember"))).size() > 3'000, patienceMs);
        for (const int signal : {SIGUSR1, SIGUSR2})
            ::kill(static_cast<pid_t>(run.pid()), signal);
        tell(done);
        const int code = run.exitCode();
        QVERIFY2(code == 7, run.errors().constData());
    }

    void aLostConnectionKeepsWhatArrivedAndLeavesTheTarget()
    {
        const QString done = m_server->file(QStringLiteral("done"));
        const QString log = m_server->file(QStringLiteral("a.ember"));
        CliRun run(*m_server, into("a.ember"), untilTold(done));
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(log).size() > 5'000, patienceMs);
        const auto ssh = sshOf(run.pid());
        QVERIFY(ssh > 0);
        ::kill(static_cast<pid_t>(ssh), SIGKILL);
        QCOMPARE(run.exitCode(), 125);
        const QByteArray errors = run.errors();
        QVERIFY2(errors.contains("ssh was ended by signal 9"), errors.constData());
        QVERIFY2(errors.contains("connection was lost"), errors.constData());
        const auto reading = read(log);
        QVERIFY(reading.profile->sampleCount() > 0);
        QVERIFY(hasFinding(reading, "ember-unfinished"));
        tell(done);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(done), patienceMs);
    }

    void aRecorderThatIsKilledThereIsSaidToBe()
    {
        const QString done = m_server->file(QStringLiteral("done"));
        const QString log = m_server->file(QStringLiteral("a.ember"));
        CliRun run(*m_server, into("a.ember"), shell(tellingItsId) + QStringList(done));
        QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(log).size() > 5'000, patienceMs);
        const QString idFile = done + QStringLiteral(".pid");
        EMBER_TRY(tracerOf(idFile) > 0);
        const auto recorder = tracerOf(idFile);
        QVERIFY(recorder > 0);
        ::kill(recorder, SIGKILL);
        QCOMPARE(run.exitCode(), 125);
        const QByteArray errors = run.errors();
        QVERIFY2(errors.contains("the recorder there was ended by signal 9"), errors.constData());
        QVERIFY(read(log).profile->sampleCount() > 0);
        tell(done);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(done), patienceMs);
    }

    void whatIsNoRecorderIsSaidToBeNone()
    {
        CliRun run(
            *m_server,
            into("a.ember")
                + QStringList{QStringLiteral("--remote-recorder"), QStringLiteral("/bin/true")},
            {QStringLiteral("true")});
        QCOMPARE(run.exitCode(), 125);
        const QByteArray errors = run.errors();
        QVERIFY2(errors.contains("“/bin/true” there is no emberchart-record"), errors.constData());
    }

    void aMachineThatIsNotTheOneKnownIsRefused()
    {
        m_server->changeKnownKey();
        CliRun run(*m_server, into("a.ember"), {QStringLiteral("true")});
        QCOMPARE(run.exitCode(), 125);
        const QByteArray errors = run.errors();
        QVERIFY2(errors.contains("Host key verification failed"), errors.constData());
        QVERIFY(!QFile::exists(m_server->file(QStringLiteral("a.ember"))));
    }

    void aMachineThatDoesNotAnswerIsNamed()
    {
        m_server->stop();
        CliRun run(*m_server, into("a.ember"), {QStringLiteral("true")});
        QCOMPARE(run.exitCode(), 125);
        const QByteArray errors = run.errors();
        QVERIFY2(errors.contains("there") && errors.contains("refused"), errors.constData());
        QVERIFY(!QFile::exists(m_server->file(QStringLiteral("a.ember"))));
    }

    void anOlderLogSurvivesWhateverComesToNothing_data()
    {
        QTest::addColumn<bool>("isUp");
        QTest::addColumn<QString>("command");
        QTest::newRow("no answer") << false << QStringLiteral("true");
        QTest::newRow("a command that is not there") << true << QStringLiteral("no-such-command");
    }

    void anOlderLogSurvivesWhateverComesToNothing()
    {
        QFETCH(bool, isUp);
        QFETCH(QString, command);
        QFile log(m_server->file(QStringLiteral("a.ember")));
        QVERIFY(log.open(QIODevice::WriteOnly));
        log.write("older");
        log.close();
        if (!isUp)
            m_server->stop();
        CliRun run(*m_server, into("a.ember"), {command});
        QVERIFY(run.exitCode() != 0);
        QVERIFY(log.open(QIODevice::ReadOnly));
        QCOMPARE(log.readAll(), QByteArray("older"));
    }

    void aLogThatCannotBeWrittenEndsTheCaptureNotTheTarget()
    {
        const QString done = m_server->file(QStringLiteral("done"));
        CliRun run(*m_server, {QStringLiteral("-o"), QStringLiteral("-")}, untilTold(done),
                   QStringLiteral("/dev/full"));
        const int code = run.exitCode();
        const QByteArray errors = run.errors();
        QVERIFY2(code == 125, errors.constData());
        QVERIFY2(errors.contains("no space left"), errors.constData());
        tell(done);
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(done), patienceMs);
    }

    void aRecorderThatIsNotThereIsNamed()
    {
        CliRun run(*m_server,
                   into("a.ember")
                       + QStringList{QStringLiteral("--remote-recorder"),
                                     QStringLiteral("/no/such/recorder")},
                   {QStringLiteral("true")});
        QCOMPARE(run.exitCode(), 125);
        const QByteArray errors = run.errors();
        QVERIFY2(errors.contains("/no/such/recorder") && errors.contains("--remote-recorder"),
                 errors.constData());
    }

    void aChunkComesFromAnotherMachine()
    {
        CliRun run(*m_server,
                   QStringList{QStringLiteral("-F"), QStringLiteral("499")} + into("a.json"),
                   {shares(), QStringLiteral("2")});
        const int code = run.exitCode();
        QVERIFY2(code == 0, run.errors().constData());
        QVERIFY(QFileInfo(m_server->file(QStringLiteral("a.json"))).size() > 0);
        QVERIFY(!QFile::exists(m_server->file(QStringLiteral("a.json.ember"))));
    }
};

EMBER_TEST(TstRemoteRecord)
#include "tst_remoterecord.moc"
