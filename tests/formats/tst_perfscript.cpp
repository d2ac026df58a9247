// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/import/importer.h"
#include "model/formats/perfscript/perflines.h"
#include "model/formats/perfscript/perfscriptformat.h"
#include "model/profile/samplerows.h"
#include "model/query/rangestatistics.h"
#include "model/query/stackweights.h"
#include "tests/formats/readfile.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <utility>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatImporter importer(perfscript::format);

Result<Import> read(const QByteArray &text)
{
    return readBytes(importer, std::string_view(text.data(), std::size_t(text.size())));
}

// A line per sample, "1ms blocked a;b 3 in nanosleep": time, state, stack, milliseconds on a CPU
// before, the system call. Gap marks are "end".
QString states(const Result<Import> &import)
{
    if (!import)
        return printed(import);
    const Profile &profile = *import->profiles.front().profile;
    const QStringList names{QStringLiteral("unknown"), QStringLiteral("running"),
                            QStringLiteral("runnable"), QStringLiteral("blocked")};
    QStringList lines;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        const auto &thread = profile.thread(ThreadIndex(row));
        const auto &samples = profile.samples(ThreadIndex(row));
        lines += QStringLiteral("thread ")
            + QString::fromStdString(std::string(profile.text(thread.id)));
        for (std::size_t place = 0; place < samples.size(); ++place) {
            const SampleIndex at(place);
            const auto detail = samples.details.contains(at) ? samples.details[at] : SampleDetail();
            QString line = QString::number(double(toNs(samples.times[at])) / 1e6) + u"ms ";
            line += isGapMark(samples, at)
                ? QStringLiteral("end")
                : names.at(int(detail.state)) + u' ' + stackText(profile, samples.stacks[at]);
            line = line.trimmed() + u' ' + QString::number(double(detail.cpuNs) / 1e6);
            if (detail.call != noSystemCall)
                line +=
                    QStringLiteral(" in ") + QString::fromStdString(systemCallText(detail.call));
            lines += line;
        }
    }
    return lines.join(u'\n');
}

QString text(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
}

bool isCut(const QByteArray &text)
{
    const auto import = read(text);
    return import && std::ranges::any_of(import->log.findings(), [](const Finding &finding) {
               return finding.code == "perfscript-cut";
           });
}

} // namespace

class TstPerfScript : public QObject {
    Q_OBJECT

private slots:
    void samplesHaveTheirFramesLeafFirst()
    {
        QCOMPARE(printed(readBytes(importer,
                                   "# header\n"
                                   "my app 7/8 [001]  10.000100:   5000 cpu-clock:u: \n"
                                   "\t  4011 leaf+0x11 (/bin/app)\n"
                                   "\t  4100 operator new(unsigned long) (/bin/app)\n"
                                   "\t  ff [unknown] ([unknown])\n"
                                   "\n"
                                   "my app 7/8 [001]  10.002100:   5000 cpu-clock:u: \n"
                                   "\t  4011 leaf+0x12 (/bin/app)\n")),
                 QStringLiteral("thread 8 my app\n"
                                "0ms [unknown];operator new(unsigned long);leaf [5000]\n"
                                "0.005ms  [nan]\n"
                                "2ms leaf [5000]\n"
                                "2.005ms  [nan]"));
    }

    void aCommentWithTheBuildIdOfAFileIsItsImages()
    {
        const auto import = read("# build-id 12AB /lib/upper.so\n"
                                 "# build-id 123 /lib/odd.so\n"
                                 "# build-id 1234 [kernel.kallsyms]\n"
                                 "# build-id 12ab34\n"
                                 "# build-id\n"
                                 "# build-id 12ab34           /opt/my app (deleted)\n"
                                 "# build-id 12ab /opt/replaced\n"
                                 "# build-id 12ac /opt/replaced\n"
                                 "a 1 1.0: 1000 cpu-clock:\n"
                                 "\t 1 k ([kernel.kallsyms])\n"
                                 "\t 2 u (/lib/upper.so)\n"
                                 "\t 3 o (/lib/odd.so)\n"
                                 "\t 4 jit (//anon)\n"
                                 "\t 5 r (/opt/replaced)\n"
                                 "\t 6 main (/opt/my app)\n\n");
        QVERIFY2(import, qPrintable(printed(import)));
        const Profile &profile = *import->profiles.front().profile;
        QStringList lines;
        auto stack = profile.samples(ThreadIndex(0)).stacks[SampleIndex(0)];
        for (; stack != emptyStack; stack = profile.stack(stack).parent) {
            const Frame &frame = profile.frame(profile.stack(stack).frame);
            const Image &image = profile.image(frame.image);
            lines += text(profile.text(image.codeFile)) % u' ' % text(profile.text(image.codeId))
                % (frame.inApp == InApp::Yes ? u" own" : u" of others");
        }
        QCOMPARE(lines.join(u'\n'),
                 QStringLiteral("[kernel.kallsyms]  of others\n"
                                "/lib/upper.so  of others\n"
                                "/lib/odd.so  of others\n"
                                "//anon  of others\n"
                                "/opt/replaced  own\n"
                                "/opt/my app 12ab34 own"));
    }

    // Clocks of a CPU only tick on one. Of a page fault it is not known how long the thread ran on.
    void aSampleOfACpuClockSaysThatItsThreadRan()
    {
        QCOMPARE(states(read("a 1 1.000: 1000000 cpu-clock:\n\t1 f (x)\n\n"
                             "a 1 1.001: 1000000 cpu-clock:\n\t1 g (x)\n\n"
                             "a 1 1.0015: 1 page-faults:\n\t1 p (x)\n\n"
                             "a 1 1.009: 1000000 cpu-clock:\n\t1 f (x)\n\n"
                             "idle 0 1.000: 1000000 cpu-clock:\n\t1 i (x)\n\n")),
                 QStringLiteral("thread 1\n"
                                "0ms running f 0\n"
                                "1ms running g 1\n"
                                "2ms unknown p 1\n"
                                "2ms end 0\n"
                                "9ms running f 0\n"
                                "10ms end 1\n"
                                "thread 0\n"
                                "0ms blocked i 0\n"
                                "1ms end 0"));
        // It used no more of the CPU than was counted.
        QCOMPARE(states(read("a 1 1.000: 1000000 cpu-clock:\n\t1 f (x)\n\n"
                             "a 1 1.0014: 1000000 cpu-clock:\n\t1 g (x)\n\n")),
                 QStringLiteral("thread 1\n0ms running f 0\n1.4ms running g 1\n2.4ms end 1"));
        QCOMPARE(states(read("a 1 1.000: 1 page-faults:\n\t1 f (x)\n\n")),
                 QStringLiteral("thread 1\n0ms unknown f 0"));
    }

