// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/capture/recorderrun.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QStandardPaths>
#include <QTest>

using namespace ember::tests;

// Stacks that lead through code that interpreters make at run time.
class TstGeneratedCode : public QObject {
    Q_OBJECT

private slots:
    void stacksLeadThroughPythonsTrampolines();
};

// One that can call its functions through trampolines: 3.12 and later, on machines for which it has
// them. Empty: there is none.
static QString pythonWithTrampolines()
{
    QStringList candidates;
    for (const char *name : {"python3", "python3.12", "python3.13", "python3.14"})
        candidates << QStandardPaths::findExecutable(QString::fromLatin1(name));
    const QDir versions(QDir::home().filePath(QStringLiteral(".pyenv/versions")));
    for (const auto &version : versions.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
        candidates << versions.filePath(version + QStringLiteral("/bin/python3"));
    candidates.removeAll(QString());
    for (const auto &candidate : candidates) {
        const auto run = runProgram(
            candidate,
            {QStringLiteral("-c"),
             QStringLiteral("import sys; sys.activate_stack_trampoline('perf'); print('yes')")});
        if (run.status == 0 && run.output == "yes\n")
            return candidate;
    }
    return {};
}

constexpr const char *script = "import time\n"
                               "def inner(n):\n"
                               "    return sum(i * i for i in range(n))\n"
                               "def outer(depth):\n"
                               "    return outer(depth - 1) if depth else inner(20000)\n"
                               "end = time.process_time() + 1\n"
                               "while time.process_time() < end:\n"
                               "    outer(10)\n";

void TstGeneratedCode::stacksLeadThroughPythonsTrampolines()
{
    const auto python = pythonWithTrampolines();
    if (python.isEmpty())
        QSKIP("no Python with trampolines (3.12 or later) here");
    const auto run = record({QStringLiteral("--env"), QStringLiteral("PYTHONPERFSUPPORT=1")},
                            {python, QStringLiteral("-c"), QString::fromLatin1(script)});
    QCOMPARE(run.status, 0);
    QVERIFY(run.profile);
    const auto &stacks = run.profile->tables().statistics;
    QVERIFY(stacks.nativeStacks > 50);
    QVERIFY2(
        100 * stacks.rootsReached >= 98 * stacks.nativeStacks,
        qPrintable(QStringLiteral("%1 of %2").arg(stacks.rootsReached).arg(stacks.nativeStacks)));
}

EMBER_TEST(TstGeneratedCode)
#include "tst_generatedcode.moc"
