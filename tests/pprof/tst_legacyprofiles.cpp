// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/pprof/legacymessage.h"
#include "tests/pprof/messages.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

#include <bit>

using namespace ember::model;
using namespace ember::tests;

namespace {

QString samplesOf(const std::string &bytes)
{
    const auto import = imported(bytes);
    return import ? printedSamples(*import->profiles.front().profile)
                  : QString::fromLatin1(codeName(import.error().code)) + u' '
            + QString::fromStdString(import.error().detail);
}

} // namespace

class TstLegacyProfiles : public QObject {
    Q_OBJECT

private slots:
    void wordsOfAnySizeAndOrderAreRead()
    {
        const std::vector<std::uint64_t> words{2, 2, 0x100, 0x201, 1, 1, 0x300, 0, 1, 0};
        for (const auto size : {std::size_t(4), std::size_t(8)}) {
            for (const auto order : {std::endian::little, std::endian::big})
                QCOMPARE(samplesOf(cpuProfile(words, size, order)),
                         QStringLiteral("0x100<0x200 [2,20000000]\n0x300 [1,10000000]"));
        }
    }

    void aProfileWithoutEndMarkHasItsSamplesAndSaysSo()
    {
        QCOMPARE(samplesOf(cpuProfile({2, 1, 0x100}, 8, std::endian::little)),
                 QStringLiteral("0x100 [2,20000000]"));
        const auto findings = [](const std::vector<std::uint64_t> &words, const char *map) {
            return imported(cpuProfile(words, 8, std::endian::little) + map)->log.findings();
        };
        QCOMPARE(findings({2, 1, 0x100}, "").front().code, std::string("pprof-cut"));
        QVERIFY(findings({2, 1, 0x100, 0, 1, 0}, "100-200: /b\n").empty());
    }

    void aCutSampleIsTruncated()
    {
        QCOMPARE(samplesOf(cpuProfile({2, 9, 0x100}, 8, std::endian::little)),
                 QStringLiteral("Truncated CPU profile, byte 40: the file ends within a sample"));
        QVERIFY(samplesOf(cpuProfile({2, ~std::uint64_t(0), 1}, 8, std::endian::little))
                    .startsWith(QStringLiteral("Truncated")));
    }

    void theSignalHandlersFrameIsLeftOut()
    {
        const auto bytes = cpuProfile({1, 3, 0x100, 0x901, 0x201, 1, 3, 0x110, 0x901, 0x201}, 8,
                                      std::endian::little);
        QCOMPARE(samplesOf(bytes), QStringLiteral("0x100 [1,10000000]\n0x110 [1,10000000]"));
    }

    void aLeafThatCameTwiceIsOne()
    {
        // Three of four differ in their second frame, so no frame is the handler's.
        const auto bytes =
            cpuProfile({1, 3, 0x100, 0x100, 0x201, 1, 2, 0x110, 0x301, 1, 2, 0x120, 0x401}, 8,
                       std::endian::little);
        QVERIFY(samplesOf(bytes).startsWith(QStringLiteral("0x100<0x200 [1,10000000]")));
    }

    void aBriefMemoryMapHasCodeOnly()
    {
        QCOMPARE(samplesOf("heap profile: 1: 30 [ 1: 30] @ heap/1\n1: 30 [ 1: 30] @ 0x1101\n"
                           "--- Memory map: ---\nsource=/home\n  1000-2000: $source/b p\n"
                           "  3000-4000: [vdso]\n")
                     .section(u' ', 0, 1),
                 QStringLiteral("b p+0x100"));
    }

