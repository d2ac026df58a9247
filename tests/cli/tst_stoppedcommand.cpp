// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/terminal.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTest>

#include <csignal>

using namespace ember::tests;

namespace {

const QByteArray stoppingCommand("\"$EMBERCHART_CLI\" record -o \"$FOLDER/x.ember\" -- /bin/sh -c "
                                 "'echo $$ > \"$FOLDER/pid\"; kill -STOP $$; "
                                 ": > \"$FOLDER/went-on\"'\n");

// A shell that takes a job for stopped until it has ended asks again.
const QByteArray leave("exit\nexit\n");

int parentOf(int process)
{
    QFile status(QStringLiteral("/proc/%1/status").arg(process));
    if (!status.open(QIODevice::ReadOnly))
        return -1;
    const QByteArray text = status.readAll();
    const auto start = text.indexOf("PPid:") + 5;
    return text.mid(start, text.indexOf('\n', start) - start).trimmed().toInt();
}

} // namespace

// A recorded command that stops itself: the shell is to see what it would see without us.
class TstStoppedCommand : public QObject {
    Q_OBJECT

private slots:
    void theShellIsToldAndContinuesIt()
    {
        Terminal terminal(u"/bin/sh -i"_qs);
        terminal.type(stoppingCommand);
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shown().contains("Stopped"), Terminal::longestMs);
        QVERIFY(!terminal.has("went-on"));
        terminal.type("fg\n");
        QTRY_VERIFY_WITH_TIMEOUT(terminal.has("went-on"), Terminal::longestMs);
        terminal.type(leave);
        QVERIFY(terminal.waitForEnd());
        const QByteArray shown = terminal.shown();
        QVERIFY2(shown.contains("x.ember: "), shown.constData());
        QCOMPARE(shown.count("] + Stopped"), 1);
    }

    void whoIsContinuedBySomebodyElseTakesUsAlong()
    {
        Terminal terminal(u"/bin/sh -i"_qs);
        terminal.type(stoppingCommand);
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shown().contains("Stopped"), Terminal::longestMs);
        QCOMPARE(::kill(terminal.contents("pid").toInt(), SIGCONT), 0);
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shown().contains("x.ember: "), Terminal::longestMs);
        QVERIFY(terminal.has("went-on"));
        terminal.type(leave);
        QVERIFY(terminal.waitForEnd());
    }

    void theOneThatIsContinuedContinuesTheOther()
    {
        Terminal terminal(u"/bin/sh -i"_qs);
        terminal.type(stoppingCommand);
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shown().contains("Stopped"), Terminal::longestMs);
        const int recorder = parentOf(terminal.contents("pid").toInt());
        QCOMPARE(::kill(parentOf(recorder), SIGCONT), 0);
        QTRY_VERIFY_WITH_TIMEOUT(terminal.has("went-on"), Terminal::longestMs);
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shown().contains("x.ember: "), Terminal::longestMs);
        terminal.type(leave);
        QVERIFY(terminal.waitForEnd());
    }

    void withoutAShellPeopleAreTold()
    {
        QTemporaryDir folder;
        QProcess recording;
        recording.setProcessEnvironment(speaking(u"en"_qs));
        recording.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"),
                        {u"record"_qs, u"-o"_qs, folder.filePath(u"x.ember"_qs), u"--"_qs,
                         u"/bin/sh"_qs, u"-c"_qs, u"kill -STOP $$; exit 7"_qs});
        QByteArray said;
        QTRY_VERIFY_WITH_TIMEOUT((said += recording.readAllStandardError()).contains(" continues"),
                                 Terminal::longestMs);
        const auto number = said.indexOf("kill -CONT ") + 11;
        QCOMPARE(::kill(said.mid(number, said.indexOf(' ', number) - number).toInt(), SIGCONT), 0);
        QVERIFY(recording.waitForFinished(Terminal::longestMs));
        QCOMPARE(recording.exitCode(), 7);
    }
};

EMBER_TEST(TstStoppedCommand)
#include "tst_stoppedcommand.moc"
