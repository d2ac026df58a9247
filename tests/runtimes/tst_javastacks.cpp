// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/runtimes/recordedrun.h"
#include "tests/runtimes/runtimeprograms.h"
#include "tests/runtimes/scriptcalls.h"
#include "tests/support/testmain.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <map>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

// A real JVM under the real recorder.
class TstJavaStacks : public QObject {
    Q_OBJECT

private slots:
    void functionsOfTheUserHaveTheirNames_data() { addRuntimePrograms(QStringLiteral("java")); }

    void functionsOfTheUserHaveTheirNames();
};

// The program works 50, 30 and 20 % in three functions; its other threads compile and collect.
void TstJavaStacks::functionsOfTheUserHaveTheirNames()
{
    QFETCH(QString, program);
    const auto javac = QStandardPaths::findExecutable(QStringLiteral("javac"));
    if (program.isEmpty() || javac.isEmpty())
        QSKIP("it is not here, or javac is not");
    const QTemporaryDir folder;
    const auto source = QStringLiteral(EMBER_SOURCE_DIR "/tests/runtimes/KnownShares.java");
    QCOMPARE(QProcess::execute(javac, {QStringLiteral("-d"), folder.path(), source}), 0);
    // A round of the program takes about as long as a period.
    const auto recorded =
        recordedRun({QStringLiteral("--jitter"), QStringLiteral("-F"), QStringLiteral("499"),
                     QStringLiteral("--"), program, QStringLiteral("-cp"), folder.path(),
                     QStringLiteral("KnownShares"), QStringLiteral("4")});
    QVERIFY(recorded);
    const auto &profile = *recorded;
    std::map<std::string, std::size_t> shares;
    std::size_t samples = 0;
    std::size_t inMain = 0; // ns, as all shares
    std::size_t lines = 0;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        forEachRun(profile, ThreadIndex(row), [&](const Calls &calls, std::size_t ns) {
            if (!has(calls, "main"))
                return;
            ++samples;
            inMain += ns;
            const auto &leaf = calls.front();
            QCOMPARE(leaf.platform, std::string("java"));
            lines += leaf.name == "spin" && leaf.line >= 5 && leaf.line <= 10 ? ns : 0U;
            for (const auto *name : {"alpha", "beta", "gamma"})
                shares[name] += has(calls, name) ? ns : 0U;
        });
    }
    qInfo("%zu samples in main; alpha %.1f beta %.1f gamma %.1f %%; lines right in %.1f %%",
          samples, 100.0 * double(shares["alpha"]) / double(inMain),
          100.0 * double(shares["beta"]) / double(inMain),
          100.0 * double(shares["gamma"]) / double(inMain), 100.0 * double(lines) / double(inMain));
    QVERIFY(samples > 200);
    QVERIFY(lines * 100 >= inMain * 90);
    constexpr std::array expected{std::pair("alpha", 50.0), std::pair("beta", 30.0),
                                  std::pair("gamma", 20.0)};
    for (const auto &[name, percent] : expected)
        QVERIFY(std::abs(100.0 * double(shares[name]) / double(inMain) - percent) < 6);
}

EMBER_TEST(TstJavaStacks)
#include "tst_javastacks.moc"