    void aSampleOfACpuClockLastsNoLongerThanItsPeriod()
    {
        for (const char *event : {"task-clock", "cpu-clock:u"}) {
            const QByteArray end = QByteArray(": 1000000 ") + event + ":\n\t1 ";
            const auto import =
                read("a 1 1.000" + end + "f (x)\n\nb 2 1.000" + end + "g (x)\n\na 1 1.001200" + end
                     + "f (x)\n\na 1 1.009" + end + "f (x)\n\n");
            QCOMPARE(printed(import),
                     QStringLiteral("thread 1 a\n0ms f [1e+06]\n1.2ms f [1e+06]\n2.2ms  [nan]\n"
                                    "9ms f [1e+06]\n10ms  [nan]\n"
                                    "thread 2 b\n0ms g [1e+06]\n1ms  [nan]"));
            const auto &profile = *import->profiles.front().profile;
            QCOMPARE(profile.sampleCount(), std::uint64_t(4));
            QCOMPARE(profile.samples(ThreadIndex(0)).size(), std::size_t(5));
        }
    }

    // A CPU of 1 GHz.
    void cyclesTellTheTimeOfTheirPeriods()
    {
        QByteArray text;
        for (const char *time : {"1.000", "1.001", "1.002", "1.004", "1.200"})
            text += QByteArray("a 1 ") + time + ": 1000000 cycles:P:\n\t1 f (x)\n\n";
        QCOMPARE(printed(read(text)),
                 QStringLiteral("thread 1 a\n0ms f [1e+06]\n1ms f [1e+06]\n2ms f [1e+06]\n"
                                "4ms f [1e+06]\n5ms  [nan]\n200ms f [1e+06]\n201ms  [nan]"));
    }

    // As perf's do at first. A CPU of 2 GHz. Half a nanosecond is one.
    void risingPeriodsAreNoTimeOffTheCpu()
    {
        using Row = std::pair<const char *, const char *>;
        QByteArray text;
        for (const auto &[time, period] :
             {Row("1.000", "1"), Row("1.001", "2000000"), Row("1.002", "2000000"),
              Row("1.008", "12000000"), Row("1.009", "2000000")})
            text += QByteArray("a 1 ") + time + ": " + period + " cycles:P:\n\t1 f (x)\n\n";
        text += "b 2 1.000: 1 cycles:P:\n\t1 g (x)\n\n";
        QCOMPARE(printed(read(text)),
                 QStringLiteral("thread 1 a\n0ms f [1]\n1ms f [2e+06]\n2ms f [2e+06]\n"
                                "8ms f [1.2e+07]\n9ms f [2e+06]\n10ms  [nan]\n"
                                "thread 2 b\n0ms g [1]\n1e-06ms  [nan]"));
    }

    void ofOtherEventsASampleLastsUntilTheNext()
    {
        QCOMPARE(printed(read("a 1 1.0: 1 sched:sched_switch:\n\t1 f (x)\n\n"
                              "a 1 2.0: 1 sched:sched_switch:\n\t1 f (x)\n\n")),
                 QStringLiteral("thread 1 a\n0ms f [1]\n1000ms f [1]"));
    }

    void theTimesOfARealRecordingAreItsPeriods()
    {
        const QString path = referenceData(QStringLiteral("rprofile/perf/perf_script.txt"));
        if (path.isEmpty())
            QSKIP("no reference data");
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto import = read(file.readAll());
        QVERIFY(import);
        const auto &profile = *import->profiles.front().profile;
        Weight all;
        Selection selection;
        selection.weight = ValueTypeIndex(0);
        for (const Weight &weight : stackWeights(profile, selection))
            all.add(weight);
        QCOMPARE(all.samples, profile.sampleCount());
        QVERIFY(std::abs(double(all.time.count()) / all.value - 1) < 0.01);
    }

