// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace ember::tests;

// Recording in a terminal, with a real one (script makes it).
class TstTerminal : public QObject {
    Q_OBJECT

private slots:
    void ctrlCLeavesTheTerminalAsItWasAndTellsWhoRunsOn()
    {
        const QTemporaryDir folder;
        const auto path = [&](const char *name) {
            return folder.filePath(QString::fromLatin1(name));
        };
        QProcess script;
        QProcessEnvironment environment = speaking(QStringLiteral("en"));
        environment.insert(u"EMBERCHART_CLI"_qs, QStringLiteral(EMBER_BUILD_DIR "/emberchart-cli"));
        environment.insert(u"FOLDER"_qs, folder.path());
        script.setProcessEnvironment(environment);
        script.setProcessChannelMode(QProcess::MergedChannels);
        // Ctrl-C reaches the shell that runs these as well; it has to go on, whichever it is.
        script.start(u"/usr/bin/script"_qs,
                     {u"-qec"_qs,
                      u"trap : INT; "
                      "\"$EMBERCHART_CLI\" record -o \"$FOLDER/x.ember\" -- "
                      "/bin/sh -c 'echo $$ > \"$FOLDER/pid\"; stty -echo -icanon; "
                      ": > \"$FOLDER/set\"; sleep 600'; "
                      "stty -a"_qs,
                      u"/dev/null"_qs});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(path("set")), 60000);
        script.write("\x03");
        QVERIFY(script.waitForFinished(60000));
        QFile pidFile(path("pid"));
        QVERIFY(pidFile.open(QIODevice::ReadOnly));
        const QByteArray pid = pidFile.readAll().trimmed();
        const QByteArray shown = script.readAll();
        ::kill(pid.toInt(), SIGKILL);
        const QByteArray note = QByteArrayLiteral("the command runs on as process ") + pid;
        QVERIFY2(shown.contains(note), shown.constData());
        QVERIFY2(shown.contains(" icanon"), shown.constData());
        QVERIFY2(shown.contains(" echo "), shown.constData());
    }
};

EMBER_TEST(TstTerminal)
#include "tst_terminal.moc"
