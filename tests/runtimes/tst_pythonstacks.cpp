// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profile.h"
#include "tests/runtimes/recordedrun.h"
#include "tests/runtimes/runtimeprograms.h"
#include "tests/runtimes/scriptcalls.h"
#include "tests/support/testmain.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string>
#include <vector>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

namespace {

// The profile of a script of this folder that works for 2 s of CPU time.
ProfilePointer recordedScript(const QString &program, const QString &script)
{
    return recordedCommand({program, QStringLiteral(EMBER_SOURCE_DIR "/tests/runtimes/") + script,
                            QStringLiteral("2")});
}

} // namespace

class TstPythonStacks : public QObject {
    Q_OBJECT

private slots:
    void functionsOfTheUserHaveTheirNames_data();
    void functionsOfTheUserHaveTheirNames();
    void functionsThatNativeCodeCallsHaveTheirNames_data() { addPythons(); }

    void functionsThatNativeCodeCallsHaveTheirNames();
};

void TstPythonStacks::functionsOfTheUserHaveTheirNames_data()
{
    addPythons();
}

// By share of CPU time, whatever the order: the program works 50, 30 and 20 % in three functions.
void TstPythonStacks::functionsOfTheUserHaveTheirNames()
{
    QFETCH(QString, program);
    if (program.isEmpty())
        QSKIP("it is not here");
    const auto recorded = recordedScript(program, QStringLiteral("knownshares.py"));
    QVERIFY(recorded);
    const auto &profile = *recorded;
    std::map<std::string, std::size_t> shares;
    TimeShare inMain;
    std::size_t lines = 0;
    forEachRun(profile, ThreadIndex(0), [&](const Calls &calls, std::size_t ns) {
        const auto isMain = [](const Call &call) { // not that of the module site
            return call.name == "main" && call.file.ends_with("knownshares.py");
        };
        const bool isInMain = std::ranges::any_of(calls, isMain);
        inMain.add(isInMain, ns);
        if (!isInMain)
            return;
        for (const auto *name : {"alpha", "beta", "gamma"})
            shares[name] += has(calls, name) ? ns : 0U;
        const auto &leaf = calls.front();
        lines += leaf.name != "spin" || (leaf.line >= 7 && leaf.line <= 10) ? ns : 0U;
        QCOMPARE(leaf.platform, std::string("python"));
        QVERIFY(leaf.file.ends_with("knownshares.py"));
    });
    qInfo("%zu of %zu ns in main; alpha %.1f beta %.1f gamma %.1f %%; lines right in %zu",
          inMain.ofKind, inMain.all, 100.0 * double(shares["alpha"]) / double(inMain.ofKind),
          100.0 * double(shares["beta"]) / double(inMain.ofKind),
          100.0 * double(shares["gamma"]) / double(inMain.ofKind), lines);
    QVERIFY(inMain.ofKind > 0 && inMain.ofKind * 100 >= inMain.all * 98);
    QVERIFY(lines * 100 >= inMain.ofKind * 95);
    constexpr std::array expected{std::pair("alpha", 50.0), std::pair("beta", 30.0),
                                  std::pair("gamma", 20.0)};
    for (const auto &[name, percent] : expected)
        QVERIFY(std::abs(100.0 * double(shares[name]) / double(inMain.ofKind) - percent) < 6);
}

// Such a program is mostly in the first instructions of the interpreter's function.
void TstPythonStacks::functionsThatNativeCodeCallsHaveTheirNames()
{
    QFETCH(QString, program);
    if (program.isEmpty())
        QSKIP("it is not here");
    const auto profile = recordedScript(program, QStringLiteral("callbacks.py"));
    QVERIFY(profile);
    TimeShare named;
    forEachRun(*profile, ThreadIndex(0),
               [&](const Calls &calls, std::size_t ns) { named.add(has(calls, "main"), ns); });
    qInfo("%.2f %% with the script's functions", 100.0 * double(named.ofKind) / double(named.all));
    QVERIFY(named.ofKind > 0);
    QVERIFY(named.ofKind * 100 >= named.all * 98);
}

EMBER_TEST(TstPythonStacks)
#include "tst_pythonstacks.moc"
