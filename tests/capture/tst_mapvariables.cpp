// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/jitmaps/askedmaps.h"
#include "tests/capture/recorderrun.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

using namespace ember;
using namespace ember::tests;

// What is set for a command whose compiled code is to have names.
class TstMapVariables : public QObject {
    Q_OBJECT

private slots:
    void optionsTheUserHasAreKept();
    void nodeNamesItsFunctions();
};

void TstMapVariables::optionsTheUserHasAreKept()
{
    const std::vector<std::string> environment{"NODE_OPTIONS=--a", "JAVA_TOOL_OPTIONS=-Xmx1g ",
                                               "NODE_OPTIONS=--b"};
    const auto variables = capture::mapVariables(environment);
    QCOMPARE(variables.front(), std::string("NODE_OPTIONS=--a --perf-basic-prof"));
    QVERIFY(variables.back().starts_with("JAVA_TOOL_OPTIONS=-Xmx1g -XX:"));
    QVERIFY(variables.back().find(" -XX:+PreserveFramePointer ") != std::string::npos);
    QCOMPARE(std::ranges::count(variables, std::string("DOTNET_PerfMapEnabled=1")), 1);
    QVERIFY(capture::mapVariables(variables) == variables);
}

void TstMapVariables::nodeNamesItsFunctions()
{
    const auto node = QStandardPaths::findExecutable(QStringLiteral("node"));
    if (node.isEmpty())
        QSKIP("node is not here");
    const QTemporaryDir folder; // node writes a log where it stands
    const auto run =
        record({QStringLiteral("--cwd"), folder.path(), QStringLiteral("--name-jit")},
               {node, QStringLiteral("-e"),
                QStringLiteral("function busyWork(n) { let s = 0; for (let i = 0; i < n; ++i) s += "
                               "i % 7; return s }\n"
                               "for (let i = 0; i < 3000; ++i) busyWork(20000)")});
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const auto &process = run.profile->process(launchedProcesses(*run.profile).front());
    const auto path = QStringLiteral("/tmp/perf-%1.map").arg(process.pid);
    const auto map = contentOf(path);
    QFile::remove(path);
    QVERIFY2(map.contains("busyWork"), describe(run).toUtf8().constData());
    QVERIFY(run.errors.contains("isolate*.log"));
    QVERIFY2(run.errors.contains("note: set for the command: NODE_OPTIONS, "),
             run.errors.constData());
    bool isInLog = false;
    run.profile->tables().events.forEach([&](std::size_t, const model::CaptureEvent &event) {
        isInLog = isInLog
            || (event.text.isValid()
                && run.profile->text(event.text).starts_with("set for the command"));
    });
    QVERIFY(isInLog);
}

EMBER_TEST(TstMapVariables)
#include "tst_mapvariables.moc"
