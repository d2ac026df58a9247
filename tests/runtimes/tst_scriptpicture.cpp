// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/symbols/symbolizer.h"
#include "model/core/text.h"
#include "model/profile/samplerows.h"
#include "model/profile/scripts.h"
#include "model/query/gilwaits.h"
#include "model/spans/spanbuilder.h"
#include "tests/runtimes/recordedrun.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>

using namespace ember;
using namespace ember::model;
using namespace ember::tests;

namespace {

// The frames of a stack of a script, outermost first; nothing of other stacks.
std::vector<FrameIndex> framesOfScript(const Profile &profile, const ScriptRoles &roles,
                                       StackIndex stack)
{
    std::vector<FrameIndex> frames;
    bool hasScript = false;
    for (; stack != emptyStack; stack = profile.stack(stack).parent) {
        frames.push_back(profile.stack(stack).frame);
        hasScript |= roles[frames.back()] == ScriptRole::Script;
    }
    std::ranges::reverse(frames);
    return hasScript ? frames : std::vector<FrameIndex>();
}

// What a command does, with names; null if it could not be recorded.
ProfilePointer namedRun(const QStringList &command)
{
    capture::Symbolizer names{capture::SymbolPaths()};
    return recordedCommand(command, {.resolver = &names});
}

// The number of boxes at any depth that are calls of a function of the program.
std::size_t boxesCalled(const SpanTable &spans, std::string_view name,
                        std::string_view file = "knownshares")
{
    const auto &profile = *spans.profile();
    std::size_t count = 0;
    for (std::size_t row = 0; row < spans.threadCount(); ++row) {
        for (const auto &depth : spans.thread(ThreadIndex(row)).rows) {
            for (std::size_t box = 0; box < depth.boxes.size(); ++box) {
                const auto frame = spans.frame(depth.boxes[BoxIndex(box)]);
                const auto function = profile.frame(frame).function;
                const bool isOwn = function.isValid()
                    && lowerCase(profile.text(profile.function(function).file)).find(file)
                        != std::string::npos;
                count += isOwn && frameName(profile, frame) == name ? 1U : 0U;
            }
        }
    }
    return count;
}

// Returns the number of gaps in the samples of the thread that has the most: the recorder had no
// CPU for long, which ends all boxes.
std::size_t mostGaps(const Profile &profile)
{
    std::size_t most = 0;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto &samples = profile.samples(ThreadIndex(row));
        std::size_t marks = 0;
        for (std::size_t sample = 0; sample < samples.size(); ++sample)
            marks += isGapMark(samples, SampleIndex(sample)) ? 1U : 0U;
        most = std::max(most, marks);
    }
    return most;
}

} // namespace

// What the window shows of the real interpreters.
class TstScriptPicture : public QObject {
    Q_OBJECT

private slots:
    void theUsersFunctionsStandAlone_data();
    void theUsersFunctionsStandAlone();
    void callsThatJustBeginDoNotCutTheirCallers();
    void threadsOfPythonWaitForEachOther();
};

void TstScriptPicture::theUsersFunctionsStandAlone_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("main");
    QTest::addColumn<QByteArray>("alpha");
    const QString folder = QStringLiteral(EMBER_SOURCE_DIR "/tests/runtimes/");
    QTest::newRow("Python") << QStringLiteral("/usr/bin/python3.11")
                            << QStringList{folder + QStringLiteral("knownshares.py")}
                            << QByteArray("main") << QByteArray("alpha");
    QTest::newRow("Node") << QStringLiteral("node")
                          << QStringList{folder + QStringLiteral("knownshares.js")}
                          << QByteArray("main") << QByteArray("alpha");
    QTest::newRow("Java") << QStringLiteral("java")
                          << QStringList{folder + QStringLiteral("KnownShares.java")}
                          << QByteArray("KnownShares.main") << QByteArray("KnownShares.alpha");
}