    void theFirstLineIsTakenInAllItsForms()
    {
        const auto plain = perfscript::parseSampleLine("  swapper     0 1554.5: cycles: ");
        QVERIFY(plain.has_value());
        QCOMPARE(plain->tid, std::string_view("0"));
        QCOMPARE(plain->command, std::string_view("swapper"));
        QCOMPARE(*plain->time, Nanoseconds(1'554'500'000'000));
        QVERIFY(!plain->period && plain->event == "cycles");
        const auto numbers = perfscript::parseSampleLine("kworker/0:1 2 3/4 1.000000001: 9 x: y");
        QVERIFY(numbers.has_value());
        QCOMPARE(numbers->command, std::string_view("kworker/0:1 2"));
        QCOMPARE(numbers->pid, std::string_view("3"));
        QCOMPARE(*numbers->time, Nanoseconds(1'000'000'001));
        const auto fine = perfscript::parseSampleLine("a 3 1.00000000199999999999999999999: 9 x:");
        QVERIFY(fine.has_value());
        QCOMPARE(*fine->time, Nanoseconds(1'000'000'001));
        QVERIFY(!perfscript::parseSampleLine("main 12 no time:").has_value());
        QVERIFY(!perfscript::parseSampleLine("").has_value());
    }

    void aFrameBehindTheEventIsTheStack()
    {
        QCOMPARE(printed(readBytes(importer,
                                   "a 1 1.0: 10 cycles:  4011 leaf+0x11 (/bin/app)\n"
                                   "a 1 1.1: 10 cycles:  ff [unknown] ([unknown])\n"
                                   "a 1 1.2: sched:sched_wakeup: b 2\n")),
                 QStringLiteral("thread 1 a\n0ms leaf [10] [nan]\n100ms [unknown] [10] [nan]\n"
                                "100ms  [nan] [nan]\n200ms  [nan] [1]\n200ms  [nan] [nan]"));
        QCOMPARE(printed(readBytes(importer,
                                   "              dd 9 1.0: 10 cycles:  4011 leaf (/bin/app)\n"
                                   "              dd 9 1.1: 10 cycles:  4012 f (/bin/app)\n"
                                   "              dd 9 1.2: sched:sched_wakeup: b 2\n"
                                   "               1 8 1.3: 10 cycles:  4012 f (/bin/app)\n")),
                 QStringLiteral("thread 9 dd\n0ms leaf [10] [nan]\n100ms f [10] [nan]\n"
                                "100ms  [nan] [nan]\n200ms  [nan] [1]\n200ms  [nan] [nan]\n"
                                "thread 8 1\n300ms f [10]"));
    }

    void theLastParenthesesHoldTheBinary_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QByteArray>("symbol");
        QTest::addColumn<QByteArray>("binary");
        QTest::newRow("deleted") << QByteArray("11d6 f+0x1 (/tmp/x (deleted))") << QByteArray("f")
                                 << QByteArray("/tmp/x");
        QTest::newRow("deleted, unknown") << QByteArray("11d6 [unknown] (/tmp/a b (deleted))")
                                          << QByteArray() << QByteArray("/tmp/a b");
        QTest::newRow("arguments") << QByteArray("1 std::function<void (int)>::operator()(int) "
                                                 "const+0x5 (/usr/bin/my app)")
                                   << QByteArray("std::function<void (int)>::operator()(int) const")
                                   << QByteArray("/usr/bin/my app");
        QTest::newRow("copy") << QByteArray("1 f (int) (/tmp/app (copy) 2/app)")
                              << QByteArray("f (int)") << QByteArray("/tmp/app (copy) 2/app");
        QTest::newRow("unmatched")
            << QByteArray("1 f(int) (/tmp/a)b)") << QByteArray("f(int)") << QByteArray("/tmp/a)b");
        QTest::newRow("no symbol")
            << QByteArray("1 (/tmp/x (deleted))") << QByteArray() << QByteArray("/tmp/x");
        QTest::newRow("unknown") << QByteArray("1 [unknown] ([unknown])") << QByteArray()
                                 << QByteArray();
        QTest::newRow("inlined") << QByteArray("1 f (inlined)") << QByteArray("f") << QByteArray();
    }

    void theLastParenthesesHoldTheBinary()
    {
        QFETCH(QByteArray, line);
        QFETCH(QByteArray, symbol);
        QFETCH(QByteArray, binary);
        const auto frame = perfscript::parseFrameLine(line.constData());
        QVERIFY(frame.has_value());
        const auto text = [](std::string_view view) {
            return QByteArray(view.data(), qsizetype(view.size()));
        };
        QCOMPARE(text(frame->symbol), symbol);
        QCOMPARE(text(frame->binary), binary);
        QCOMPARE(frame->isInlined, line.endsWith("(inlined)"));
    }

    // Addresses differ with each run, and a function each is none that anybody could name.
    void whatPerfDoesNotKnowIsAFunctionOfItsModule()
    {
        const auto import =
            readBytes(importer,
                      "a 1 1.0: 10 cycles:\n\t11d6 [unknown] (/tmp/x (deleted))\n"
                      "\t106e [unknown] (/tmp/x (deleted))\n\t7f01 [unknown] (/tmp/y)\n\n");
        QCOMPARE(printed(import),
                 QStringLiteral("thread 1 a\n0ms [unknown];[unknown];[unknown] [10]"));
        QCOMPARE(import->profiles.front().profile->tables().functions.size(), std::size_t(2));
    }

    void anInlinedFrameLiesInTheBinaryOfTheNext()
    {
        const auto import = read("a 1 1.0: 10 cycles:\n\t30 g (inlined)\n\t30 f (inlined)\n"
                                 "\t30 main+0x5 (/bin/app)\n\n");
        QCOMPARE(printed(import), QStringLiteral("thread 1 a\n0ms main;f;g [10]"));
        const auto &profile = *import->profiles.front().profile;
        int inlined = 0;
        profile.tables().frames.forEach([&](std::size_t, const Frame &frame) {
            inlined += frame.inlined == Inlined::Yes ? 1 : 0;
            QCOMPARE(profile.text(profile.function(frame.function).package),
                     std::string_view("/bin/app"));
            QCOMPARE(frame.pc, std::uint64_t(0x30));
        });
        QCOMPARE(inlined, 2);
    }

    void aCommandThatChangesIsAChangeOfItsThread()
    {
        const QByteArray stack = "\t1 f (x)\n\n";
        const auto import =
            read("sh 7/7 1.0: 1 cycles:\n" + stack + "ls 7/7 1.5: 1 cycles:\n" + stack
                 + "a 8/8 1.5: 1 cycles:\n" + stack + "ls 7/7 2.0: 1 cycles:\n" + stack);
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(profile.threadCount(), std::size_t(2));
        QCOMPARE(profile.text(profile.thread(ThreadIndex(0)).name), std::string_view("ls"));
        QStringList changes;
        profile.tables().threadChanges.forEach([&](std::size_t, const ThreadChange &change) {
            changes += QStringLiteral("%1 %2 %3")
                           .arg(change.thread.row())
                           .arg(toNs(change.time) / 1'000'000)
                           .arg(QString::fromStdString(std::string(profile.text(change.name))));
        });
        QCOMPARE(changes, (QStringList{QStringLiteral("0 0 sh"), QStringLiteral("0 500 ls")}));
        QCOMPARE(import->log.findings().size(), std::size_t(1));
        QCOMPARE(import->log.findings().front().code, std::string("perfscript-renamed-threads"));
        QCOMPARE(import->log.findings().front().count, std::uint64_t(1));
    }

    void severalEventsAreValuesOfTheirOwnAndSaid()
    {
        const QByteArray one = "w 1 1.5: 5 cycles: \n\t10 a+0x1 (x)\n\n";
        QVERIFY(read(one + one)->log.findings().empty());
        const auto import = read("w 1 1.4: 7 instructions: \n\t10 b+0x1 (x)\n\n" + one);
        QCOMPARE(printed(import),
                 QStringLiteral("thread 1 w\n0ms b [7] [nan]\n0ms  [nan] [nan]\n"
                                "100ms a [nan] [5]"));
        QCOMPARE(import->log.findings().size(), std::size_t(1));
        const auto &finding = import->log.findings().front();
        QCOMPARE(finding.code, std::string("perfscript-several-events"));
        QCOMPARE(finding.detail,
                 std::string("times are those of the samples of cycles (1); samples of "
                             "instructions (1) take no time: they are counted, and have values of "
                             "their own, which can be chosen as weight"));
        const auto untimed =
            read("w 1 5 cycles: \n\t10 a (x)\n\nw 1 7 instructions: \n\t10 a (x)\n\n");
        QCOMPARE(untimed->log.findings().front().detail,
                 std::string("counts are those of the samples of cycles (1), instructions (1)"));
    }

    // The text is that of a recording with -e cpu-clock -e page-faults.
    void samplesOfOtherEventsTakeNoTimeFromTheClock()
    {
        const auto import = read("a 1 1.000: 1 page-faults:\n\t1 p (x)\n\n"
                                 "a 1 1.001: 4000000 cpu-clock:\n\t1 f (x)\n\n"
                                 "a 1 1.002: 3 page-faults:\n\t1 p (x)\n\n"
                                 "a 1 1.003: 4 page-faults:\n\t1 p (x)\n\n"
                                 "a 1 1.005: 4000000 cpu-clock:\n\t1 f (x)\n\n"
                                 "a 1 1.006: 5 page-faults:\n\t1 p (x)\n\n"
                                 "a 1 1.020: 6 page-faults:\n\t1 p (x)\n\n"
                                 "b 2 1.001: 1 page-faults:\n\t1 p (x)\n\n"
                                 "b 2 1.002: 1 page-faults:\n\t1 p (x)\n\n");
        QCOMPARE(printed(import),
                 QStringLiteral("thread 1 a\n"
                                "0ms p [1] [nan]\n0ms  [nan] [nan]\n"
                                "1ms f [nan] [4e+06]\n"
                                "5ms p [3] [nan]\n5ms p [4] [nan]\n5ms f [nan] [4e+06]\n"
                                "9ms p [5] [nan]\n9ms  [nan] [nan]\n"
                                "20ms p [6] [nan]\n20ms  [nan] [nan]\n"
                                "thread 2 b\n"
                                "1ms p [1]\n1ms  [nan]\n2ms p [1]\n2ms  [nan]"));
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(profile.sampleCount(), std::uint64_t(9));
        Weight all;
        for (const Weight &weight : stackWeights(profile, {}))
            all.add(weight);
        QCOMPARE(all.time, Nanoseconds(8'000'000));
    }

    // A switch says when a thread left its CPU: it has no period where perf was not asked for it.
    void anEventWithoutPeriodsIsCountedBesideTheClock()
    {
        const auto import = read("a 1 1.000: 4000000 cpu-clock:\n\t1 f (x)\n\n"
                                 "a 1 1.002: sched:sched_switch: prev_comm=a ==> next_comm=b\n"
                                 "\t1 g (x)\n\n"
                                 "a 1 1.004: 4000000 cpu-clock:\n\t1 f (x)\n\n");
        QCOMPARE(printed(import),
                 QStringLiteral("thread 1 a\n0ms f [4e+06] [nan]\n4ms g [nan] [1]\n"
                                "4ms f [4e+06] [nan]\n8ms  [nan] [nan]"));
    }

    // The text is that of a recording with --switch-events.
    void switchesTellWhenThreadsRan()
    {
        const auto import = read("a 1/1 1.000: 4000000 cpu-clock:\n\t1 f (x)\n\n"
                                 "a 1/1 1.001: PERF_RECORD_SWITCH OUT preempt\n"
                                 "a 1/1 1.003: PERF_RECORD_SWITCH IN         \n"
                                 "a 1/1 1.004: 4000000 cpu-clock:\n\t1 g (x)\n\n"
                                 "a 1/1 1.005: PERF_RECORD_SWITCH OUT        \n"
                                 "a 1/1 1.009: PERF_RECORD_SWITCH IN         \n"
                                 "a 1/1 1.010: PERF_RECORD_SWITCH OUT        \n");
        QCOMPARE(states(import),
                 QStringLiteral("thread 1\n0ms running f 0\n1ms runnable f 1\n3ms running g 0\n"
                                "4ms running g 1\n5ms blocked 1\n9ms running g 0\n10ms end 1"));
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(profile.sampleCount(), std::uint64_t(6));
        const RangeStatistics figures = rangeStatistics(profile, {});
        QCOMPARE(figures.running.time, Nanoseconds(4'000'000));
        QCOMPARE(figures.runnable.time, Nanoseconds(2'000'000));
        QCOMPARE(figures.blocked.time, Nanoseconds(4'000'000));
        QCOMPARE(figures.busy, Nanoseconds(4'000'000));
        QCOMPARE(import->log.findings().size(), std::size_t(1));
        QCOMPARE(import->log.findings().front().code, std::string("perfscript-switches"));
        QCOMPARE(import->log.findings().front().count, std::uint64_t(5));
        QCOMPARE(printed(import).count(QStringLiteral("[4e+06]")), 2);
    }

    // With -e sched:sched_switch, too. The record of a switch follows its sample.
    void aSampledSwitchHasTheStackOfItsThread()
    {
        const QByteArray kernel = "\tff1 __schedule+0x6 ([kernel.kallsyms])\n"
                                  "\tff2 __x64_sys_clock_nanosleep+0xc ([kernel.kallsyms])\n"
                                  "\t2 rest (x)\n\n";
        const auto import =
            read("a 1/1 1.000: PERF_RECORD_SWITCH IN\n"
                 "a 1/1 [000] 1.001: 1 sched:sched_switch: prev_comm=a prev_pid=1 prev_prio=120 "
                 "prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
                 + kernel
                 + "a 1/1 1.001500: PERF_RECORD_SWITCH OUT\n"
                   "a 1/1 1.005: PERF_RECORD_SWITCH IN\n"
                   "a 1/1 1.006: 1000000 cpu-clock:\n\t1 f (x)\n\n"
                   "a 1/1 [000] 1.007: 1 sched:sched_switch: prev_comm=a prev_pid=1 prev_prio=120 "
                   "prev_state=R+ ==> next_comm=b next_pid=2 next_prio=120\n"
                   "\tff1 __schedule+0x6 ([kernel.kallsyms])\n\t1 f (x)\n\n"
                   "a 1/1 1.007500: PERF_RECORD_SWITCH OUT preempt\n"
                   "a 1/1 1.009: PERF_RECORD_SWITCH IN\n"
                   "a 1/1 1.010: PERF_RECORD_SWITCH OUT\n");
        const QString rest = QStringLiteral("rest;__x64_sys_clock_nanosleep;__schedule");
        QCOMPARE(
            states(import),
            QStringLiteral("thread 1\n0ms running %1 0\n"
                           "1.5ms blocked %1 1.5 in clock_nanosleep\n5ms running f 0\n"
                           "6ms running f 1\n7.5ms runnable f;__schedule 1.5\n9ms running f 0\n"
                           "10ms end 1")
                .arg(rest));
        // The samples of switches are no other event beside the clock.
        QCOMPARE(import->log.findings().size(), std::size_t(1));
    }

    void howAThreadLeftItsCpuIsReadInAllForms_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("isPreempted");
        const auto row = [](const char *text, bool isPreempted) {
            QTest::newRow(text) << QByteArray(text) << isPreempted;
        };
        row("prev_comm=a prev_pid=1 prev_prio=120 prev_state=R ==> next_comm=b next_pid=2", true);
        row("prev_comm=R ==> x prev_pid=1 prev_prio=1 prev_state=D ==> next_comm=b", false);
        row("prev_comm=a b prev_pid=1 prev_prio=120 prev_state=S|K ==> next_comm=b c", false);
        row("a:1 [120] R+ ==> b:2 [120]", true);
        row("a:1 [120] D ==> b:2 [120]", false);
        row("R", true);
        row("", false);
    }

    void howAThreadLeftItsCpuIsReadInAllForms()
    {
        QFETCH(QByteArray, text);
        QFETCH(bool, isPreempted);
        perfscript::SampleLine sample;
        sample.event = "sched:sched_switch";
        sample.rest = std::string_view(text.constData(), std::size_t(text.size()));
        QVERIFY(perfscript::switchOf(sample)
                == (isPreempted ? perfscript::Switch::Preempted : perfscript::Switch::Blocked));
        sample.event = "sched:sched_switch_other";
        QVERIFY(!perfscript::switchOf(sample));
    }

    // The text is that of a recording with -a; perf also prints it without the ids of processes.
    void switchesOfWholeCpusAreOfTheirFirstThread()
    {
        const char *const end = "PERF_RECORD_SWITCH_CPU_WIDE ";
        QByteArray text;
        for (const char *line : {":7 5/7 [000] 1.000: @IN           prev pid/tid:     0/0\n",
                                 ":7 5/7 [000] 1.001: @OUT preempt  next pid/tid:     9/9\n",
                                 "b c 9/9 [000] 1.001: @IN           prev pid/tid:     5/7\n",
                                 "b c 9/9 [000] 1.004: @OUT          next pid/tid:     0/0\n",
                                 "swapper 0/0 [000] 1.004: @IN           prev pid/tid:     9/9\n",
                                 ":-1 -1/-1 [001] 1.005: @IN           prev pid/tid:     0/0\n",
                                 ":7 5/7 [001] 1.006: @IN           prev pid/tid:     0/0\n",
                                 ":7 5/7 [001] 1.008: @OUT          next pid/tid:     0/0\n"})
            text += QByteArray(line).replace('@', end);
        const auto expected = QStringLiteral("thread 7\n0ms running 0\n1ms runnable 1\n"
                                             "6ms running 0\n8ms end 2\n"
                                             "thread 9\n1ms running 0\n4ms end 3");
        QCOMPARE(states(read(text)), expected);
        for (const char *process : {"5/", "9/", "0/", "-1/"})
            text.replace(QByteArray(QByteArray(" ") + process), " ");
        QCOMPARE(states(read(text)), expected);
    }

    void aSwitchMayBeMissing_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, QByteArray text, const char *expected) {
            text.replace("OUT", "PERF_RECORD_SWITCH OUT").replace("IN", "PERF_RECORD_SWITCH IN");
            text.replace(": f\n", ": 1000000 cpu-clock:\n\t1 f (x)\n\n");
            QTest::newRow(name) << text << QString::fromLatin1(expected);
        };
        row("in", "a 1 1.0: f\na 1 1.001: OUT\na 1 1.004: f\na 1 1.005: OUT\n",
            "0ms running f 0\n1ms blocked f 1\n4ms running f 0\n5ms end 1");
        row("out", "a 1 1.0: IN\na 1 1.001: f\na 1 1.004: IN\na 1 1.005: OUT\n",
            "0ms running f 0\n1ms running f 1\n5ms end 4");
        row("in, between two",
            "a 1 1.0: f\na 1 1.001: OUT\na 1 1.004: OUT preempt\na 1 1.005: IN\na 1 1.006: OUT\n",
            "0ms running f 0\n1ms blocked 1\n4ms runnable 0\n5ms running f 0\n6ms end 1");
        row("the last", "a 1 1.0: f\na 1 1.001: OUT\na 1 1.004: IN\na 1 1.005: f\n",
            "0ms running f 0\n1ms blocked f 1\n4ms running f 0\n5ms running f 1\n6ms end 1");
        row("the first", "a 1 1.0: OUT\na 1 1.004: IN\na 1 1.005: OUT\n",
            "0ms blocked 0\n4ms running 0\n5ms end 1");
        row("out twice at the end", "a 1 1.0: f\na 1 1.001: OUT\na 1 1.004: OUT\n",
            "0ms running f 0\n1ms blocked 1\n4ms end 0");
        row("all but one", "a 1 1.0: OUT\n", "0ms end 0");
        row("all of a thread", "a 1 1.0: f\na 1 1.009: f\nb 2 1.0: IN\n",
            "0ms running f 0\n9ms running f 9\n10ms end 1\nthread 2\n0ms end 0");
        row("at one time",
            "a 1 1.0: IN\na 1 1.0: f\na 1 1.001: OUT\na 1 1.001: IN\na 1 1.002: OUT\n",
            "0ms running f 0\n0ms running f 0\n1ms blocked 1\n1ms running f 0\n2ms end 1");
    }

