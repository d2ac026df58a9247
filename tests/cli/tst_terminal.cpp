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
};

EMBER_TEST(TstTerminal)
#include "tst_terminal.moc"
