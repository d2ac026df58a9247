// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profile.h"
#include "tests/runtimes/recordedrun.h"
#include "tests/runtimes/runtimeprograms.h"
#include "tests/runtimes/scriptcalls.h"
#include "tests/support/testmain.h"
#include "tests/support/waitforend.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

namespace {

const QString scriptFolder = QStringLiteral(EMBER_SOURCE_DIR "/tests/runtimes/");

bool isInstalled(const QString &program)
{
    return !QStandardPaths::findExecutable(program).isEmpty();
}

} // namespace

// Ruby and PHP: the system's, under the real recorder.
class TstInterpreterStacks : public QObject {
    Q_OBJECT

private slots:
    void functionsOfRubyHaveTheirNames_data();
    void functionsOfRubyHaveTheirNames();
    void functionsThatRubyCompiledHaveTheirNames_data();
    void functionsThatRubyCompiledHaveTheirNames();
    void functionsOfPhpHaveTheirNames_data();
    void functionsOfPhpHaveTheirNames();
    void longMethodsHaveTheirLines();
    void programsThatForkAndBecomeOthers();
    void programsThatBeginLateHaveTheirNames();

private:
    static void functionsHaveTheirNames(const QStringList &command, const std::string &platform,
                                        const QString &script,
                                        const std::vector<std::string> &functions,
                                        std::pair<std::uint32_t, std::uint32_t> spinLines);
};

void TstInterpreterStacks::functionsOfRubyHaveTheirNames_data()
{
    addRuntimePrograms(QStringLiteral("ruby"));
}

void TstInterpreterStacks::functionsOfRubyHaveTheirNames()
{
    QFETCH(QString, program);
    if (program.isEmpty())
        QSKIP("it is not here");
    functionsHaveTheirNames(
        {program}, "ruby", QStringLiteral("knownshares.rb"),
        {"Object#main", "Work#alpha", "Work.beta", "Object#gamma", "Integer#times"}, {7, 11});
}

// What its compiler made has the names of the functions; its code has none of its own.
void TstInterpreterStacks::functionsThatRubyCompiledHaveTheirNames_data()
{
    addRuntimePrograms(QStringLiteral("ruby"));
}

