// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/support/testmain.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
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

    QByteArray read(const char *name) const
    {
        QFile file(in(name));
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray();
    }

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
        QVERIFY2(run.err.contains("not written: 5 samples without a value"), run.err.constData());
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
