// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program.h"
#include "tests/support/testmain.h"
#include "tests/support/waitforend.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <string_view>

using namespace ember::tests;

namespace {

// What the summary or call tree of a file says but for its name and format.
QJsonArray said(const QString &command, const QString &path)
{
    const auto run = cli({command, QStringLiteral("--json"), path});
    if (command == QLatin1String("calltree"))
        return run.json().object().value(QLatin1String("threads")).toArray();
    QJsonArray profiles;
    for (const auto &value : run.json().array()) {
        auto profile = value.toObject();
        profile.remove(QStringLiteral("file"));
        profile.remove(QStringLiteral("format"));
        profiles.append(profile);
    }
    return profiles;
}

} // namespace

// convert to and from databases, check-tables.
class TstTables : public QObject {
    Q_OBJECT

private:
    QString in(const char *name) const { return m_folder.filePath(QLatin1String(name)); }

    QTemporaryDir m_folder;

private slots:
    void initTestCase()
    {
        const auto run = cli({QStringLiteral("record"), QStringLiteral("-F"), QStringLiteral("500"),
                              QStringLiteral("-o"), in("a.ember"), QStringLiteral("--"),
                              QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                              QStringLiteral("i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done; "
                                             "echo done")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
    }

    void aCaptureSaysTheSameOutOfADatabase()
    {
        const auto run =
            cli({QStringLiteral("convert"), in("a.ember"), QStringLiteral("-o"), in("a.sqlite")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY(QFile::rename(in("a.sqlite"), in("any.name")));
        const auto summary = said(QStringLiteral("summary"), in("a.ember"));
        QVERIFY(!summary.isEmpty());
        QVERIFY(summary.first().toObject().value(QLatin1String("samples")).toInt() > 10);
        QCOMPARE(said(QStringLiteral("summary"), in("any.name")), summary);
        const auto calls = said(QStringLiteral("calltree"), in("a.ember"));
        QVERIFY(!calls.isEmpty());
        QCOMPARE(said(QStringLiteral("calltree"), in("any.name")), calls);
    }

    void checkTablesTakesWhatConvertWrites()
    {
        const auto run = cli({QStringLiteral("check-tables"), in("a.ember"), in("any.name")});
        QVERIFY2(run.exitCode == 0, QByteArray(run.out + run.err).constData());
        QVERIFY(run.out.contains("a.ember\tvalid\n"));
        QVERIFY(run.out.contains("any.name\tvalid\n"));
    }

    void combinedSourcesComeOutAgain()
    {
        const auto combined = cli({QStringLiteral("convert"), in("a.ember"), in("any.name"),
                                   QStringLiteral("-o"), in("c.sqlite"), QStringLiteral("--dedupe"),
                                   QStringLiteral("--source-uri"), QStringLiteral("first"),
                                   QStringLiteral("--source-uri"), QStringLiteral("second")});
        QVERIFY2(combined.exitCode == 0, combined.err.constData());
        QVERIFY(combined.err.contains("2 sources"));
        const auto taken =
            cli({QStringLiteral("convert"), in("c.sqlite"), QStringLiteral("--source"),
                 QStringLiteral("2"), QStringLiteral("-o"), in("b.sqlite")});
        QVERIFY2(taken.exitCode == 0, taken.err.constData());
        QCOMPARE(said(QStringLiteral("calltree"), in("b.sqlite")),
                 said(QStringLiteral("calltree"), in("a.ember")));
    }

    void checkTablesNamesEveryFault()
    {
        QVERIFY(QFile::copy(in("any.name"), in("bad.sqlite")));
        QProcess sqlite;
        sqlite.start(QStringLiteral("sqlite3"),
                     {in("bad.sqlite"),
                      QStringLiteral("PRAGMA ignore_check_constraints = ON;"
                                     "UPDATE functions SET name = '' WHERE function_id < 3;"
                                     "UPDATE samples SET source_id = 9 WHERE sample_id = 1")});
        if (!waitForEnd(sqlite) || sqlite.exitCode() != 0)
            QSKIP("no sqlite3 command");
        const auto run =
            cli({QStringLiteral("check-tables"), QStringLiteral("--json"), in("bad.sqlite")});
        QCOMPARE(run.exitCode, 1);
        const auto file = run.json().array().first().toObject();
        QCOMPARE(file.value(QLatin1String("valid")).toBool(true), false);
        QStringList errors;
        for (const auto &value : file.value(QLatin1String("findings")).toArray()) {
            const auto finding = value.toObject();
            if (finding.value(QLatin1String("severity")) == QLatin1String("error"))
                errors.append(finding.value(QLatin1String("rule")).toString()
                              + QString::number(finding.value(QLatin1String("row")).toInt()));
        }
        QCOMPARE(
            errors,
            (QStringList{QStringLiteral("F11"), QStringLiteral("N11"), QStringLiteral("N12")}));
        const auto opened = cli({QStringLiteral("summary"), in("bad.sqlite")});
        QCOMPARE(opened.exitCode, 1);
        QVERIFY2(opened.err.contains("and 2 more"), opened.err.constData());
    }

    void whatRStoresIsWrittenCheckedAndOpened()
    {
        for (const char *schema : {"v1", "v2"}) {
            const auto written =
                cli({QStringLiteral("convert"), in("any.name"), QStringLiteral("-o"), in("a.rds"),
                     QStringLiteral("--schema"), QLatin1String(schema)});
            QVERIFY2(written.exitCode == 0, written.err.constData());
            QCOMPARE(written.err.contains("rows of x_threads"), schema == std::string_view("v1"));
            const auto checked = cli({QStringLiteral("check-tables"), in("a.rds")});
            QVERIFY2(checked.exitCode == 0, QByteArray(checked.out + checked.err).constData());
            const auto summary = said(QStringLiteral("summary"), in("a.rds"));
            QCOMPARE(summary.size(), qsizetype(1));
            const auto samples = QLatin1String("samples");
            QCOMPARE(
                summary.first().toObject().value(samples),
                said(QStringLiteral("summary"), in("a.ember")).first().toObject().value(samples));
        }
    }

    void aCaptureSaysTheSameOutOfAFileOfR()
    {
        const auto run = cli({QStringLiteral("convert"), in("a.ember"), QStringLiteral("-o"),
                              in("b.rds"), QStringLiteral("--schema"), QStringLiteral("v2")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        for (const char *command : {"summary", "calltree"})
            QCOMPARE(said(QLatin1String(command), in("b.rds")),
                     said(QLatin1String(command), in("a.ember")));
    }

    void commandLinesAreSaidAndCanBeLeftOut()
    {
        const auto commandIsIn = [&](const char *name) {
            // What is packed is seen in a database made of it.
            const auto unpacked =
                cli({QStringLiteral("convert"), in(name), QStringLiteral("-o"), in("seen.sqlite")});
            QFile file(in("seen.sqlite"));
            return unpacked.exitCode == 0 && file.open(QIODevice::ReadOnly)
                && file.readAll().contains("while [ $i -lt 1000000 ]");
        };
        for (const char *name : {"with.sqlite", "with.rds"}) {
            const auto run =
                cli({QStringLiteral("convert"), in("a.ember"), QStringLiteral("-o"), in(name)});
            QVERIFY2(run.exitCode == 0, run.err.constData());
            QVERIFY2(run.err.contains("--no-command-lines"), run.err.constData());
            QVERIFY(commandIsIn(name));
        }
        for (const char *name : {"without.sqlite", "without.rds"}) {
            const auto run = cli({QStringLiteral("convert"), in("a.ember"), QStringLiteral("-o"),
                                  in(name), QStringLiteral("--no-command-lines")});
            QVERIFY2(run.exitCode == 0, run.err.constData());
            QVERIFY2(!run.err.contains("command line"), run.err.constData());
            QVERIFY(!commandIsIn(name));
            QCOMPARE(cli({QStringLiteral("check-tables"), in(name)}).exitCode, 0);
        }
        const auto others = cli({QStringLiteral("convert"), in("a.ember"), QStringLiteral("-o"),
                                 in("no.folded"), QStringLiteral("--no-command-lines")});
        QCOMPARE(others.exitCode, 2);
    }

    void recordLeavesCommandLinesOutToo()
    {
        const auto record = [&](const char *name) {
            return cli({QStringLiteral("record"), QStringLiteral("-o"), in(name),
                        QStringLiteral("--no-command-lines"), QStringLiteral("--"),
                        QStringLiteral("/bin/sh"), QStringLiteral("-c"),
                        QStringLiteral("i=0; while [ $i -lt 1000001 ]; do i=$((i+1)); done")});
        };
        const auto run = record("recorded.sqlite");
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QFile file(in("recorded.sqlite"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(!file.readAll().contains("-lt 1000001"));
        QCOMPARE(record("recorded.ember").exitCode, 2);
    }

    // 7, as R stores it.
    void whatRStoresThatIsNoProfileIsSaidWhateverItIsFor()
    {
        QFile file(in("seven.rds"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("A\n2\n262658\n131840\n13\n1\n7\n");
        file.close();
        for (const auto &arguments : {QStringList{QStringLiteral("summary"), in("seven.rds")},
                                      QStringList{QStringLiteral("convert"), in("seven.rds"),
                                                  QStringLiteral("-o"), in("seven.sqlite")}}) {
            const auto run = cli(arguments);
            QCOMPARE(run.exitCode, 1);
            QVERIFY2(
                run.err.contains("rds: R data, but no profile data: an object of type integer; "
                                 "expected a list of the data frames meta, "),
                run.err.constData());
            QVERIFY2(!run.err.contains("damaged"), run.err.constData());
        }
    }

    void checkTablesSaysWhatADamagedFileWasTakenFor()
    {
        QVERIFY(QFile::copy(in("any.name"), in("cut.sqlite")));
        QVERIFY(QFile::resize(in("cut.sqlite"), 5000));
        const auto cut = cli({QStringLiteral("check-tables"), in("cut.sqlite")});
        QCOMPARE(cut.exitCode, 1);
        QVERIFY2(cut.err.contains("(SQLite: byte 5000: "), cut.err.constData());
        QFile file(in("cut.rds"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("A\n2\n262658\n131840\n13\n");
        file.close();
        const auto stored = cli({QStringLiteral("check-tables"), in("cut.rds")});
        QCOMPARE(stored.exitCode, 1);
        QVERIFY2(stored.err.contains("(rds, byte "), stored.err.constData());
    }

    void checkTablesNamesTheRuleOfOldData()
    {
        QFile file(in("bad.rds"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("A\n2\n262658\n131840\n13\n1\n7\n");
        file.close();
        const auto run = cli({QStringLiteral("check-tables"), in("bad.rds")});
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.out.contains("error v1-1 "), run.out.constData());
        const auto opened = cli({QStringLiteral("summary"), in("bad.rds")});
        QCOMPARE(opened.exitCode, 1);
        QVERIFY2(opened.err.contains("an object of type integer"), opened.err.constData());
    }

    void aSchemaThatIsNoneIsWrongUsage()
    {
        for (const auto &[schema, output] :
             {std::pair("v3", "x.rds"), std::pair("v1", "x.sqlite"), std::pair("v1", "x.pb.gz"),
              std::pair("v2", "x.pb.gz")}) {
            const auto run = cli({QStringLiteral("convert"), in("a.ember"), QStringLiteral("-o"),
                                  in(output), QStringLiteral("--schema"), QLatin1String(schema)});
            QCOMPARE(run.exitCode, 2);
            QVERIFY(!QFile::exists(in(output)));
        }
    }

    void aCaptureIsLinesOfRprof()
    {
        const auto run =
            cli({QStringLiteral("convert"), in("a.ember"), QStringLiteral("-o"), in("a.Rprof")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        QVERIFY2(run.err.contains("times of samples"), run.err.constData());
        QFile file(in("a.Rprof"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readLine().endsWith("sample.interval=2000\n"));
        QCOMPARE(said(QStringLiteral("summary"), in("a.Rprof")).size(), qsizetype(1));
    }

    void aUriOrSourceTooManyIsRefused()
    {
        const auto uris = cli({QStringLiteral("convert"), in("a.ember"), QStringLiteral("-o"),
                               in("x.sqlite"), QStringLiteral("--source-uri"), QStringLiteral("1"),
                               QStringLiteral("--source-uri"), QStringLiteral("2")});
        QCOMPARE(uris.exitCode, 2);
        const auto source = cli({QStringLiteral("convert"), in("a.ember"), QStringLiteral("-o"),
                                 in("x.sqlite"), QStringLiteral("--source"), QStringLiteral("7")});
        QCOMPARE(source.exitCode, 2);
        const auto twice = cli({QStringLiteral("convert"), in("c.sqlite"), QStringLiteral("-o"),
                                in("x.sqlite"), QStringLiteral("--source"), QStringLiteral("1"),
                                QStringLiteral("--source"), QStringLiteral("2")});
        QCOMPARE(twice.exitCode, 2);
        QVERIFY(twice.err.contains("--source can be given once"));
        const auto both =
            cli({QStringLiteral("convert"), in("c.sqlite"), QStringLiteral("-o"), in("x.sqlite"),
                 QStringLiteral("--source-uri"), QStringLiteral("one")});
        QCOMPARE(both.exitCode, 2);
        QVERIFY(!QFile::exists(in("x.sqlite")));
        QCOMPARE(cli({QStringLiteral("check-tables")}).exitCode, 2);
    }

    void aUriForEachSourceOfADatabaseIsTaken()
    {
        const auto run = cli({QStringLiteral("convert"), in("c.sqlite"), QStringLiteral("-o"),
                              in("d.sqlite"), QStringLiteral("--source-uri"), QStringLiteral("one"),
                              QStringLiteral("--source-uri"), QStringLiteral("two")});
        QVERIFY2(run.exitCode == 0, run.err.constData());
        // They differ: one for both is refused.
        QCOMPARE(cli({QStringLiteral("convert"), in("d.sqlite"), QStringLiteral("-o"),
                      in("x.sqlite"), QStringLiteral("--source-uri"), QStringLiteral("one")})
                     .exitCode,
                 2);
        const auto taken = cli({QStringLiteral("convert"), in("d.sqlite"), QStringLiteral("-o"),
                                in("e.sqlite"), QStringLiteral("--source"), QStringLiteral("2"),
                                QStringLiteral("--source-uri"), QStringLiteral("two")});
        QVERIFY2(taken.exitCode == 0, taken.err.constData()); // it is the only one left
    }
};

EMBER_TEST(TstTables)
#include "tst_tables.moc"