void TstScriptPicture::theUsersFunctionsStandAlone()
{
    QFETCH(const QString, program);
    QFETCH(const QStringList, arguments);
    QFETCH(const QByteArray, main);
    QFETCH(const QByteArray, alpha);
    const auto path = QStandardPaths::findExecutable(program);
    if (path.isEmpty())
        QSKIP(qPrintable(program + QStringLiteral(" is not here")));
    const auto recorded =
        namedRun(QStringList{path} + arguments + QStringList{QStringLiteral("2")});
    QVERIFY(recorded);
    const auto spans = buildSpans(recorded, StackChoice());
    const auto &profile = *spans->profile();
    ScriptRoles roles;
    roles.update(profile);
    std::size_t stacks = 0;
    QString withoutMain; // the last such stack
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto &samples = profile.samples(ThreadIndex(row));
        samples.stacks.forEach([&](std::size_t, StackIndex stack) {
            const auto frames = framesOfScript(profile, roles, stack);
            stacks += frames.empty() ? 0U : 1U;
            if (!frames.empty())
                QCOMPARE(roles[frames.front()], ScriptRole::Script);
            QStringList names;
            for (const FrameIndex frame : frames) {
                names << QString::fromStdString(frameName(profile, frame));
                QVERIFY2(!isOfInterpreter(roles[frame]), qPrintable(names.last()));
            }
            if (!names.isEmpty() && !names.contains(QString::fromLatin1(main)))
                withoutMain = names.join(u';');
        });
    }
    qInfo("%zu stacks of scripts; %zu calls of main, %zu of them as recorded", stacks,
          boxesCalled(*spans, main.toStdString()),
          boxesCalled(*buildSpans(recorded), main.toStdString()));
    QVERIFY(stacks >= 100);
    QVERIFY(boxesCalled(*spans, alpha.toStdString()) > 0);
    // It was called once; a gap ends all boxes.
    const auto calls = boxesCalled(*spans, main.toStdString());
    QVERIFY2(calls >= 1 && calls <= 1 + mostGaps(profile),
             qPrintable(QStringLiteral("%1 calls; %2").arg(calls).arg(withoutMain)));
}

// Many of these samples meet the interpreter's function in its first instructions.
void TstScriptPicture::callsThatJustBeginDoNotCutTheirCallers()
{
    const auto python = QStringLiteral("/usr/bin/python3.11");
    if (!QFile::exists(python))
        QSKIP("no python3.11");
    const auto code = QStringLiteral("import time\n"
                                     "def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\n"
                                     "def main():\n"
                                     "    end = time.time() + 2\n"
                                     "    while time.time() < end: fib(15)\n"
                                     "main()\n");
    const auto profile = namedRun({python, QStringLiteral("-c"), code});
    QVERIFY(profile);
    const auto spans = buildSpans(profile, StackChoice());
    const auto recorded = boxesCalled(*buildSpans(profile), "main", "<string>");
    qInfo("as recorded %zu calls", recorded);
    const auto gaps = mostGaps(*spans->profile());
    QVERIFY(recorded <= 5 + gaps);
    const auto calls = boxesCalled(*spans, "main", "<string>");
    QVERIFY2(calls >= 1 && calls <= 1 + gaps, qPrintable(QString::number(calls)));
}

// Two threads that only compute: one runs, the other waits for the global lock.
void TstScriptPicture::threadsOfPythonWaitForEachOther()
{
    const auto python = QStringLiteral("/usr/bin/python3.11");
    if (!QFile::exists(python))
        QSKIP("no python3.11");
    const auto code = QStringLiteral("import threading, time\n"
                                     "def spin(end):\n"
                                     "    while time.time() < end: sum(i for i in range(1000))\n"
                                     "end = time.time() + 2\n"
                                     "thread = threading.Thread(target=spin, args=(end,))\n"
                                     "thread.start()\n"
                                     "spin(end)\n"
                                     "thread.join()\n");
    const auto profile = namedRun({python, QStringLiteral("-c"), code});
    QVERIFY(profile);
    QCOMPARE(profile->threadCount(), std::size_t(2));
    QVERIFY(profile->samples(ThreadIndex(1)).size() > 0);
    // The main thread may have been alone for a while.
    const auto together = profile->samples(ThreadIndex(1)).times[SampleIndex(0)];
    for (const std::size_t row : {0U, 1U}) {
        const ThreadIndex thread(row);
        const auto &samples = profile->samples(thread);
        const auto first = firstAtOrAfter(samples, together);
        const auto count = samples.size() - first.row();
        const auto waits = gilWaits(*profile, thread, first, SampleIndex(samples.size()));
        const auto held = waits.holders.empty() ? 0 : waits.holders.front().samples;
        qInfo("%zu samples, %zu wait, held by the other in %zu", count, std::size_t(waits.samples),
              std::size_t(held));
        QVERIFY(waits.samples * 10 > count);
        QVERIFY(held * 2 > std::min<std::uint64_t>(waits.samples, 1'000));
        QCOMPARE(waits.holders.front().thread, ThreadIndex(1 - row));
    }
}

EMBER_TEST(TstScriptPicture)
#include "tst_scriptpicture.moc"
