// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/terminal.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <csignal>

using namespace ember::tests;

// Recording in a terminal, with a real one.
class TstTerminal : public QObject {
    Q_OBJECT

private slots:
    void ctrlCLeavesTheTerminalAsItWasAndTellsWhoRunsOn()
    {
        // Ctrl-C reaches the shell that runs these as well; it has to go on, whichever it is.
        Terminal terminal(u"trap : INT; "
                          "\"$EMBERCHART_CLI\" record -o \"$FOLDER/x.ember\" -- "
                          "/bin/sh -c 'echo $$ > \"$FOLDER/pid\"; stty -echo -icanon; "
                          ": > \"$FOLDER/set\"; sleep 600'; "
                          "stty -a"_qs);
        QTRY_VERIFY_WITH_TIMEOUT(terminal.has("set"), Terminal::longestMs);
        terminal.type("\x03");
        QVERIFY(terminal.waitForEnd());
        const QByteArray pid = terminal.contents("pid");
        const QByteArray shown = terminal.shown();
        ::kill(pid.toInt(), SIGKILL);
        const QByteArray note = QByteArrayLiteral("the command runs on as process ") + pid;
        QVERIFY2(shown.contains(note), shown.constData());
        QVERIFY2(shown.contains(" icanon"), shown.constData());
        QVERIFY2(shown.contains(" echo "), shown.constData());
    }

    void aLineSaysWhatIsRecordedAndHowToEndIt()
    {
        Terminal terminal(u"\"$EMBERCHART_CLI\" record -o \"$FOLDER/x.ember\" -- "
                          "/bin/sh -c 'until [ -e \"$FOLDER/go\" ]; do :; done'; "
                          "echo status $?"_qs);
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shown().contains(" samples, 1 thread"),
                                 Terminal::longestMs);
        const QByteArray line = terminal.shown();
        QVERIFY2(line.contains("\rCtrl-C ends the capture of “/bin/sh”: "), line.constData());
        QVERIFY2(line.contains("\033[K\r"), line.constData());
        QFile go(terminal.path("go"));
        QVERIFY(go.open(QIODevice::WriteOnly));
        QVERIFY(terminal.waitForEnd());
        const QByteArray shown = terminal.shown();
        QVERIFY2(shown.contains("status 0"), shown.constData());
        // Nothing of it stays: what follows begins an empty line.
        const auto place = shown.lastIndexOf("Ctrl-C ends");
        QVERIFY2(shown.indexOf("\r\033[K\r", place) > place, shown.constData());
    }

    // Its screen is its own.
    void noLineDisturbsWhoReadsKeys()
    {
        Terminal terminal(u"\"$EMBERCHART_CLI\" record -o \"$FOLDER/x.ember\" -- "
                          "/bin/sh -c 'stty -echo -icanon; sleep 0.2; echo its own; sleep 2.5'"_qs);
        QVERIFY(terminal.waitForEnd());
        const QByteArray shown = terminal.shown();
        const auto place = shown.indexOf("its own");
        QVERIFY2(place >= 0 && shown.indexOf("Ctrl-C ends", place) < 0, shown.constData());
    }

    void noLineIsShownOnceTheCaptureHasEnded_data()
    {
        QTest::addColumn<QString>("end");
        QTest::newRow("with the target") << u"ended 0"_qs;
        QTest::newRow("as it was asked to") << u"stopped"_qs;
    }

    // There is nothing to end any more. The recorder, a made-up one here, takes its time to end.
    void noLineIsShownOnceTheCaptureHasEnded()
    {
        QFETCH(const QString, end);
        Terminal terminal(
            u"cp \"$EMBERCHART_CLI\" \"$FOLDER/emberchart-cli\"; "
            "cat >\"$FOLDER/emberchart-record\" <<'EOF'\n"
            "#!/bin/sh\n"
            "echo \"started $$\" >/proc/self/fd/$2\n"
            "until [ -e \"$FOLDER/go\" ]; do sleep 0.1; done\n"
            "printf '%1\\nerror CaptureFailed\\t\\tit is over\\n' >/proc/self/fd/$2\n"
            "sleep 2.5\n"
            "EOF\n"
            "chmod +x \"$FOLDER/emberchart-record\"; "
            "\"$FOLDER/emberchart-cli\" record -o \"$FOLDER/x.ember\" -- true"_qs.arg(end));
        QTRY_VERIFY_WITH_TIMEOUT(terminal.shown().contains("Ctrl-C ends"), Terminal::longestMs);
        QFile go(terminal.path("go"));
        QVERIFY(go.open(QIODevice::WriteOnly));
        QVERIFY(terminal.waitForEnd());
        const QByteArray shown = terminal.shown();
        const auto place = shown.indexOf("it is over");
        QVERIFY2(place >= 0 && shown.lastIndexOf("Ctrl-C ends", place) >= 0, shown.constData());
        QVERIFY2(shown.indexOf("Ctrl-C ends", place) < 0, shown.constData());
    }
};

EMBER_TEST(TstTerminal)
#include "tst_terminal.moc"
