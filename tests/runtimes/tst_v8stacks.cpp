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

class TstV8Stacks : public QObject {
    Q_OBJECT

private slots:
    void functionsOfTheUserHaveTheirNames_data();
    void functionsOfTheUserHaveTheirNames();
};

void TstV8Stacks::functionsOfTheUserHaveTheirNames_data()
{
    addRuntimePrograms(QStringLiteral("node"));
}

// By share of CPU time, whatever the order: the program works 50, 30 and 20 % in three functions.
void TstV8Stacks::functionsOfTheUserHaveTheirNames()
{
    QFETCH(QString, program);
    if (program.isEmpty())
        QSKIP("it is not here");
    const auto recorded =
        recordedCommand({program, QStringLiteral(EMBER_SOURCE_DIR "/tests/runtimes/knownshares.js"),
                         QStringLiteral("3")});
    QVERIFY(recorded);
    const auto &profile = *recorded;
    std::map<std::string, std::size_t> shares;
    TimeShare inMain; // ns, as all shares
    std::size_t lines = 0;
    std::size_t inlined = 0;
    forEachRun(profile, ThreadIndex(0), [&](const Calls &calls, std::size_t ns) {
        const bool isInMain = has(calls, "main");
        inMain.add(isInMain, ns);
        if (!isInMain)
            return;
        for (const auto *name : {"alpha", "beta", "gamma"})
            shares[name] += has(calls, name) ? ns : 0U;
        inlined += has(calls, "step") ? ns : 0U;
        const auto leaf = std::ranges::find_if(
            calls, [](const Call &call) { return call.file.ends_with("knownshares.js"); });
        QVERIFY(leaf != calls.end());
        QCOMPARE(leaf->platform, "node");
        const bool isRight = leaf->name == "spin" ? leaf->line >= 9 && leaf->line <= 16
            : leaf->name == "step"                ? leaf->line >= 5 && leaf->line <= 7
                                                  : true;
        lines += isRight ? ns : 0U;
        QVERIFY(isRight || leaf->line == 0); // baseline code has no lines
    });
    const auto percentOf = [&](const char *name) {
        return 100.0 * double(shares[name]) / double(inMain.ofKind);
    };
    qInfo("%zu of %zu ns in main; alpha %.1f beta %.1f gamma %.1f %%; lines right in %zu, "
          "inlined %zu",
          inMain.ofKind, inMain.all, percentOf("alpha"), percentOf("beta"), percentOf("gamma"),
          lines, inlined);
    QVERIFY(inMain.ofKind > 0 && inMain.ofKind * 100 >= inMain.all * 99);
    // V8 decides how long code stays baseline code, which has none: mostly for milliseconds, now
    // and then for more than a second. If made code had no lines, hardly any would be left.
    QVERIFY(lines * 100 >= inMain.ofKind * 20);
    QVERIFY(inlined > 0);
    constexpr std::array expected{std::pair("alpha", 50.0), std::pair("beta", 30.0),
                                  std::pair("gamma", 20.0)};
    for (const auto &[name, percent] : expected)
        QVERIFY(std::abs(percentOf(name) - percent) < 6);
}

EMBER_TEST(TstV8Stacks)
#include "tst_v8stacks.moc"
