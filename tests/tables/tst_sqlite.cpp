// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/tables/combine.h"
#include "model/tables/fromprofile.h"
#include "model/tables/toprofile.h"
#include "tests/support/syntheticprofile.h"
#include "tests/support/testmain.h"
#include "tests/tables/describedprofile.h"
#include "tests/tables/everyfact.h"
#include "tests/tables/sqlitefile.h"

#include <QTest>

using namespace ember::model;
using namespace ember::tests;

// Databases we write.
class TstSqlite : public QObject {
    Q_OBJECT

private slots:
    void everyFactComesBack()
    {
        const auto profile = profileWithEveryFact();
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profile).value()));
        const auto reading = file.read();
        QVERIFY2(reading, reading ? "" : reading.error().detail.c_str());
        QVERIFY(tables::checkRules(*reading));
        const auto again = tables::profilesOf(reading->tables);
        QCOMPARE(again.size(), std::size_t(1));
        QCOMPARE(QString::fromStdString(firstDifference(*profile, *again.front())), QString());
    }

    void sqliteFindsNothingWrong()
    {
        const auto all = tables::combine(
            std::vector{tables::tablesOf(*profileWithEveryFact()).value(),
                        tables::tablesOf(*profileOfValues()).value(),
                        tables::tablesOf(*syntheticProfile({.samplesPerThread = 50})).value()});
        const SqliteFile file;
        QVERIFY(file.write(*all));
        QCOMPARE(file.run("PRAGMA foreign_key_check; PRAGMA integrity_check;"),
                 QStringList(QStringLiteral("ok")));
        QCOMPARE(file.run("SELECT sample_id FROM sample_locations GROUP BY 1 "
                          "HAVING max(depth) <> count(*) OR min(depth) <> 1"),
                 QStringList());
        QCOMPARE(file.run("SELECT count(*) FROM sources"), QStringList(QStringLiteral("4")));
        QCOMPARE(file.run("PRAGMA user_version"), QStringList(QStringLiteral("2")));
    }

    void theSchemaHasTheReferenceTablesAndColumns()
    {
        const auto path = referenceData(QStringLiteral("rprofile/ddl_v2.sql"));
        if (path.isEmpty())
            QSKIP("no reference data");
        const SqliteFile reference;
        QFile sql(path);
        QVERIFY(sql.open(QIODevice::ReadOnly));
        reference.run(sql.readAll().constData());
        const SqliteFile own;
        QVERIFY(own.write(tables::tablesOf(*profileWithEveryFact()).value()));
        // A column of ours stands where the reference has it, of the same type and as strict.
        constexpr auto columns = "SELECT m.name, x.cid, x.name, x.type, x.pk FROM sqlite_schema m, "
                                 "pragma_table_info(m.name) x WHERE m.type = 'table' ORDER BY 1, 2";
        const auto ours = own.run(columns);
        for (const auto &column : reference.run(columns))
            QVERIFY2(ours.contains(column), qPrintable(column));
        for (const auto &index : reference.run("SELECT sql FROM sqlite_schema WHERE type = 'index' "
                                               "AND sql IS NOT NULL"))
            QVERIFY2(own.run("SELECT sql FROM sqlite_schema").contains(index), qPrintable(index));
    }

    void whatIsNotWrittenWholeIsNotThere()
    {
        auto tables = tables::tablesOf(*profileWithEveryFact()).value();
        tables.samples.source[1] = 77;
        const SqliteFile file;
        const auto refused = file.write(tables);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::FormatCannotHold);
        QCOMPARE(refused.error().detail,
                 std::string("samples, row 2: refers to what sources does not have"));
        QVERIFY(!QFile::exists(file.path()));
        QVERIFY(!sqlite::writeTables(tables, "/nonexistent/p.sqlite"));
    }

    void aDatabaseThatIsThereIsReplaced()
    {
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()));
        QVERIFY(file.write(tables::tablesOf(*profileOfValues()).value()));
        QCOMPARE(file.run("SELECT count(*) FROM samples"), QStringList(QStringLiteral("3")));
    }
};

EMBER_TEST(TstSqlite)
#include "tst_sqlite.moc"
