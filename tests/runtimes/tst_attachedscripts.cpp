// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profile.h"
#include "tests/runtimes/recordedrun.h"
#include "tests/runtimes/scriptcalls.h"
#include "tests/support/testmain.h"
#include "tests/support/waitforend.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>
#include <string>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

namespace {

bool isWorkInFirstSample(qint64 process)
{
    const auto profile = recordedRun({QStringLiteral("-d"), QStringLiteral("0.5"),
                                      QStringLiteral("--pid"), QString::number(process)});
    if (!profile || profile->threadCount() == 0)
        return false;
    const auto &samples = profile->samples(ThreadIndex(0));
    const auto isWork = [](const Call &call) { return call.name.ends_with("work"); };
    return !samples.isEmpty()
        && std::ranges::any_of(callsOf(*profile, samples.stacks[SampleIndex(0)]), isWork);
}

} // namespace

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
        "def work():\n while True: pass\nprint('ready', flush=True)\nwork()");
    add("Python, asleep", "python3", "-c",
        "import time\ndef work():\n time.sleep(999)\nprint('ready', flush=True)\nwork()");
    add("Ruby", "ruby", "-e",
        "def work() while true do end end\n$stdout.puts 'ready'\n$stdout.flush\nwork");
    add("Ruby, asleep", "ruby", "-e",
        "def work() sleep end\n$stdout.puts 'ready'\n$stdout.flush\nwork");
    add("PHP", "php", "-r", "function work() { while (true) { } } echo \"ready\\n\"; work();");
    add("PHP, asleep", "php", "-r", "function work() { sleep(999); } echo \"ready\\n\"; work();");
    add("Node", "node", "-e", "function work() { for (;;) ; } console.log('ready'); work();");
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
    // The recorder does not wait for ever, and the machine may be busy.
    constexpr int mostRuns = 5;
    int runs = 0;
    while (runs < mostRuns && !isWorkInFirstSample(target.processId()))
        ++runs;
    target.kill();
    QVERIFY(waitForEnd(target));
    QVERIFY(runs < mostRuns);
}

EMBER_TEST(TstAttachedScripts)
#include "tst_attachedscripts.moc"
