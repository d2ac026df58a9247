// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

using namespace ember::tests;

namespace {

// A folder with a heap profile in it.
class Folder {
public:
    Folder()
    {
        QFile file(path("heap"));
        if (file.open(QFile::WriteOnly))
            file.write("heap profile: 3: 90 [5: 200] @ heapprofile\n"
                       "2: 30 [4: 140] @ 0x11 0x21\n"
                       "1: 60 [1: 60] @ 0x31 0x21\n");
    }

    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

private:
    QTemporaryDir m_folder;
};

QJsonObject summaryOf(const QString &file, const QStringList &options = {})
{
    const auto run = cli(QStringList{u"summary"_qs, u"--json"_qs} + options + QStringList{file});
    return run.json().array().at(0).toObject();
}

double selfOf(const QJsonObject &summary, const QString &function)
{
    for (const auto entry : summary.value(u"functions").toArray()) {
        const auto row = entry.toObject();
        if (row.value(u"name").toString() == function)
            return row.value(u"self").toDouble();
    }
    return -1;
}

} // namespace

class TstConvert : public QObject {
    Q_OBJECT

private slots:
    void ofV1ItIsSaidThatItIsDeprecatedAsNoChange()
    {
        const Folder folder;
        QFile stacks(folder.path("times.txt"));
        QVERIFY(stacks.open(QFile::WriteOnly));
        stacks.write(
            "a 1 1.0: 10 cycles:  4011 f (/bin/app)\na 1 1.1: 10 cycles:  4011 f (/bin/app)\n"
            "a 1 1.2: 10 cycles:  4011 f (/bin/app)\n");
        stacks.close();
        const auto run = cli({u"convert"_qs, stacks.fileName(), u"--to"_qs, u"sentry-v1"_qs,
                              u"-o"_qs, folder.path("v1.json")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.err.contains("V1 is deprecated"), run.err.constData());
        QVERIFY2(!run.err.contains("changed: version"), run.err.constData());
    }

    // What can be read is written, and the work is not done.
    void aBadItemOfAFileIsSaidByTheExitCode()
    {
        const Folder folder;
        QFile file(folder.path("two.envelope"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(R"({}
{"type":"profile_chunk","platform":"native"}
{"x":
{"type":"profile_chunk","platform":"native"}
{"version":"2","chunk_id":"00000000000040008000000000000001","profiler_id":"00000000000040008000000000000002","platform":"native","release":"a@1","client_sdk":{"name":"a","version":"1"},"profile":{"samples":[{"timestamp":1710805788.5,"stack_id":0,"thread_id":"1"},{"timestamp":1710805788.6,"stack_id":0,"thread_id":"1"}],"stacks":[[0]],"frames":[{"function":"main"}],"thread_metadata":{"1":{"name":"main"}}}}
)");
        file.close();
        for (const QString &out : {u"out.json"_qs, u"out.speedscope.json"_qs}) {
            const auto run =
                cli({u"convert"_qs, file.fileName(), u"-o"_qs, folder.path(qPrintable(out))});
            QCOMPARE(run.exitCode, 1);
            QVERIFY2(QFile::exists(folder.path(qPrintable(out))), run.err.constData());
        }
    }

    void summariesWithoutTimesHaveNoMilliseconds()
    {
        const Folder folder;
        const auto heap = cli({u"summary"_qs, folder.path("heap")}).out;
        QVERIFY2(heap.contains("2 samples of 1 thread, without times"), heap.constData());
        QVERIFY2(!heap.contains("ms") && !heap.contains("()"), heap.constData());
    }

    void countedSamplesAreSaid()
    {
        const Folder folder;
        QFile file(folder.path("counts.folded"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("main;work 60\nmain;wait 39\n");
        file.close();
        const auto text = cli({u"summary"_qs, file.fileName()}).out;
        QVERIFY2(text.contains("99 samples in 2 records of 1 thread, without times"),
                 text.constData());
    }

    void theEndingNamesTheFormat()
    {
        const Folder folder;
        for (const char *name : {"out.pb.gz", "out.speedscope.json", "out.folded"}) {
            const auto run = cli({u"convert"_qs, folder.path("heap"), u"-o"_qs, folder.path(name)});
            QVERIFY2(run.exitCode == 0, run.err.constData());
            QVERIFY(!summaryOf(folder.path(name)).isEmpty());
        }
        QCOMPARE(summaryOf(folder.path("out.pb.gz")).value(u"format").toString(), u"pprof"_qs);
        QCOMPARE(summaryOf(folder.path("out.folded")).value(u"format").toString(), u"collapsed"_qs);
    }

    void theOptionNamesTheFormatWhateverTheEnding()
    {
        const Folder folder;
        const auto run = cli({u"convert"_qs, folder.path("heap"), u"-o"_qs, folder.path("x.json"),
                              u"--to"_qs, u"speedscope"_qs});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(summaryOf(folder.path("x.json")).value(u"format").toString(), u"speedscope"_qs);
    }

    void whatIsNotWrittenIsSaid()
    {
        const Folder folder;
        const auto run =
            cli({u"convert"_qs, folder.path("heap"), u"-o"_qs, folder.path("out.folded")});
        // Four types of two samples, of which one is the numbers of the lines.
        QVERIFY2(run.err.contains("not written: values of samples beside their weight (6)"),
                 run.err.constData());
        QVERIFY2(run.err.contains("name and unit of the numbers: inuse_space (bytes)"),
                 run.err.constData());
        QVERIFY(run.out.isEmpty());
    }

    void whatAFormatCannotHoldIsAnErrorAndLeavesNoFile()
    {
        const Folder folder;
        for (const char *name : {"out.trace.json", "out.firefox.json", "out.json"}) {
            const auto run = cli({u"convert"_qs, folder.path("heap"), u"-o"_qs, folder.path(name)});
            QCOMPARE(run.exitCode, 1);
            QVERIFY2(run.err.contains("samples without time; pprof, speedscope"),
                     run.err.constData());
            QVERIFY(!QFile::exists(folder.path(name)));
        }
    }

    void functionsAreWeighedByTheChosenType()
    {
        const Folder folder;
        const auto byDefault = summaryOf(folder.path("heap"));
        QCOMPARE(byDefault.value(u"weight").toObject().value(u"type").toString(),
                 u"inuse_space"_qs);
        QCOMPARE(selfOf(byDefault, u"0x10"_qs), 30.0);
        const auto chosen = summaryOf(folder.path("heap"), {u"--weight"_qs, u"alloc_objects"_qs});
        QCOMPARE(selfOf(chosen, u"0x10"_qs), 4.0);
        QCOMPARE(chosen.value(u"values").toArray().size(), 4);
    }

    // Of R's memory: 800 and 900 cells, then 850.
    void levelsAreShownAndNeverAddedUp()
    {
        const Folder folder;
        const auto path = folder.path("memory.out");
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("memory profiling: sample.interval=20000\n:800:1:56:2:\"f\" \n"
                   ":900:1:56:2:\"f\" \n:850:1:56:2:\"f\" \n");
        file.close();
        const auto level = summaryOf(path).value(u"values").toArray().at(0).toObject();
        QCOMPARE(level.value(u"type").toString(), u"small_v"_qs);
        QVERIFY(level.value(u"sum").isNull());
        QCOMPARE(level.value(u"peak").toDouble(), 900.0);
        QCOMPARE(level.value(u"last").toDouble(), 850.0);
        const auto shown = cli({u"summary"_qs, path});
        QVERIFY2(shown.out.contains("900  small_v (cells), at its peak; 850 at the end"),
                 shown.out.constData());
        QVERIFY2(shown.out.contains("6  dup_count (count)\n"), shown.out.constData());
        const auto weight = u"--weight"_qs;
        for (const auto &arguments : {QStringList{u"summary"_qs, weight, u"small_v"_qs, path},
                                      QStringList{u"convert"_qs, weight, u"small_v"_qs, path,
                                                  u"-o"_qs, folder.path("x.folded")}}) {
            const auto run = cli(arguments);
            QCOMPARE(run.exitCode, 1);
            QVERIFY2(run.err.contains("levels, which do not add up"), run.err.constData());
        }
        QVERIFY(!QFile::exists(folder.path("x.folded")));
    }

    void whatHasNoDateSaysSoWhenItGetsOne()
    {
        const Folder folder;
        const auto path = folder.path("r.out");
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write("sample.interval=20000\n\"f\" \n\"f\" \n\"f\" \n");
        file.close();
        const auto run = cli({u"convert"_qs, path, u"-o"_qs, folder.path("r.json")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.err.contains("its times are of 1970-01-01"), run.err.constData());
    }

    void aTypeThatIsNotThereIsNamedBesideThoseThatAre()
    {
        const Folder folder;
        for (const char *command : {"summary", "calltree"}) {
            const auto run =
                cli({QString::fromLatin1(command), u"--weight"_qs, u"joy"_qs, folder.path("heap")});
            QCOMPARE(run.exitCode, 1);
            QVERIFY(run.out.isEmpty());
            QVERIFY2(run.err.contains("joy") && run.err.contains("alloc_objects (count)"),
                     run.err.constData());
        }
    }

    void callsWithoutTimeAreWeighedByValues()
    {
        const Folder folder;
        const auto byDefault = cli({u"calltree"_qs, folder.path("heap")}).out;
        QVERIFY2(byDefault.contains("calls by inuse_space (bytes)\n"), byDefault.constData());
        QVERIFY2(byDefault.contains(" 90  0x20\n"), byDefault.constData());
        const auto chosen =
            cli({u"calltree"_qs, u"--weight"_qs, u"alloc_objects"_qs, folder.path("heap")}).out;
        QVERIFY2(chosen.contains(" 5  0x20\n"), chosen.constData());
        QVERIFY(!chosen.contains(" ms"));
    }

    void deepCallsTellTheirDepth()
    {
        const Folder folder;
        QFile file(folder.path("deep"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("f;").repeated(20'000) + "g 1\n");
        file.close();
        const auto run = cli({u"calltree"_qs, folder.path("deep")});
        QCOMPARE(run.exitCode, 0);
        QVERIFY(run.out.contains(" f\n"));
        QVERIFY(run.out.contains("    [20000] g\n"));
        QVERIFY(run.out.size() < 10'000'000);
    }

    void callsAreMergedWhereSamplesHaveNoTime()
    {
        const Folder folder;
        const auto run = cli({u"calltree"_qs, u"--json"_qs, folder.path("heap")});
        const auto threads = run.json().object().value(u"threads").toArray();
        const auto roots = threads.at(0).toObject().value(u"roots").toArray();
        QCOMPARE(roots.size(), 1);
        QCOMPARE(roots.at(0).toObject().value(u"value").toDouble(), 90.0);
        QCOMPARE(roots.at(0).toObject().value(u"children").toArray().size(), 2);
    }
};

EMBER_TEST(TstConvert)
#include "tst_convert.moc"