    void aSwitchMayBeMissing()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, expected);
        QCOMPARE(states(read(text)), QStringLiteral("thread 1\n") + expected);
    }

    // A switch without a stack does not tell where its thread waits: only calls that the stacks
    // before and after share are certain.
    void aBlockedThreadIsInTheCallsBeforeAndAfter()
    {
        const char *const f = ": 1000000 cpu-clock:\n\t1 f (x)\n\t2 run (x)\n\t3 main (x)\n\n";
        const char *const g = ": 1000000 cpu-clock:\n\t4 g (x)\n\t5 run (x)\n\t3 main (x)\n\n";
        const char *const out = ": PERF_RECORD_SWITCH OUT\n";
        const QByteArray text = QByteArray("a 1 1.0") + f + "a 1 1.001" + out + "a 1 1.004" + g
            + "a 1 1.005" + out + "a 1 1.007" + g + "a 1 1.008" + out
            + "a 1 1.009: PERF_RECORD_SWITCH IN\na 1 1.010" + out;
        QCOMPARE(states(read(text)),
                 QStringLiteral("thread 1\n0ms running main;run;f 0\n1ms blocked main;run 1\n"
                                "4ms running main;run;g 0\n5ms blocked main;run;g 1\n"
                                "7ms running main;run;g 0\n8ms blocked 1\n"
                                "9ms running main;run;g 0\n10ms end 1"));
    }

    void samplesOfOtherEventsTakeNoTimeFromKnownStates()
    {
        const auto import = read("a 1 1.000: 1 page-faults:\n\t1 p (x)\n\n"
                                 "a 1 1.001: 4000000 cpu-clock:\n\t1 f (x)\n\n"
                                 "a 1 1.002: 3 page-faults:\n\t1 q (x)\n\n"
                                 "a 1 1.003: PERF_RECORD_SWITCH OUT\n"
                                 "a 1 1.004: PERF_RECORD_SWITCH IN\n"
                                 "a 1 1.005: 5 page-faults:\n\t1 q (x)\n\n");
        QCOMPARE(states(import),
                 QStringLiteral("thread 1\n0ms running p 0\n1ms running f 1\n3ms running q 2\n"
                                "3ms blocked 0\n4ms running f 0\n5ms running q 1\n5ms end 0"));
    }

    // The idle tasks are one of each CPU; what stands for them all uses no CPU.
    void samplesOfIdleTasksAreOfNoUsedCpu()
    {
        const auto import = read("swapper 0/0 1.000: 1000000 cpu-clock:\n\t1 idle (x)\n\n"
                                 "swapper 0/0 1.004: PERF_RECORD_SWITCH OUT\n"
                                 "a 1/1 1.004: PERF_RECORD_SWITCH IN\n"
                                 "a 1/1 1.005: PERF_RECORD_SWITCH OUT\n");
        QCOMPARE(states(import),
                 QStringLiteral("thread 0\n0ms blocked idle 0\n1ms end 0\n"
                                "thread 1\n4ms running 0\n5ms end 1"));
        const auto &profile = *import->profiles.front().profile;
        const RangeStatistics figures = rangeStatistics(profile, {});
        QVERIFY(isCpuTime(profile, figures));
        QCOMPARE(figures.busy, Nanoseconds(1'000'000));
        // A task whose id perf does not know any more has used some, nobody knows how much.
        const auto lost = read("a -1/-1 1.000: 1000000 cpu-clock:\n\t1 f (x)\n\n"
                               "a 1/1 1.004: PERF_RECORD_SWITCH IN\n"
                               "a 1/1 1.005: PERF_RECORD_SWITCH OUT\n");
        const auto &partly = *lost->profiles.front().profile;
        QVERIFY(!isCpuTime(partly, rangeStatistics(partly, {})));
    }

    void switchesOfAbsurdThreadsAndTimesAreBounded()
    {
        const QByteArray out = ": PERF_RECORD_SWITCH OUT\n";
        const auto import =
            read("a 99999999999999999999/99999999999999999999 1.0" + out + "a 1/1 8999999999.0"
                 + out + "a 1/1 99999999999999.0" + out + "a 1/1 -1.0" + out
                 + "a 1/1 2.0: PERF_RECORD_SWITCH\n" + "a 1/1 2.0: PERF_RECORD_SWITCH SIDEWAYS\n");
        QCOMPARE(states(import),
                 QStringLiteral("thread 99999999999999999999\n0ms end 0\n"
                                "thread 1\n4e+11ms end 0"));
        QByteArray many;
        for (int thread = 1; thread < 200'000; ++thread)
            many += "a " + QByteArray::number(thread) + " 1.0" + out;
        QVERIFY(printed(read(many)).startsWith(QStringLiteral("FileTooBig: ")));
    }

    // CPU times have 32 bits.
    void aLongTimeOnACpuIsNoneOfAGap()
    {
        const auto import = read("a 1 1.0: PERF_RECORD_SWITCH IN\n"
                                 "a 1 11.0: PERF_RECORD_SWITCH OUT\n");
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(rangeStatistics(profile, {}).running.time, Nanoseconds(10'000'000'000));
    }

    void theTimeLineIsOfTheEventThatTellsTimeBest_data()
    {
        QTest::addColumn<QByteArray>("events"); // one sample each, a millisecond apart
        QTest::addColumn<QByteArray>("timeLine");
        QTest::newRow("clock before cycles")
            << QByteArray("instructions cycles cpu-clock:u") << QByteArray("cpu-clock:u (1)");
        QTest::newRow("cycles") << QByteArray("instructions cycles:P")
                                << QByteArray("cycles:P (1)");
        QTest::newRow("two kinds of CPU")
            << QByteArray("page-faults cpu_core/cycles/ cpu_atom/cycles/")
            << QByteArray("cpu_atom/cycles/ (1), cpu_core/cycles/ (1)");
        QTest::newRow("the first clock")
            << QByteArray("task-clock cpu-clock") << QByteArray("task-clock (1)");
        QTest::newRow("no clock") << QByteArray("sched:sched_switch page-faults sched:sched_wakeup")
                                  << QByteArray("sched:sched_switch (1)");
    }

    void theTimeLineIsOfTheEventThatTellsTimeBest()
    {
        QFETCH(QByteArray, events);
        QFETCH(QByteArray, timeLine);
        QByteArray text;
        int time = 0;
        for (const QByteArray &event : events.split(' '))
            text += "a 1 1.00" + QByteArray::number(++time) + ": 5 " + event + ":\n\t1 f (x)\n\n";
        const auto import = read(text);
        QCOMPARE(import->log.findings().size(), std::size_t(1));
        const auto detail = QByteArray::fromStdString(import->log.findings().front().detail);
        const QByteArray expected = "times are those of the samples of " + timeLine + "; ";
        QVERIFY2(detail.startsWith(expected), detail.constData());
    }

    void aProgramWhoseNameIsANumberIsNoFrame()
    {
        QCOMPARE(printed(readBytes(importer,
                                   "a 1 1.0: 10 cycles:\n\t1 f (x)\n\n"
                                   "              dd 2 1.1: 10 cycles:\n\t1 f (x)\n")),
                 QStringLiteral("thread 1 a\n0ms f [10]\nthread 2 dd\n100ms f [10]"));
    }

    void withoutTimesItIsAProfileOfCounts_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("profile");
        const auto row = [](const char *name, const char *text, const char *profile) {
            QTest::newRow(name) << QByteArray(text) << QString::fromLatin1(profile);
        };
        row("periods",
            "# header\nmy app 7/8 [001]   5000 cpu-clock:u: \n\t4011 leaf+0x11 (/bin/app)\n"
            "\t4100 main (/bin/app)\n\n              dd 9/9 [000] 10 cpu-clock:u: \n\t1 g (x)\n",
            "thread 8 my app\nmain;leaf [1] [5000]\nthread 9 dd\ng [1] [10]");
        row("events", "a 1 cycles: \n\t1 f (x)\n\na 1 cycles: \n\t1 g (x)\n",
            "thread 1 a\nf [1]\ng [1]");
        row("names", "a 1 \n\t1 f+0x2 (x)\n\n", "thread 1 a\nf [1]");
        row("no stacks", "a 1 cycles:  1 f (x)\na 1 cycles:  1 g (x)\n",
            "thread 1 a\nf [1]\ng [1]");
        row("no stacks, padded",
            "              dd 9 cycles:  1 f (x)\n              dd 9 cycles:  1 g (x)\n",
            "thread 9 dd\nf [1]\ng [1]");
        row("frames, blanks", "    4011 leaf (/bin/app)\n    4100 main (/bin/app)\n",
            "thread\nmain;leaf [1]");
        row("frames", "\t 4011 leaf+0x1 (/bin/app)\n\t 4100 main (/bin/app)\n\n\t1 g (x)\n",
            "thread\nmain;leaf [1]\ng [1]");
    }

    void withoutTimesItIsAProfileOfCounts()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, profile);
        const std::string_view content(text.data(), std::size_t(text.size()));
        QVERIFY(importer.sniff(content) == Confidence::Likely);
        const auto import = readBytes(importer, content);
        QCOMPARE(printed(import), profile);
        const auto &tables = import->profiles.front().profile->tables();
        QVERIFY(tables.origin == TimeOrigin::None);
        QCOMPARE(import->profiles.front().profile->text(tables.valueTypes[tables.mainValue].type),
                 std::string_view("samples"));
    }

    void textLikeASampleIsNone()
    {
        for (const char *const text :
             {"a 1\n", "a 1\nb 2\n", "a 1\n\tb c\n", "total 12:\n  abc\n", "\t1 f\n"})
            QVERIFY2(importer.sniff(text) == Confidence::No, text);
    }

    void absurdTimesAreMovedSoThatSumsOverThreadsFit()
    {
        std::string text;
        for (int thread = 0; thread < 100; ++thread)
            for (const char *time : {"0.5", "8999999999.0"})
                text += "a 1/" + std::to_string(thread) + ' ' + time + ": 1 c:\n\t1 f (x)\n\n";
        QCOMPARE(absurdTimesMistake(readBytes(importer, text), "perfscript-absurd-times"),
                 QString());
    }

    void severalEventsAreSeveralValues()
    {
        const auto import = readBytes(importer,
                                      "a 1 1.0: 10 cycles:\n\t1 f (x)\n\n"
                                      "a 1 1.1: 20 page-faults:\n\t1 f (x)\n\n");
        QCOMPARE(printed(import),
                 QStringLiteral("thread 1 a\n0ms f [10] [nan]\n0ms  [nan] [nan]\n"
                                "100ms f [nan] [20]\n100ms  [nan] [nan]"));
    }

    void anOddLineIsRefusedByItsPlace()
    {
        QCOMPARE(printed(readBytes(importer, "a 1 1.0: 10 cycles:\n\t1 f (x)\n\tzzz\n")),
                 QStringLiteral("SyntaxError: perf script, line 3: expected \"address symbol+0x0 "
                                "(binary)\" or a sample's first line"));
        QVERIFY(importer.sniff("a;b 1\n") == Confidence::No);
        QVERIFY(importer.sniff("a 1 1.0: 10 cycles:\n") == Confidence::Certain);
    }

    void aRecordingThatIsCutSaysSo()
    {
        const QString path = referenceData(QStringLiteral("rprofile/perf/perf_script.txt"));
        if (path.isEmpty())
            QSKIP("no reference data");
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(!isCut(text));
        for (int size = 700; size < 2000; size += 13) {
            // At an empty line nothing tells.
            const bool isWhole = text.left(size).endsWith("\n\n");
            const auto import = read(text.left(size));
            QVERIFY2(import.has_value(), qPrintable(printed(import)));
            QVERIFY2(isCut(text.left(size)) != isWhole, qPrintable(QString::number(size)));
        }
    }

    void aFirstLineOfALaterSampleMayBeCutAnywhere()
    {
        const QByteArray sample = "a name 28865/28867 [001] 1554.624757: 250 cycles:\n"
                                  "\t4011 leaf+0x11 (/bin/app)\n\n";
        for (auto size = sample.size() + 1; size < 2 * sample.size() - 1; ++size) {
            const auto text = sample.repeated(2).left(size);
            QVERIFY2(isCut(text), text.constData() + sample.size());
        }
    }

    void aSampleOfWhichOnlyTheStartIsThereIsSaidToBeLeftOut()
    {
        const QByteArray sample = "a name 1/1 1.0: 10 cycles:\n\t1 f (x)\n\n";
        for (const char *start : {"a", "a name 1/", "a name 1/1 2"}) {
            const auto import = read(QByteArray(sample + start));
            QVERIFY(import.has_value());
            QCOMPARE(import->profiles.front().profile->sampleCount(), std::size_t(1));
            QCOMPARE(import->log.findings().size(), std::size_t(1));
            QCOMPARE(
                import->log.findings().front().detail,
                std::string("line 4: the file ends within the first line of a sample, which is "
                            "left out: it was cut"));
        }
    }

    void whatNoSampleBeginsWithIsAnErrorAlsoAtTheEnd()
    {
        const QByteArray sample = "a 1/1 1.0: 10 cycles:\n\t1 f (x)\n";
        const QByteArray garbage = "this begins no sample at all";
        const auto error = QStringLiteral("SyntaxError: perf script, line 4: expected");
        QVERIFY(printed(read(QByteArray(sample + "\n" + garbage + "\n"))).startsWith(error));
        QVERIFY(printed(read(QByteArray(sample + "\n" + garbage))).startsWith(error));
        QVERIFY(isCut(QByteArray(sample + garbage))); // a frame's line, where there is no empty one
    }

    void aFirstLineThatIsCutEndsTooEarly()
    {
        QVERIFY(printed(read("# cmdline : perf script\nw 28865/28865  15"))
                    .startsWith(QStringLiteral("Truncated: perf script, line 2")));
    }

    void linesWithoutStacksAreWholeWithoutEmptyLines()
    {
        QVERIFY(!isCut("a 1/1 1.0: 10 cycles:  4011 leaf+0x11 (/bin/app)\n"
                       "a 1/1 2.0: 10 cycles:  4011 leaf+0x11 (/bin/app)\n"));
    }

    // The text is that of a recording with stacks of one event only.
    void aLastSampleWithoutAStackIsWholeWhereOthersHaveNoneEither()
    {
        const QByteArray bare = "a 1/1 1.0: 1 sched:sched_switch: prev_comm=a ==> next_comm=b\n";
        const QByteArray withStack = "a 1/1 1.1: 10 cycles:\n\t1 f (x)\n\n";
        QVERIFY(!isCut(bare + withStack + bare));
        QVERIFY(isCut(withStack + bare));
        QVERIFY(isCut(bare + withStack + bare.chopped(1)));
        QVERIFY(isCut(bare + withStack + withStack.chopped(1)));
        QVERIFY(isCut(bare + withStack + withStack.first(withStack.indexOf('\n') + 1)));
    }

    void timesThatGoBackAndIdsBeyondAllAreFound()
    {
        const auto import = read("a 99999999999/1 5.5: 10 cycles:\n\t1 f (x)\n\n"
                                 "a 99999999999/1 1.5: 10 cycles:\n\t1 f (x)\n\n"
                                 "a 99999999999/2 1.5: 10 cycles:\n\t1 f (x)\n\n");
        QVERIFY(import);
        QCOMPARE(import->profiles.front().profile->process(ProcessIndex(0)).pid, 0U);
        const auto &findings = import->log.findings();
        QCOMPARE(findings.size(), std::size_t(2));
        QCOMPARE(findings[0].code, std::string("perfscript-times-go-back"));
        QCOMPARE(findings[0].count, std::uint64_t(1));
        QCOMPARE(findings[1].code, std::string("perfscript-odd-ids"));
        QCOMPARE(findings[1].count, std::uint64_t(1));
    }

    void theRecordingOfARealProgramIsRead()
    {
        const QString path = referenceData(QStringLiteral("rprofile/perf/perf_script.txt"));
        if (path.isEmpty())
            QSKIP("no reference data");
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        const auto import =
            readBytes(importer, std::string_view(text.data(), std::size_t(text.size())));
        QVERIFY(import.has_value());
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(int(profile.sampleCount()), int(text.count(" cpu-clock:")));
        QCOMPARE(profile.text(profile.thread(ThreadIndex(0)).name), std::string_view("w"));
    }
};

EMBER_TEST(TstPerfScript)
#include "tst_perfscript.moc"
