// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/perfscript/perfscriptformat.h"
#include "tests/formats/readfile.h"
#include "tests/support/testmain.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

const FormatImporter importer(perfscript::format);

} // namespace

// What `perf script -F` prints of other fields than its own.
class TstPerfFields : public QObject {
    Q_OBJECT

private slots:
    void stacksWithoutBinariesAndTimesAreRead_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("profile");
        QTest::newRow("comm,tid,event,ip,sym")
            << QByteArray("cprog  8208 cpu-clock: \n"
                          "\t           153e0 update_active.constprop.0\n"
                          "\n"
                          "cprog  8208 cpu-clock: \n"
                          "\tffffffff815d4e68 vma_prepare\n"
                          "\t               0 [unknown]\n\n")
            << QStringLiteral("thread 8208 cprog\nupdate_active.constprop.0 [1]\n"
                              "[unknown];vma_prepare [1]");
        QTest::newRow("ip,sym") << QByteArray("\n"
                                              "\t           153e0 update_active.constprop.0\n"
                                              "\n\n"
                                              "\tffffffff815d4e68 vma_prepare\n"
                                              "\t               0 [unknown]\n\n")
                                << QStringLiteral("thread\nupdate_active.constprop.0 [1]\n"
                                                  "[unknown];vma_prepare [1]");
    }

    void stacksWithoutBinariesAndTimesAreRead()
    {
        QFETCH(QByteArray, text);
        QFETCH(QString, profile);
        const auto bytes = text.toStdString();
        QVERIFY(importer.sniff(bytes) == Confidence::Likely);
        QCOMPARE(printed(readBytes(importer, bytes)), profile);
    }

    void textThatIsNotAlignedAsPerfDoesIsNone()
    {
        for (const char *const text :
             {"\t          153e0 f\n", "\t            153e0 f\n", "                 153e0 f\n",
              "\t           153g0 f\n", "\t                 f\n", "a 1 c:\n\t153e0 f\n"})
            QVERIFY2(importer.sniff(text) == Confidence::No, text);
    }

    void placesInSourceBelongToTheFrameBeforeThem()
    {
        const auto import = readBytes(importer,
                                      "a 1 1.0: 10 cycles:\n"
                                      "\t           153e0 leaf+0x270 (/ld.so)\n"
                                      "  cpu-features.c:251\n"
                                      "\tffffffff815d4e68 vma_prepare+0x38 ([kernel.kallsyms])\n"
                                      "  [kernel.kallsyms][ffffffff815d4e68]\n"
                                      "\t            1000 main+0x8 (/p)\n"
                                      "  main+8\n"
                                      "\t            2000 start+0x8 (/p)\n"
                                      "  ??:0\n"
                                      "\n"
                                      "a 1 1.1: 10 cycles:           153e0 leaf+0x270 (/ld.so)\n"
                                      "  a b/x.c:7 (discriminator 3)\n");
        QCOMPARE(printed(import),
                 QStringLiteral("thread 1 a\n0ms start;main;vma_prepare;leaf [10]\n"
                                "100ms leaf [10]"));
        const auto &profile = *import->profiles.front().profile;
        QStringList places;
        for (std::size_t row = 0; row < profile.tables().frames.size(); ++row) {
            const Frame &frame = profile.frame(FrameIndex(row));
            const auto file = profile.text(profile.function(frame.function).file);
            places += QString::fromUtf8(file.data(), qsizetype(file.size())) + u':'
                + QString::number(frame.line);
        }
        places.sort();
        QCOMPARE(places.join(u' '), QStringLiteral(":0 :0 :0 a b/x.c:7 cpu-features.c:251"));
    }

    void codeWithoutDebugInformationHasNoPlaceInSource()
    {
        QCOMPARE(printed(readBytes(importer,
                                   "a 1 1.0: 10 cycles:\n"
                                   "\t           f9010 leaf (/lib/libpython3.11.so.1.0)\n"
                                   "  libpython3.11.so.1.0[f9010]\n"
                                   "\t            35c0 [unknown] (/usr/bin/env)\n"
                                   "  a b[35c0]\n\n")),
                 QStringLiteral("thread 1 a\n0ms env+0x35c0;leaf [10]"));
    }

    void whatPerfRecordsBesideSamplesIsLeftOut_data()
    {
        QTest::addColumn<QByteArray>("time");
        QTest::newRow("with times") << QByteArray("1.0: ");
        QTest::newRow("without times") << QByteArray();
    }

    void whatPerfRecordsBesideSamplesIsLeftOut()
    {
        QFETCH(QByteArray, time);
        const QByteArray text = "swapper     0 " + time
            + "PERF_RECORD_MMAP -1/0: [0xff(0x12) @ 0xff]: x [kernel.kallsyms]_text\n"
              "sh 7 [001] "
            + time
            + "PERF_RECORD_COMM exec: sh:7/7\n"
              "sh 7 "
            + time
            + "10 cycles: \n"
              "\t           153e0 PERF_RECORD_f+0x1 (/p)\n"
              "\n"
              "sh 7 "
            + time
            + "PERF_RECORD_NAMESPACES 7/7 - nr_namespaces: 7\n"
              "\t\t[0/net: 3/0xf0000098, 1/uts: 3/0xeffffffe]\n"
              "sh 7 "
            + time
            + "10 cycles: \n"
              "\t           153e0 g+0x1 (/p)\n"
              "\n"
              "sh 7 "
            + time + "PERF_RECORD_EXIT(7:7):(6:6)\n";
        const auto import = readBytes(importer, text.toStdString());
        QVERIFY(importer.sniff(text.toStdString()) >= Confidence::Likely);
        const auto picture = printed(import);
        QVERIFY2(picture.contains(QLatin1String("PERF_RECORD_f [")), qPrintable(picture));
        QVERIFY2(picture.contains(QLatin1String("g [")), qPrintable(picture));
        QCOMPARE(import->profiles.front().profile->sampleCount(), std::size_t(2));
        QCOMPARE(import->profiles.front().profile->threadCount(), std::size_t(1));
        QCOMPARE(import->log.findings().size(), std::size_t(1));
        QCOMPARE(import->log.findings().front().code, std::string("perfscript-records"));
        QCOMPARE(import->log.findings().front().count, std::uint64_t(4));
    }

    void aStackGoesOnBehindARecordWithinIt()
    {
        const std::string record = "sh 7/7 [000] 1.0005: PERF_RECORD_MMAP2 7/7: [0x7f0000(0x1000) "
                                   "@ 0 08:01 1234 5]: r-xp /lib/c.so\n";
        const auto import = readBytes(importer,
                                      "sh 7/7 [000] 1.0: 10 cycles: \n"
                                      "\t401000 leaf+0x1 (/p)\n"
                                          + record
                                          + "  leaf.c:3\n"
                                            "\t401010 main+0x1 (/p)\n\n"
                                            "sh 7/7 [000] 2.0: 10 cycles:  401000 g+0x1 (/p)\n"
                                          + record + "\t401010 ofTheRecord+0x1 (/p)\n\n");
        QCOMPARE(printed(import), QStringLiteral("thread 7 sh\n0ms main;leaf [10]\n1000ms g [10]"));
        const auto &profile = *import->profiles.front().profile;
        std::uint32_t line = 0;
        profile.tables().frames.forEach(
            [&](std::size_t, const Frame &frame) { line += frame.line; });
        QCOMPARE(line, 3U);
        QCOMPARE(import->log.findings().size(), std::size_t(1));
        QCOMPARE(import->log.findings().front().code, std::string("perfscript-records"));
        QCOMPARE(import->log.findings().front().count, std::uint64_t(2));
    }

    void whatIsBelowANanosecondIsCutOffATime()
    {
        const auto sample = [](const char *time) {
            return QStringLiteral("a 1 %1: 5 cycles: \n\tffff f+0x1 (/p)\n\n")
                .arg(QLatin1String(time))
                .toStdString();
        };
        const auto import =
            readBytes(importer, sample("1.1") + sample("1.1010000009999999999999999999999"));
        QCOMPARE(import->profiles.front().profile->sampleCount(), std::size_t(2));
        QVERIFY(import->log.findings().empty());
        QCOMPARE(printed(import), QStringLiteral("thread 1 a\n0ms f [5]\n1ms f [5]"));
    }

    void tasksThatPerfKnowsNothingOfAreAThreadWithoutAnId_data()
    {
        QTest::addColumn<QByteArray>("known");
        QTest::addColumn<QByteArray>("unknown");
        QTest::addColumn<QByteArray>("end"); // of a sample
        const QByteArray stack = "\n\t    401000 f+0x1 (/p)\n\n";
        QTest::newRow("tid") << QByteArray("a 10") << QByteArray("             :-1    -1") << stack;
        QTest::newRow("pid/tid") << QByteArray("a 10/10")
                                 << QByteArray("             :-1    -1/-1   ") << stack;
        QTest::newRow("no blanks") << QByteArray("a 10/10") << QByteArray(":-1 -1/-1") << stack;
        QTest::newRow("no stacks") << QByteArray("a 10") << QByteArray("             :-1    -1")
                                   << QByteArray("  401000 f+0x1 (/p)\n");
    }

    void tasksThatPerfKnowsNothingOfAreAThreadWithoutAnId()
    {
        QFETCH(QByteArray, known);
        QFETCH(QByteArray, unknown);
        QFETCH(QByteArray, end);
        const QByteArray content = unknown + " [000] 1.0: 5 cycles:" + end + known
            + " [001] 1.1: 5 cycles:" + end + unknown + " [006] 1.2: 5 cycles:" + end + unknown
            + " [000] 1.3: PERF_RECORD_SWITCH_CPU_WIDE IN   prev: 1/1\n";
        const auto text = content.toStdString();
        QVERIFY(importer.sniff(text) == Confidence::Certain);
        const auto import = readBytes(importer, text);
        QCOMPARE(printed(import),
                 QStringLiteral("thread  :-1\n0ms f [5]\n200ms f [5]\n"
                                "thread 10 a\n100ms f [5]"));
        const auto &profile = *import->profiles.front().profile;
        QVERIFY(!profile.thread(ThreadIndex(0)).isMain);
        QCOMPARE(profile.process(ProcessIndex(0)).pid, 0U);
        const auto &findings = import->log.findings();
        QCOMPARE(findings.size(), std::size_t(2));
        QCOMPARE(findings[0].code, std::string("perfscript-unknown-threads"));
        QCOMPARE(findings[0].count, std::uint64_t(2));
        QCOMPARE(findings[1].code, std::string("perfscript-records"));
    }

    void samplesOfOddTimesAreLeftOut()
    {
        for (const char *const time : {"-1.000000", "99999999999999.0"}) {
            const auto sample = [](const std::string &when) {
                return "a b 1/2 [000] " + when + ": 5 cycles:u: \n\tffff f+0x1 (/p)\n  a.c:1\n\n";
            };
            const auto text = sample(time) + sample("1.0") + sample(time) + sample("1.5");
            QVERIFY(importer.sniff(text) == Confidence::Likely);
            const auto import = readBytes(importer, text);
            QCOMPARE(printed(import), QStringLiteral("thread 2 a b\n0ms f [5]\n500ms f [5]"));
            QCOMPARE(import->log.findings().size(), std::size_t(1));
            QCOMPARE(import->log.findings().front().code, std::string("perfscript-odd-times"));
            QCOMPARE(import->log.findings().front().count, std::uint64_t(2));
        }
    }

    void periodsBeyond64BitsAreCounted()
    {
        const auto import = readBytes(importer,
                                      "a 1 1.0: 99999999999999999999 cycles: \n\tff f (/p)\n\n"
                                      "a 1 1.5: 10 cycles: \n\tff f (/p)\n\n");
        QCOMPARE(import->profiles.front().profile->sampleCount(), std::size_t(2));
        QCOMPARE(import->log.findings().size(), std::size_t(1));
        QCOMPARE(import->log.findings().front().code, std::string("perfscript-odd-periods"));
    }

    void whatIsNoPlaceInSourceIsRefusedStill()
    {
        const std::string sample = "a 1 1.0: 10 cycles:\n\t           153e0 f+0x270 (/p)\n";
        for (const char *const line : {"  text\n", "   a.c:1\n", " a.c:1\n", "a.c:1\n", "\ta.c:1\n",
                                       "  a.c:1\n  a.c:2\n", "  a.c:x\n", "\n  a.c:1\n"})
            QVERIFY2(printed(readBytes(importer, sample + line + "\n"))
                         .startsWith(QStringLiteral("SyntaxError")),
                     line);
    }
};

EMBER_TEST(TstPerfFields)
#include "tst_perffields.moc"