    // What pprof's own TestParseMappingEntry holds.
    void linesOfMemoryMapsHaveManyForms_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("mapping");
        const auto row = [](const char *line, const char *mapping) {
            QTest::newRow(line) << QByteArray(line) << QString::fromLatin1(mapping);
        };
        row("00400000-02e00000 r-xp 00000000 00:00 0", "400000 2e00000 0  ");
        row("02e00000-02e8a000 r-xp 02a00000 00:00 15953927    /foo/bin",
            "2e00000 2e8a000 2a00000 /foo/bin ");
        row("02e00000-02e8a000 r-xp 000000 00:00 15953927    [vdso]", "2e00000 2e8a000 0 [vdso] ");
        row("  02e00000-02e8a000: /foo/bin (@2a00000)", "2e00000 2e8a000 2a00000 /foo/bin ");
        row("  02e00000-02e8a000: /foo/bin (deleted)", "2e00000 2e8a000 0 /foo/bin ");
        row("  02e00000-02e8a000: /foo/bin", "2e00000 2e8a000 0 /foo/bin ");
        row("  02e00000-02e8a000: [vdso]", "2e00000 2e8a000 0 [vdso] ");
        row("0xff6810563000 0xff6810565000 r-xp abc_exe 87c4d547f895cfd6a370e08dc5c5ee7bd4199d5b",
            "ff6810563000 ff6810565000 0 abc_exe 87c4d547f895cfd6a370e08dc5c5ee7bd4199d5b");
        row("7f5e5435e000-7f5e5455e000 --xp 00002000 00:00 1531        myprogram",
            "7f5e5435e000 7f5e5455e000 2000 myprogram ");
        row("7f7472710000-7f7472722000 r-xp 00000000 fc:00 790190      /usr/lib/libf-1.2.so",
            "7f7472710000 7f7472722000 0 /usr/lib/libf-1.2.so ");
        row("7f47a542f000-7f47a5447000: /lib/libpthread-2.15.so",
            "7f47a542f000 7f47a5447000 0 /lib/libpthread-2.15.so ");
        row("0x40000-0x80000 /path/to/binary      (@FF00)            abc123456",
            "40000 80000 ff00 /path/to/binary abc123456");
        row("W1220 15:07:15.201776    8272 logger.cc:12033] --- Memory map: ---\n"
            "0x40000-0x80000 /path/to/binary      (@FF00)            abc123456",
            "40000 80000 ff00 /path/to/binary abc123456");
        row("W1220 15:07:15.202776    8272 logger.cc:12036]   0x40000-0x80000 /path/to/binary      "
            "(@FF00)            abc123456",
            "40000 80000 ff00 /path/to/binary abc123456");
        row("7f5e5435e000-7f5e5455e000 ---p 00002000 00:00 1531        myprogram", "");
        // The same short forms without an offset, and with shorter ids.
        row("0x40000-0x80000 /path/to/binary      abc123456",
            "40000 80000 0 /path/to/binary abc123456");
        row("40000-80000: /path/to/binary\tabc123456", "40000 80000 0 /path/to/binary abc123456");
        row("0x40000 0x80000 r-xp abc_exe abc123456", "40000 80000 0 abc_exe abc123456");
        row("40000-80000: /bin/p (deleted) abc123456", "40000 80000 0 /bin/p abc123456");
        row("40000-80000: /bin/p abc123456 (deleted)", "40000 80000 0 /bin/p abc123456");
        row("40000-80000: /my programs/facade decade", "40000 80000 0 /my programs/facade decade ");
        // And what it does not: blanks in paths, and lines of other things.
        row("1000-2000 r-xp 00000000 08:01 123 /my program (deleted)", "1000 2000 0 /my program ");
        row("threads: 12", "");
        row("", "");
    }

    void linesOfMemoryMapsHaveManyForms()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, mapping);
        pprof::LegacyMessage legacy;
        legacy.readMemoryMap(line.constData());
        const auto message = legacy.take();
        QString found;
        for (const auto &own : message.mappings)
            found += QString::number(own.start, 16) + u' ' + QString::number(own.limit, 16) + u' '
                + QString::number(own.offset, 16) + u' '
                + QString::fromStdString(std::string(message.strings[own.file])) + u' '
                + QString::fromStdString(std::string(message.strings[own.buildId]));
        QCOMPARE(found, mapping);
    }

    void aNumberOfSamplesBeyondAllTimeIsRefused()
    {
        // 10 ms each: what is more than 2^63 ns.
        const std::uint64_t most = 922'337'203'685;
        QVERIFY(imported(cpuProfile({most, 1, 0x100, 0, 1, 0}, 8, std::endian::little)));
        QCOMPARE(
            samplesOf(cpuProfile({most + 1, 1, 0x100, 0, 1, 0}, 8, std::endian::little)),
            QStringLiteral("SyntaxError CPU profile, byte 40: 922337203686 samples, whose time "
                           "in nanoseconds is beyond 64 bits"));
    }

    void theMemoryMapNamesTheBinaries()
    {
        const auto bytes = cpuProfile({1, 1, 0x1100, 0, 1, 0}, 8, std::endian::little)
            + "build=/opt/b\n"
              "1000-2000 r-xp 00000000 08:01 123 $build/my program\n"
              "3000-4000 rw-p 00000000 08:01 124 /data\n";
        const auto import = imported(bytes);
        QVERIFY(import.has_value());
        const auto &profile = *import->profiles.front().profile;
        QCOMPARE(profile.tables().images.size(), std::size_t(1));
        QCOMPARE(profile.text(profile.image(ImageIndex(0)).codeFile),
                 std::string_view("/opt/b/my program"));
        QCOMPARE(samplesOf(bytes), QStringLiteral("my program+0x100 [1,10000000]"));
    }

    void aHeapProfileHasWhatWasAllocatedToo()
    {
        const std::string heap = "heap profile:  2: 30 [ 5: 90] @ heapprofile\n"
                                 " 2: 30 [ 5: 90] @ 0x11 0x21\n"
                                 "# a comment\n"
                                 "\n"
                                 "MAPPED_LIBRARIES:\n";
        QCOMPARE(samplesOf(heap), QStringLiteral("0x10<0x20 [5,90,2,30] [[\"bytes\",15,\"\"]]"));
    }

    void sampledHeapIsScaledToWhatItStandsFor()
    {
        // 1 / (1 - e^(-512/512)) of what was seen.
        QCOMPARE(samplesOf("heap profile: 2: 1024 [2: 1024] @ heap_v2/512\n"
                           "2: 1024 [2: 1024] @ 0x11\n"),
                 QStringLiteral("0x10 [3,1619] [[\"bytes\",512,\"\"]]"));
    }

    void goroutinesAreCountedAndNamed()
    {
        QCOMPARE(samplesOf("goroutine profile: total 3\n"
                           "2 @ 0x11 0x21\n"
                           "#\t0x10\tmain.work+0x1f\t/src/main.go:12\n"
                           "\n"
                           "1 @ 0x31\n"),
                 QStringLiteral("0x30 [1]\nmain.work<0x20 [2]"));
        QCOMPARE(
            samplesOf("goroutine profile: total 1\n1 at 0x11\n"),
            QStringLiteral("SyntaxError Go count profile, line 2: expected \"n @ addresses\""));
    }

    void threadsOfGoMayHaveNoStack()
    {
        QCOMPARE(samplesOf("threadcreate profile: total 8\n5 @\n#\t0x0\n\n3 @ 0x11\n"),
                 QStringLiteral(" [5]\n0x10 [3]"));
        QVERIFY(samplesOf("threadcreate profile: total 5\n5 @ main\n")
                    .startsWith(QStringLiteral("SyntaxError")));
    }

    void goroutinesOneByOneHaveTheirCalls()
    {
        const std::string dump = "goroutine 7 [chan receive, 5 minutes, locked to thread]:\n"
                                 "main.(*T).work(0xc000012345, {0x1, func()})\n"
                                 "\t/src/a b.go:12 +0x1f\n"
                                 "main.main()\n"
                                 "\t/src/a b.go:20 +0x25\n"
                                 "created by main.start in goroutine 1\n"
                                 "\t/src/a b.go:33 +0x45\n"
                                 "\n"
                                 "goroutine 8 gp=0xc0001 m=0 [running]:\n"
                                 "main.main()\n"
                                 "\t/src/a b.go:20 +0x25\n"
                                 "...additional frames elided...\n";
        QCOMPARE(samplesOf(dump),
                 QStringLiteral("main.(*T).work<main.main [1] [[\"goroutine\",7,\"\"],"
                                "[\"state\",\"chan receive\"],[\"wait\",5,\"minutes\"]]\n"
                                "main.main [1] [[\"goroutine\",8,\"\"],[\"state\",\"running\"]]"));
        const auto import = imported(dump);
        const auto &profile = *import->profiles.front().profile;
        const auto &samples = profile.samples(ThreadIndex(0));
        const auto &frame = profile.frame(profile.stack(samples.stacks[SampleIndex(1)]).frame);
        QCOMPARE(frame.line, 20U);
        QCOMPARE(profile.text(profile.function(frame.function).file),
                 std::string_view("/src/a b.go"));
        QCOMPARE(samplesOf("goroutine 1 [running]:\nwhat is this\n"),
                 QStringLiteral("SyntaxError goroutine dump, line 2: expected \"goroutine n "
                                "[state]:\", a call or its file and line"));
    }

    void callsOfAncestorsAreNotThoseOfAGoroutine()
    {
        QCOMPARE(samplesOf("goroutine 7 [running]:\n"
                           "main.work()\n"
                           "\t/src/a.go:12 +0x1f\n"
                           "created by main.start\n"
                           "\t/src/a.go:33 +0x45\n"
                           "[originating from goroutine 3]:\n"
                           "main.start()\n"
                           "\t/src/a.go:33 +0x45\n"
                           "created by main.main\n"
                           "\t/src/a.go:40 +0x45\n"
                           "[originating from goroutine 1]:\n"
                           "main.main()\n"
                           "\t/src/a.go:40 +0x45\n"),
                 QStringLiteral("main.work [1] [[\"goroutine\",7,\"\"],[\"state\",\"running\"],"
                                "[\"originating from\",3,\"\"]]"));
    }

    void aGoroutineWhoseStackIsNotToldIsCountedAndMarked()
    {
        QCOMPARE(samplesOf("goroutine 9 [running]:\n"
                           "\tgoroutine running on other thread; stack unavailable\n"
                           "created by main.start\n"
                           "\t/src/a.go:33 +0x45\n"),
                 QStringLiteral(" [1] [[\"goroutine\",9,\"\"],[\"state\",\"running\"],"
                                "[\"stack\",\"unavailable\"]]"));
    }

    void contentionIsScaledToWhatItStandsFor()
    {
        QCOMPARE(samplesOf("--- contentionz 1 ---\n"
                           "cycles/second = 2000000000\n"
                           "sampling period = 100\n"
                           "ms since reset = 5\n"
                           "  30  2 @ 0x11 0x21\n"
                           "--- Memory map: ---\n"),
                 QStringLiteral("0x10<0x20 [200,1500]"));
        QCOMPARE(samplesOf("--- mutex:\ncycles/second=1000000000\nsampling period=1\n7 1 @ 0x11\n"),
                 QStringLiteral("0x10 [1,7]"));
        QCOMPARE(
            samplesOf("--- contentionz 1 ---\nformat = java\nresolution = microseconds\n"
                      "sampling period = 10\n3 1 @ 0x11\n\n 0x11 com.Lock.wait (Lock.java:3)\n"),
            QStringLiteral("com.Lock.wait [10,30]"));
        QCOMPARE(samplesOf("--- mutex:\nsampling period=9000000000000000000\n1 9 @ 0x11\n"),
                 QStringLiteral("SyntaxError contention profile, line 3: the values are beyond 64 "
                                "bits"));
        QCOMPARE(samplesOf("--- mutex:\n7 @ 0x11\n"),
                 QStringLiteral("SyntaxError contention profile, line 2: expected \"delay count @ "
                                "addresses\", not 7 @ 0x11"));
    }

    void javasHeapIsScaledToWhatItStandsFor()
    {
        const std::string start = "--- heapz 1 ---\nformat = java\nresolution = bytes\n";
        // 1 / (1 - e^(-528/524288)) of what was seen.
        QCOMPARE(samplesOf(start
                           + "  4752  9 @ 0x11 0x21\n\n 0x11 com.Cache.fill (Cache.java:3)\n"
                             " 0x21 com.Main.main (Main.java)\n"),
                 QStringLiteral("com.Cache.fill<com.Main.main [8941,4720968] "
                                "[[\"bytes\",528,\"\"]]"));
        const auto refusal = [](const char *line, const char *reason) {
            return QStringLiteral("SyntaxError Java heap profile, line %1: %2")
                .arg(QString::fromLatin1(line), QString::fromLatin1(reason));
        };
        QCOMPARE(samplesOf(start + "7 @ 0x11\n"),
                 refusal("4", "expected \"bytes count @ addresses\", not 7 @ 0x11"));
        QCOMPARE(samplesOf(start + "7 0 @ 0x11\n"), refusal("4", "there are bytes of no objects"));
        QCOMPARE(samplesOf("--- heapz 1 ---\nformat = c\n"),
                 refusal("2", "there is no such format"));
        QCOMPARE(samplesOf("--- heapz 1 ---\n7 1 @ 0x11\n"),
                 refusal("2", "expected a line \"format = java\""));
    }

    void eachThreadCountsOnce()
    {
        QCOMPARE(samplesOf("--- threadz 1 ---\n\n"
                           "--- Thread 7f79 (name: main/14748) stack: ---\n"
                           "  PC:  0x11: nap(int)\n"
                           "  0x21: main\n"
                           "--- Thread 7f80 (name: b/14749) stack: ---\n"
                           "    [same as previous thread]\n"
                           "--- Thread 7f81 (name: c/14750) stack: ---\n"
                           "  PC: 0x31 0x31 0x41\n"
                           "--- Memory map: ---\n"),
                 QStringLiteral("0x31<0x40 [1]\nnap(int)<main [2]"));
        QCOMPARE(samplesOf("--- threadz 1 ---\n--- nonsense\n"),
                 QStringLiteral("SyntaxError threadz profile, line 2: expected \"--- Thread id "
                                "(name: name/id) stack: ---\""));
    }

    void textsOfTheReferenceHaveItsSums_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name :
             {"cppbench.contention", "java.contention", "java.heap", "cppbench.thread",
              "cppbench.thread.all", "cppbench.thread.none", "go.godoc.thread"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void textsOfTheReferenceHaveItsSums()
    {
        QFETCH(QString, name);
        const QString path =
            ember::tests::referenceData(u"rprofile/google_pprof_testdata/"_qs + name);
        if (path.isEmpty())
            QSKIP("no reference data");
        QFile file(path);
        QFile expected(path + u".string"_qs);
        QVERIFY(file.open(QIODevice::ReadOnly) && expected.open(QIODevice::ReadOnly));
        // "  2700  608881724: 1 2 3" per sample, behind a line of the types; "  bytes:[528]" below.
        const auto text = QString::fromUtf8(expected.readAll());
        const auto lines = text.section(u"Samples:\n"_qs, 1)
                               .section(u"\nLocations"_qs, 0, 0)
                               .split(u'\n')
                               .filter(QRegularExpression(QStringLiteral("^(?!.*:\\[)")));
        QList<double> sums;
        for (const QString &line : lines.mid(1)) {
            const auto words = line.section(u':', 0, 0).simplified().split(u' ');
            sums.resize(words.size());
            for (qsizetype column = 0; column < words.size(); ++column)
                sums[column] += words[column].toDouble();
        }
        const auto import = imported(file.readAll().toStdString());
        QVERIFY(import.has_value());
        const auto &samples = import->profiles.front().profile->samples(ThreadIndex(0));
        QCOMPARE(samples.size(), std::size_t(lines.size() - 1));
        QCOMPARE(samples.values.size(), std::size_t(sums.size()));
        for (std::size_t column = 0; column < samples.values.size(); ++column) {
            double sum = 0;
            for (std::size_t row = 0; row < samples.size(); ++row)
                sum += samples.values[column].values[SampleIndex(row)];
            QCOMPARE(sum, sums[qsizetype(column)]);
        }
    }

    void damagedHeapLinesHaveTheirNumber()
    {
        QCOMPARE(samplesOf("heap profile: 1: 1 [1: 1] @ heapprofile\n1: x\n"),
                 QStringLiteral("SyntaxError heap profile, line 2: expected \"n: bytes [n: bytes] "
                                "@ addresses\""));
        QCOMPARE(samplesOf("heap profile: 1: 1 [1: 1] @ heapprofile\n0: 5 [1: 1] @ 0x1\n"),
                 QStringLiteral("SyntaxError heap profile, line 2: there are bytes of no objects"));
        QCOMPARE(samplesOf("heap profile: 1: 1 [1: 1] @ nonsense\n"),
                 QStringLiteral("SyntaxError heap profile, line 1: there is no kind of heap "
                                "profile called nonsense"));
    }
};

EMBER_TEST(TstLegacyProfiles)
#include "tst_legacyprofiles.moc"
