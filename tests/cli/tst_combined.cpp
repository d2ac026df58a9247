// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/support/contentof.h"
#include "tests/support/testmain.h"
#include "tests/support/waitforend.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace ember::tests;

// Files of different tools in one database: samples in time, bytes, counts.
class TstCombined : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QString in(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

    void write(const char *name, const QByteArray &bytes) const
    {
        QFile file(in(name));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(bytes);
    }

    QByteArray read(const char *name) const { return contentOf(in(name)); }

private slots:
    void initTestCase()
    {
        write("r.out",
              "sample.interval=20000\n\"f\" \"main\" \n\"g\" \"main\" \n\"g\" \"main\" \n");
        write("heap",
              "heap profile: 3: 90 [3: 90] @ heapprofile\n"
              "2: 30 [2: 30] @ 0x11 0x21\n"
              "1: 60 [1: 60] @ 0x31 0x21\n");
        write("stacks", "main;a 2\nmain;b 5\n");
        const auto run =
            cli({u"convert"_qs, in("r.out"), in("heap"), in("stacks"), u"-o"_qs, in("all.sqlite")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
    }

    void aSourceIsWrittenInAnyFormat_data()
    {
        QTest::addColumn<QByteArray>("original");
        QTest::addColumn<QString>("source");
        QTest::addColumn<QByteArray>("ending");
        for (const char *ending : {"folded", "speedscope.json", "trace.json", "out", "json"})
            QTest::newRow(ending) << QByteArray("r.out") << u"1"_qs << QByteArray(ending);
        QTest::newRow("bytes") << QByteArray("heap") << u"2"_qs << QByteArray("folded");
        QTest::newRow("bytes as pprof") << QByteArray("heap") << u"2"_qs << QByteArray("pb.gz");
        QTest::newRow("counts") << QByteArray("stacks") << u"3"_qs << QByteArray("folded");
    }

    void aSourceIsWrittenInAnyFormat()
    {
        QFETCH(QByteArray, original);
        QFETCH(QString, source);
        QFETCH(QByteArray, ending);
        const QByteArray taken = "taken." + ending;
        const QByteArray direct = "direct." + ending;
        auto run = cli({u"convert"_qs, in("all.sqlite"), u"--source"_qs, source, u"-o"_qs,
                        in(taken.constData())});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        run = cli({u"convert"_qs, in(original.constData()), u"-o"_qs, in(direct.constData())});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        const auto told = [&](const QByteArray &name) {
            const auto summary = cli({u"summary"_qs, in(name.constData())}).out;
            return summary.mid(summary.indexOf('(')); // behind the file's name
        };
        QVERIFY(!told(taken).isEmpty());
        QCOMPARE(told(taken), told(direct));
    }

    void aSourceThatIsNotThereIsAnErrorInAnyFormat()
    {
        for (const char *name : {"no.folded", "no.json", "no.pb.gz", "no.sqlite"}) {
            const auto run =
                cli({u"convert"_qs, in("all.sqlite"), u"--source"_qs, u"7"_qs, u"-o"_qs, in(name)});
            QCOMPARE(run.exitCode, 2);
            QVERIFY2(run.err.contains("no source has this id"), run.err.constData());
            QVERIFY(!QFile::exists(in(name)));
        }
    }

    void aSourceIsANumber()
    {
        const auto run = cli(
            {u"convert"_qs, in("all.sqlite"), u"--source"_qs, u"x"_qs, u"-o"_qs, in("no.folded")});
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.err.contains("--source is the number of a source"), run.err.constData());
    }

    void aSourceDoesNotTakeThePlaceOfTheFileItIsFrom()
    {
        QVERIFY(QFile::copy(in("all.sqlite"), in("own.sqlite")));
        QVERIFY(QFile::link(in("own.sqlite"), in("link.sqlite")));
        for (const char *output : {"own.sqlite", "link.sqlite"}) {
            const auto run = cli(
                {u"convert"_qs, in("own.sqlite"), u"--source"_qs, u"1"_qs, u"-o"_qs, in(output)});
            QCOMPARE(run.exitCode, 2);
            QVERIFY2(run.err.contains("would lose its other sources"), run.err.constData());
        }
        QFile kept(in("own.sqlite"));
        QFile original(in("all.sqlite"));
        QVERIFY(kept.open(QIODevice::ReadOnly) && original.open(QIODevice::ReadOnly));
        QVERIFY(kept.readAll() == original.readAll());
    }

    void extensionsAreThoseOfAnyCase()
    {
        for (const char *name : {"a.SQLITE", "a.db", "a.sqlite3", "a.PB.GZ", "a.Rds", "a.Folded"}) {
            const auto run =
                cli({u"convert"_qs, in("all.sqlite"), u"--source"_qs, u"1"_qs, u"-o"_qs, in(name)});
            QVERIFY2(run.exitCode == 0, run.err.constData());
            QVERIFY(QFile::exists(in(name)));
        }
    }

    void aSourceIsAProfileOfItsOwnWhereNothingWeighsItWithOthers()
    {
        const auto profiles = cli({u"summary"_qs, u"--json"_qs, in("all.sqlite")}).json().array();
        QCOMPARE(profiles.size(), qsizetype(3));
        for (const auto &profile : profiles) {
            const auto functions = profile.toObject().value(u"functions").toArray();
            QVERIFY(!functions.isEmpty());
            const auto first = functions.at(0).toObject();
            QVERIFY(first.value(u"self").toDouble() + first.value(u"self_ns").toDouble() > 0);
        }
        const auto text = cli({u"summary"_qs, in("all.sqlite")}).out;
        QVERIFY2(!text.contains("have no such value"), text.constData());
    }

    void numbersOfDifferentKindsAreNotAddedUp_data()
    {
        QTest::addColumn<QStringList>("files");
        QTest::newRow("files") << QStringList{in("r.out"), in("heap"), in("stacks")};
        QTest::newRow("combined") << QStringList{in("all.sqlite")};
    }

    void numbersOfDifferentKindsAreNotAddedUp()
    {
        QFETCH(QStringList, files);
        const auto run =
            cli(QStringList{u"convert"_qs} + files + QStringList{u"-o"_qs, in("no.folded")});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("space (bytes)"), run.err.constData());
        QVERIFY2(run.err.contains("samples (count)"), run.err.constData());
        QVERIFY2(run.err.contains("--source ID"), run.err.constData());
        QVERIFY(!QFile::exists(in("no.folded")));
    }

    void oneKindOfNumberCanBeChosen()
    {
        const auto run = cli({u"convert"_qs, in("all.sqlite"), u"--weight"_qs, u"objects"_qs,
                              u"-o"_qs, in("objects.folded")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.err.contains(
                     "not written: samples without a value of the type that is written (5)"),
                 run.err.constData());
        QCOMPARE(read("objects.folded"), QByteArray("0x20;0x10 2\n0x20;0x30 1\n"));
    }

    void aKindThatIsNotThereIsNamedBesideThoseThatAre()
    {
        const auto run = cli({u"convert"_qs, in("all.sqlite"), u"--weight"_qs, u"joy"_qs, u"-o"_qs,
                              in("no.folded")});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.err.contains("objects (count), samples (count), space (bytes)"),
                 run.err.constData());
        QCOMPARE(
            cli({u"convert"_qs, in("heap"), u"--weight"_qs, u"joy"_qs, u"-o"_qs, in("no.pb.gz")})
                .exitCode,
            2);
    }

    void pprofSaysThatItsProfilesAreAboutDifferentTypes()
    {
        const auto run = cli({u"convert"_qs, in("all.sqlite"), u"-o"_qs, in("all.pb.gz")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.err.contains("-sample_index also samples, space"), run.err.constData());
    }

    // "1|A" and so on: the sources of a database and where they come from.
    QStringList uris(const char *database) const
    {
        QProcess sqlite;
        sqlite.start(u"sqlite3"_qs,
                     {in(database),
                      u"SELECT source_uri FROM sources "
                      "ORDER BY source_id"_qs});
        if (!waitForEnd(sqlite) || sqlite.exitCode() != 0)
            return {};
        return QString::fromUtf8(sqlite.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
    }

    ProgramRun combinedWith(const QStringList &files, const QStringList &uris, const char *output)
    {
        QStringList arguments{u"convert"_qs};
        arguments += files;
        for (const auto &uri : uris)
            arguments += {u"--source-uri"_qs, uri};
        return cli(arguments + QStringList{u"-o"_qs, in(output)});
    }

    void aPlaceGoesToTheInputOfItsTurn()
    {
        if (QStandardPaths::findExecutable(u"sqlite3"_qs).isEmpty())
            QSKIP("no sqlite3 command");
        const QStringList files{in("r.out"), in("stacks"), in("r.out")};
        auto run = combinedWith(files, {u"A"_qs, u"B"_qs, u"C"_qs}, "places.sqlite");
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(uris("places.sqlite"), (QStringList{u"A"_qs, u"B"_qs, u"C"_qs}));
        run = combinedWith(files, {}, "files.sqlite");
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(uris("files.sqlite"), files);
        for (const QStringList &wrong : {QStringList{u"A"_qs}, QStringList{u"A"_qs, u"B"_qs}}) {
            run = combinedWith(files, wrong, "wrong.sqlite");
            QCOMPARE(run.exitCode, 2);
            QVERIFY2(run.err.contains("expected one for each of 3 profiles"), run.err.constData());
            QVERIFY(!QFile::exists(in("wrong.sqlite")));
        }
    }

    void chunksOfASessionHaveThePlacesOfTheirFiles()
    {
        if (QStandardPaths::findExecutable(u"sqlite3"_qs).isEmpty())
            QSKIP("no sqlite3 command");
        const auto chunk = [](const char *id, double start) {
            QJsonArray samples;
            for (const double time : {start, start + 0.01})
                samples.append(QJsonObject{
                    {u"stack_id"_qs, 0}, {u"thread_id"_qs, u"1"_qs}, {u"timestamp"_qs, time}});
            const QJsonObject profile{
                {u"samples"_qs, samples},
                {u"stacks"_qs, QJsonArray{QJsonArray{0}}},
                {u"frames"_qs, QJsonArray{QJsonObject{{u"function"_qs, u"f"_qs}}}},
                {u"thread_metadata"_qs, QJsonObject()}};
            return QJsonDocument(
                       QJsonObject{{u"version"_qs, u"2"_qs},
                                   {u"profiler_id"_qs, u"4d229f1d3807421ba62a5f8bc295d836"_qs},
                                   {u"chunk_id"_qs, QString::fromLatin1(id)},
                                   {u"platform"_qs, u"node"_qs},
                                   {u"release"_qs, u"r"_qs},
                                   {u"environment"_qs, u"e"_qs},
                                   {u"client_sdk"_qs,
                                    QJsonObject{{u"name"_qs, u"n"_qs}, {u"version"_qs, u"1"_qs}}},
                                   {u"profile"_qs, profile}})
                .toJson();
        };
        write("001.json", chunk("0432a0a4c25f4697bf9f0a2fcbe6a814", 1710805788.5));
        write("002.json", chunk("0432a0a4c25f4697bf9f0a2fcbe6a815", 1710805798.5));
        // By time, as one profile: "B" is that of 001, the second input.
        auto run =
            combinedWith({in("002.json"), in("001.json")}, {u"A"_qs, u"B"_qs}, "chunks.sqlite");
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(uris("chunks.sqlite"), (QStringList{u"B"_qs, u"A"_qs}));
        run = combinedWith({in("002.json"), in("stacks"), in("001.json")},
                           {u"A"_qs, u"B"_qs, u"C"_qs}, "mixed.sqlite");
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QCOMPARE(uris("mixed.sqlite"), (QStringList{u"C"_qs, u"A"_qs, u"B"_qs}));
    }

    void rowsOfMetaThatAreNotWrittenAreSaid()
    {
        QVERIFY(QFile::copy(in("all.sqlite"), in("meta.sqlite")));
        QProcess sqlite;
        sqlite.start(u"sqlite3"_qs,
                     {in("meta.sqlite"), u"INSERT INTO meta VALUES ('1.host', 'A')"_qs});
        if (!waitForEnd(sqlite) || sqlite.exitCode() != 0)
            QSKIP("no sqlite3 command");
        auto run = cli({u"convert"_qs, in("meta.sqlite"), u"-o"_qs, in("meta.pb.gz")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.err.contains("rows of meta are not kept: 1.host"), run.err.constData());
        run = cli({u"convert"_qs, in("meta.sqlite"), u"--source"_qs, u"1"_qs, u"-o"_qs,
                   in("meta.folded")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.err.contains("rows of meta are not kept: host"), run.err.constData());
        run = cli({u"convert"_qs, in("meta.sqlite"), u"-o"_qs, in("kept.sqlite")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(!run.err.contains("not kept"), run.err.constData());
        sqlite.start(u"sqlite3"_qs,
                     {in("kept.sqlite"),
                      u"INSERT INTO meta SELECT source_id || '.site', 'x' FROM sources"_qs
                      u" UNION ALL SELECT 'site', 'y'"_qs});
        QVERIFY(waitForEnd(sqlite) && sqlite.exitCode() == 0);
        const QByteArray said("rows of meta are left out, as every source has its own: site");
        run = cli({u"convert"_qs, in("kept.sqlite"), u"--source"_qs, u"1"_qs, u"-o"_qs,
                   in("one.sqlite")});
        QVERIFY2(run.err.contains(said), run.err.constData());
        run = cli({u"convert"_qs, in("kept.sqlite"), in("stacks"), u"-o"_qs, in("more.sqlite")});
        QVERIFY2(run.err.contains(said), run.err.constData());
        run = cli({u"convert"_qs, in("kept.sqlite"), u"-o"_qs, in("same.sqlite")});
        QVERIFY2(!run.err.contains(said), run.err.constData());
    }

    void samplesOfTheirOwnAreForPprofOnly()
    {
        for (const char *name : {"no.folded", "no.json", "no.sqlite"}) {
            const auto run =
                cli({u"convert"_qs, in("all.sqlite"), u"--per-sample"_qs, u"-o"_qs, in(name)});
            QCOMPARE(run.exitCode, 2);
            QVERIFY2(run.err.contains("only pprof has --per-sample"), run.err.constData());
            QVERIFY(!QFile::exists(in(name)));
        }
    }

    void whatOnlyTablesHaveIsWrongUsageElsewhere()
    {
        for (const QStringList &option :
             {QStringList{u"--dedupe"_qs}, QStringList{u"--source-uri"_qs, u"where"_qs}}) {
            for (const char *name : {"no.folded", "no.json", "no.pb.gz"}) {
                const auto run = cli(QStringList{u"convert"_qs, in("all.sqlite")} + option
                                     + QStringList{u"-o"_qs, in(name)});
                QCOMPARE(run.exitCode, 2);
                QVERIFY2(run.err.contains(option.first().toUtf8()), run.err.constData());
                QVERIFY(!QFile::exists(in(name)));
            }
        }
    }
};

EMBER_TEST(TstCombined)
#include "tst_combined.moc"
