// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/pprof/messages.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QTest>

using namespace ember::model;
using namespace ember::tests;

namespace {

// What shows that the file was cut; "" if nothing does, the error if it was refused.
QString cutOf(const std::string &bytes)
{
    const auto import = imported(bytes);
    if (!import)
        return QString::fromStdString(import.error().detail);
    for (const auto &finding : import->log.findings()) {
        if (finding.code == "pprof-cut")
            return QString::fromStdString(finding.detail);
    }
    return {};
}

QList<double> sumsOf(const Import &import)
{
    const auto &samples = import.profiles.front().profile->samples(ThreadIndex(0));
    QList<double> sums;
    for (const auto &column : samples.values) {
        sums.append(0);
        for (std::size_t row = 0; row < samples.size(); ++row)
            sums.last() += column.values[SampleIndex(row)];
    }
    return sums;
}

} // namespace

class TstCutProfiles : public QObject {
    Q_OBJECT

private slots:
    void whatShowsACutIsSaid_data()
    {
        QTest::addColumn<QByteArray>("whole");
        QTest::addColumn<QByteArray>("cut");
        QTest::addColumn<QString>("reason");
        const auto row = [](const char *name, const QByteArray &whole, const QByteArray &cut,
                            const char *reason) {
            QTest::newRow(name) << whole << cut << QString::fromLatin1(reason);
        };
        const QByteArray heap = "heap profile: 3: 60 [5: 90] @ heapprofile\n1: 20 [3: 50] @ 0x11\n";
        row("heap", heap + "2: 40 [2: 40] @ 0x21\n", heap,
            "in use are 60 bytes in 3 objects by the header, 20 bytes in 1 objects by the samples");
        const QByteArray freed =
            "heap profile: 1: 20 [5: 90] @ heapprofile\n1: 20 [3: 50] @ 0x11\n";
        row("freed heap", freed + "0: 0 [2: 40] @ 0x21\n", freed,
            "allocated are 90 bytes in 5 objects by the header, 50 bytes in 3 objects by the "
            "samples");
        const QByteArray count = "goroutine profile: total 3\n2 @ 0x11 0x21\n";
        row("goroutines", count + "1 @ 0x31\n", count,
            "the counts add up to 2, the first line says 3");
        const QByteArray dump = "goroutine 1 [running]:\nmain.main()\n\t/a.go:2 +0x1\n\n";
        row("call", dump, dump.left(dump.indexOf('\t')), "the last goroutine's stack is not whole");
        row("heading", dump, dump + "goroutine 2 [runnable]:\n",
            "the last goroutine's stack is not whole");
        const QByteArray thread = "--- threadz 1 ---\n\n--- Thread 7f (name: a/1) stack: ---\n"
                                  "  PC: 0x11\n";
        row("threads", thread + "--- Memory map: ---\n", thread,
            "there is no memory map behind the threads");
        const QByteArray java = "--- heapz 1 ---\nformat = java\nresolution = bytes\n"
                                "  4752  9 @ 0x11 0x21\n 0x11 a (A.java:3)\n";
        row("java", java + " 0x21 b (A.java:4)\n", java,
            "1 addresses are not among the names at the file's end");
        const QByteArray mutex = "--- mutex:\nsampling period=1\n7 1 @ 0x11\n";
        const QByteArray waits = "--- contentionz 1 ---\ncycles/second = 1000000000\n7 1 @ 0x11\n";
        row("contention", waits + "--- Memory map: ---\n", waits,
            "there is no memory map behind the contentions");
        constexpr const char *lastLine = "300-400 r-xp 00000000 08:01 2 /b\n";
        const auto cpu = QByteArray::fromStdString(
            cpuProfile({1, 1, 0x110, 2, 1, 0x310, 0, 1, 0}, 8, std::endian::little));
        const QByteArray map = cpu + "100-200 r-xp 00000000 08:01 1 /a\n";
        row("memory map", map + lastLine, map, "1 addresses of leaves are behind the memory map");
        row("line of a memory map", map + lastLine, map + QByteArray(lastLine).chopped(2),
            "the last line has no end");
        row("line", mutex, mutex.chopped(2), "the last line has no end");
    }

    void whatShowsACutIsSaid()
    {
        QFETCH(QByteArray, whole);
        QFETCH(QByteArray, cut);
        QFETCH(QString, reason);
        QCOMPARE(cutOf(whole.toStdString()), QString());
        QCOMPARE(cutOf(cut.toStdString()), reason + u": the file was probably cut");
    }

    void codeOfALibraryThatWasClosedIsNoCut()
    {
        const auto samples =
            cpuProfile({1, 1, 0x110, 2, 1, 0x210, 0, 1, 0}, 8, std::endian::little);
        QCOMPARE(cutOf(samples + "100-200 r-xp 00000000 08:01 1 /a\n300-400 r-xp 0 08:01 2 /b\n"),
                 QString());
    }

    void filesOfTheReferenceNeverLoseSamplesSilently_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name :
             {"google_pprof_testdata/cppbench.heap", "google_pprof_testdata/cppbench.growth",
              "google_pprof_testdata/cppbench.thread", "google_pprof_testdata/java.heap",
              "google_pprof_testdata/cppbench.cpu", "google_pprof_testdata/java.cpu",
              "google_pprof_testdata/go.godoc.thread", "gperftools/heap_legacy.0001.heap",
              "gperftools/cpu_legacy.prof", "pprof/go_heap_legacy_debug1.txt"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void filesOfTheReferenceNeverLoseSamplesSilently()
    {
        QFETCH(QString, name);
        const QString path = referenceData(u"rprofile/"_qs + name);
        if (path.isEmpty())
            QSKIP("no reference data");
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto bytes = file.readAll().toStdString();
        const auto whole = imported(bytes);
        QVERIFY(whole.has_value());
        QCOMPARE(cutOf(bytes), QString());
        constexpr std::size_t cuts = 97;
        for (std::size_t cut = 1; cut < cuts; ++cut) {
            const auto start = bytes.substr(0, bytes.size() * cut / cuts);
            const auto import = imported(start);
            if (import && sumsOf(*import) != sumsOf(*whole))
                QVERIFY2(!cutOf(start).isEmpty(), qPrintable(QString::number(start.size())));
        }
    }
};

EMBER_TEST(TstCutProfiles)
#include "tst_cutprofiles.moc"
