// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/profile/profile.h"
#include "tests/runtimes/recordedrun.h"
#include "tests/runtimes/runtimeprograms.h"
#include "tests/runtimes/scriptcalls.h"
#include "tests/support/testmain.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QStringList>
#include <QTest>

#include <string>
#include <utility>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

namespace {

const QString scriptFolder = QStringLiteral(EMBER_SOURCE_DIR "/tests/runtimes/");

// The library of a Python that pyenv has built; "" if it is not here.
QString pythonLibrary(const QString &version, const QString &name)
{
    const QString path =
        QDir::homePath() + QStringLiteral("/.pyenv/versions/%1/lib/%2").arg(version, name);
    return QFileInfo::exists(path) ? path : QString();
}

// CPU time of a profile's threads, in ns: in stacks that have a function, and in all from the first
// to the last of these.
std::pair<std::size_t, std::size_t> timeIn(const Profile &profile, std::string_view function)
{
    std::size_t named = 0;
    std::size_t begun = 0;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        TimeShare share;
        forEachRun(profile, ThreadIndex(row), [&](const Calls &calls, std::size_t ns) {
            share.add(has(calls, function), ns);
        });
        named += share.ofKind;
        begun += share.all;
    }
    return {named, begun};
}

// CPU time of the threads that have a function, behind the last stack with it, in ns: in stacks
// without script frames, and in others.
std::pair<std::size_t, std::size_t> timeAfter(const Profile &profile, std::string_view function)
{
    std::size_t native = 0;
    std::size_t scripts = 0;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        bool isAfter = false;
        forEachRun(profile, ThreadIndex(row), [&](const Calls &calls, std::size_t ns) {
            if (has(calls, function)) {
                isAfter = true;
                native = scripts = 0;
            } else if (isAfter) {
                (calls.empty() ? native : scripts) += ns;
            }
        });
    }
    return {native, scripts};
}

} // namespace

// CPython where it is not alone: in programs of C++, beside another version, with interpreters
// below the main one, in processes that fork and become others.
class TstPythonHosts : public QObject {
    Q_OBJECT

private slots:
    void librariesInOneProgram_data();
    void librariesInOneProgram();
    void interpretersThatInterpretersRun_data() { addPythons(); }

    void interpretersThatInterpretersRun();
    void programsThatForkAndBecomeOthers_data() { addPythons(); }

    void programsThatForkAndBecomeOthers();
};

void TstPythonHosts::librariesInOneProgram_data()
{
    QTest::addColumn<QStringList>("libraries");
    const auto of = [](const char *version, const char *name) {
        return pythonLibrary(QString::fromLatin1(version), QString::fromLatin1(name));
    };
    const auto first = of("3.9.18", "libpython3.9.so.1.0");
    const auto second = of("3.11.7", "libpython3.11.so.1.0");
    const auto third = of("3.13.0", "libpython3.13.so.1.0");
    QTest::newRow("3.9") << QStringList{first};
    QTest::newRow("3.11") << QStringList{second};
    QTest::newRow("3.13") << QStringList{third};
    QTest::newRow("3.9 and 3.13") << QStringList{first, third};
}

void TstPythonHosts::librariesInOneProgram()
{
    QFETCH(QStringList, libraries);
    if (libraries.contains(QString()))
        QSKIP("it is not here");
    QStringList command{QStringLiteral(EMBER_BUILD_DIR "/targets/pythonhost"), QStringLiteral("1")};
    for (const auto &library : libraries)
        command << QStringLiteral("embedded%1").arg(libraries.indexOf(library)) << library;
    const auto profile = recordedCommand(command);
    QVERIFY(profile);
    for (qsizetype i = 0; i < libraries.size(); ++i) {
        const auto function = "embedded" + std::to_string(i);
        const auto [named, begun] = timeIn(*profile, function);
        // The thread runs on for 2 s without the library.
        const auto [native, scripts] = timeAfter(*profile, function);
        qInfo("%zu of %zu ns; then %zu native, %zu not", named, begun, native, scripts);
        QVERIFY(named > 500'000'000);
        QVERIFY(named * 100 >= begun * 90);
        QVERIFY(native > 1'000'000'000);
        QVERIFY(scripts * 50 <= native); // the interpreter's end
    }
}

void TstPythonHosts::interpretersThatInterpretersRun()
{
    QFETCH(QString, program);
    if (program.isEmpty())
        QSKIP("it is not here");
    const QString script = scriptFolder + QStringLiteral("subinterpreters.py");
    QProcess asked;
    asked.start(program, {script, QStringLiteral("0")});
    QVERIFY(asked.waitForFinished(60'000));
    if (asked.readAllStandardOutput().startsWith("no"))
        QSKIP("it has no module for it");
    const auto profile = recordedCommand({program, script, QStringLiteral("1")});
    QVERIFY(profile);
    std::size_t inside = 0;
    std::size_t below = 0;
    forEachRun(*profile, ThreadIndex(0), [&](const Calls &calls, std::size_t ns) {
        inside += has(calls, "inside") ? ns : 0;
        below += has(calls, "inside") && has(calls, "outside") ? ns : 0;
        QVERIFY(!has(calls, "after") || !has(calls, "inside"));
    });
    const auto after = timeIn(*profile, "after").first;
    const auto outside = timeIn(*profile, "outside").first;
    qInfo("%zu ns inside, %zu below outside of %zu, %zu after", inside, below, outside, after);
    // The program ran 1 s inside and 0.5 s after it. What it used before the interpreters were
    // known, and behind the last sample, is not counted.
    QVERIFY(inside > 500'000'000);
    QVERIFY(below * 100 >= inside * 99);
    QVERIFY(after > 200'000'000);
}

void TstPythonHosts::programsThatForkAndBecomeOthers()
{
    QFETCH(QString, program);
    if (program.isEmpty())
        QSKIP("it is not here");
    const auto other = QStringLiteral("/usr/bin/python3");
    if (!QFileInfo::exists(other))
        QSKIP("it is not here");
    const auto profile =
        recordedCommand({program, scriptFolder + QStringLiteral("handsover.py"), other,
                         scriptFolder + QStringLiteral("knownshares.py"), QStringLiteral("0.6")});
    QVERIFY(profile);
    auto threads = threadsByFunction(*profile);
    QCOMPARE(threads["python work"], 2U);
    QCOMPARE(threads["python alpha"], 1U);
}

EMBER_TEST(TstPythonHosts)
#include "tst_pythonhosts.moc"
