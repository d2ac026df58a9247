// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/capturelog/logreader.h"
#include "model/profile/profile.h"
#include "tests/runtimes/scriptcalls.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <string>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

// A script that runs already when the recorder comes.
class TstAttachedScripts : public QObject {
    Q_OBJECT

private slots:
    void theFirstStopHasItsFunctions_data();
    void theFirstStopHasItsFunctions();
};

void TstAttachedScripts::theFirstStopHasItsFunctions_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("script");
    const auto add = [](const char *name, const char *program, const char *option,
                        const char *script) {
        QTest::newRow(name) << QStandardPaths::findExecutable(
            QString::fromLatin1(program),
            {QStringLiteral("/usr/bin"), QStringLiteral("/usr/local/bin")})
                            << QString::fromLatin1(option) << QString::fromLatin1(script);
    };
    add("Python", "python3", "-c",
        "def spin():\n while True: pass\nprint('ready', flush=True)\nspin()");
    add("Ruby", "ruby", "-e",
        "def spin() while true do end end\n$stdout.puts 'ready'\n$stdout.flush\nspin");
    add("PHP", "php", "-r", "function spin() { while (true) { } } echo \"ready\\n\"; spin();");
    add("Node", "node", "-e", "function spin() { for (;;) ; } console.log('ready'); spin();");
}

void TstAttachedScripts::theFirstStopHasItsFunctions()
{
    QFETCH(QString, program);
    QFETCH(QString, option);
    QFETCH(QString, script);
    if (program.isEmpty())
        QSKIP("it is not here");
    QProcess target;
    target.start(program, {option, script});
    QVERIFY(target.waitForReadyRead(60'000));
    const QTemporaryDir folder;
    const auto log = folder.filePath(QStringLiteral("capture.ember"));
    QProcess recorder;
    recorder.start(QStringLiteral(EMBER_BUILD_DIR "/emberchart-record"),
                   {QStringLiteral("-d"), QStringLiteral("0.5"), QStringLiteral("-o"), log,
                    QStringLiteral("--pid"), QString::number(target.processId())});
    QVERIFY(recorder.waitForFinished(120'000));
    target.kill();
    QVERIFY(target.waitForFinished());
    QFile file(log);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto bytes = file.readAll().toStdString();
    const auto reading = capturelog::readCaptureLog(log.toStdString(), bytes, {});
    QVERIFY(reading.has_value());
    const auto &samples = reading->profile->samples(ThreadIndex(0));
    QVERIFY(samples.size() > 0);
    const auto isSpin = [](const Call &call) { return call.name.ends_with("spin"); };
    samples.stacks.forEach([&](std::size_t row, StackIndex stack) {
        if (row == 0)
            QVERIFY(std::ranges::any_of(callsOf(*reading->profile, stack), isSpin));
    });
}

EMBER_TEST(TstAttachedScripts)
#include "tst_attachedscripts.moc"