void TstInterpreterStacks::functionsThatRubyCompiledHaveTheirNames()
{
    QFETCH(QString, program);
    if (program.isEmpty())
        QSKIP("it is not here");
    for (const auto &compiler : {QStringLiteral("--yjit"), QStringLiteral("--rjit")}) {
        QProcess trial;
        trial.start(program, {compiler, QStringLiteral("-e"), QStringLiteral("exit")});
        QVERIFY(waitForEnd(trial));
        if (trial.exitCode() != 0 || !trial.readAllStandardError().isEmpty())
            continue; // a Ruby without this compiler
        const auto profile =
            recordedCommand({program, compiler, scriptFolder + QStringLiteral("knownshares.rb"),
                             QStringLiteral("2")});
        QVERIFY(profile);
        std::size_t busy = 0; // ns, in main()
        std::size_t nameless = 0;
        const auto &samples = profile->samples(ThreadIndex(0));
        samples.stacks.forEach([&](std::size_t row, StackIndex stack) {
            if (!has(callsOf(*profile, stack), "Object#main"))
                return;
            const auto used = samples.details[SampleIndex(row)].cpuNs;
            busy += used;
            const auto &leaf = profile->frame(profile->stack(stack).frame);
            nameless += leaf.function.isValid() || leaf.image.isValid() ? 0 : used;
        });
        qInfo("%s: %zu of %zu ns nameless", qPrintable(compiler), nameless, busy);
        QVERIFY(busy > 1'000'000'000);
        QVERIFY(nameless * 100 <= busy * 2);
        return;
    }
    QSKIP("it was built without a compiler");
}

void TstInterpreterStacks::functionsOfPhpHaveTheirNames_data()
{
    addRuntimePrograms(QStringLiteral("php"));
}

void TstInterpreterStacks::functionsOfPhpHaveTheirNames()
{
    QFETCH(QString, program);
    if (program.isEmpty())
        QSKIP("it is not here");
    functionsHaveTheirNames({program}, "php", QStringLiteral("knownshares.php"),
                            {"main", "Work::alpha", "Work::beta", "gamma", "getrusage"}, {12, 17});
}

// By share of CPU time, whatever the order: the program works 50, 30 and 20 % in three functions.
// `functions`: main(), those of 50, 30 and 20 %, and one of the interpreter's that is written in C;
// `spinLines`: the first and the last line of spin().
void TstInterpreterStacks::functionsHaveTheirNames(
    const QStringList &command, const std::string &platform, const QString &script,
    const std::vector<std::string> &functions, std::pair<std::uint32_t, std::uint32_t> spinLines)
{
    const auto profile =
        recordedCommand(command + QStringList{scriptFolder + script, QStringLiteral("3")});
    QVERIFY(profile);
    const auto isOfScript = [&](const Call &call) {
        return call.file.ends_with(script.toStdString());
    };
    std::map<std::string, std::size_t> shares;
    TimeShare inMain; // ns, as all shares
    std::size_t lines = 0;
    std::set<std::uint32_t> linesSeen;
    forEachRun(*profile, ThreadIndex(0), [&](const Calls &calls, std::size_t ns) {
        const auto isMain = [&](const Call &call) {
            return call.name == functions[0] && isOfScript(call);
        };
        const bool isInMain = std::ranges::any_of(calls, isMain);
        inMain.add(isInMain, ns);
        if (!isInMain)
            return;
        for (const auto &name : functions)
            shares[name] += has(calls, name) ? ns : 0U;
        const auto leaf = std::ranges::find_if(calls, isOfScript);
        QCOMPARE(leaf->platform, platform);
        const bool isSpin = leaf->name.ends_with("spin");
        if (isSpin)
            linesSeen.insert(leaf->line);
        lines +=
            !isSpin || (leaf->line >= spinLines.first && leaf->line <= spinLines.second) ? ns : 0U;
    });
    const auto percent = [&](const std::string &name) {
        return 100.0 * double(shares[name]) / double(inMain.ofKind);
    };
    qInfo("%zu of %zu ns in main; %.1f %.1f %.1f %%; lines right in %zu, of spin() %zu",
          inMain.ofKind, inMain.all, percent(functions[1]), percent(functions[2]),
          percent(functions[3]), lines, linesSeen.size());
    QVERIFY(inMain.ofKind > 0 && inMain.ofKind * 100 >= inMain.all * 98);
    QVERIFY(lines * 100 >= inMain.ofKind * 98);
    QVERIFY(linesSeen.size() >= 2); // not only that of the call that it made last
    constexpr std::array expected{50.0, 30.0, 20.0};
    for (std::size_t i = 0; i < expected.size(); ++i)
        QVERIFY(std::abs(percent(functions[i + 1]) - expected.at(i)) < 6);
    QVERIFY(shares[functions[4]] > 0);
}

// The line table of a method has three forms by its length; the second and the third are here.
void TstInterpreterStacks::longMethodsHaveTheirLines()
{
    if (!isInstalled(QStringLiteral("ruby")))
        QSKIP("ruby is not here");
    const QTemporaryDir folder;
    QFile script(folder.filePath(QStringLiteral("long.rb")));
    QVERIFY(script.open(QIODevice::WriteOnly));
    QByteArray text = "def long(x)\n";
    for (const int end : {50, 400}) {
        while (text.count('\n') < end)
            text += "  x = x + 1\n";
        text +=
            "  x = x + 1 while Process.clock_gettime(2) < " + QByteArray::number(4 * end) + "e-3\n";
    }
    script.write(text + "end\nlong(0)\n");
    script.close();
    const auto profile = recordedCommand({QStringLiteral("ruby"), script.fileName()});
    QVERIFY(profile);
    std::map<std::uint32_t, std::size_t> samples; // in which it has used CPU time
    forEachRun(*profile, ThreadIndex(0), [&](const Calls &calls, std::size_t) {
        for (const auto &call : calls) {
            if (call.name == "Object#long")
                ++samples[call.line];
        }
    });
    QVERIFY(samples[51] + samples[401] > 50);
    for (const auto &[line, count] : samples)
        QVERIFY2(line == 51 || line == 401 || count <= 2, qPrintable(QString::number(line)));
}

void TstInterpreterStacks::programsThatForkAndBecomeOthers()
{
    if (!isInstalled(QStringLiteral("ruby")) || !isInstalled(QStringLiteral("php")))
        QSKIP("ruby or php is not here");
    const auto profile =
        recordedCommand({QStringLiteral("ruby"), scriptFolder + QStringLiteral("handsover.rb"),
                         QStringLiteral("php"), scriptFolder + QStringLiteral("knownshares.php"),
                         QStringLiteral("1.5")});
    QVERIFY(profile);
    auto threads = threadsByFunction(*profile);
    QCOMPARE(threads["ruby Object#work"], 2U);
    QCOMPARE(threads["php main"], 1U);
}

// A library goes before the interpreter has begun: from then on the memory maps are read in another
// way, and the interpreter is looked for all the same.
void TstInterpreterStacks::programsThatBeginLateHaveTheirNames()
{
    if (!isInstalled(QStringLiteral("php")))
        QSKIP("php is not here");
    const auto profile =
        recordedCommand({QStringLiteral("env"),
                         QStringLiteral("LD_PRELOAD=" EMBER_BUILD_DIR "/targets/libslowstart.so"),
                         QStringLiteral("php"), scriptFolder + QStringLiteral("knownshares.php"),
                         QStringLiteral("4")});
    QVERIFY(profile);
    std::size_t inMain = 0; // ns
    for (std::size_t row = 0; row < profile->threadCount(); ++row) { // env's, and PHP's
        forEachRun(*profile, ThreadIndex(row), [&](const Calls &calls, std::size_t ns) {
            inMain += has(calls, "main") ? ns : 0U;
        });
    }
    qInfo("%zu ns in main", inMain);
    QVERIFY(inMain > 2'000'000'000);
}

EMBER_TEST(TstInterpreterStacks)
#include "tst_interpreterstacks.moc"
