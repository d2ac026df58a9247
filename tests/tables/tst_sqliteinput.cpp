// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sqlite/sqliteformat.h"
#include "model/tables/fromprofile.h"
#include "model/tables/toprofile.h"
#include "tests/support/testmain.h"
#include "tests/tables/everyfact.h"
#include "tests/tables/sqlitefile.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <random>

using namespace ember::model;
using namespace ember::tests;

namespace {

std::string findingsOf(const tables::Reading &reading)
{
    std::string text;
    for (const auto &finding : reading.findings)
        text += toText(finding) + '\n';
    return text;
}

} // namespace

// Databases that others write, or damage.
class TstSqliteInput : public QObject {
    Q_OBJECT

private slots:
    // A program that died while it wrote: the bytes may be half of a change.
    void aHotJournalIsNotIgnored_data()
    {
        QTest::addColumn<QString>("ending");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<bool>("isHot");
        const QByteArray header = QByteArray::fromHex("d9d505f920a163d7") + QByteArray(504, '\1');
        QTest::newRow("hot") << QStringLiteral("-journal") << header << true;
        QTest::newRow("finished") << QStringLiteral("-journal") << QByteArray(512, '\0') << false;
        QTest::newRow("empty") << QStringLiteral("-journal") << QByteArray() << false;
        QTest::newRow("log") << QStringLiteral("-wal") << QByteArray(4096, '7') << true;
        QTest::newRow("empty log") << QStringLiteral("-wal") << QByteArray() << false;
    }

    void aHotJournalIsNotIgnored()
    {
        QFETCH(QString, ending);
        QFETCH(QByteArray, content);
        QFETCH(bool, isHot);
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()).has_value());
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("a.sqlite"));
        const auto put = [](const QString &name, const QByteArray &bytes) {
            QFile out(name);
            return out.open(QIODevice::WriteOnly) && out.write(bytes) == bytes.size();
        };
        QVERIFY(put(path + ending, content));
        std::vector<ImportFile> files(1);
        files.front().name = path.toStdString();
        files.front().bytes = file.bytes();
        const auto import = FormatImporter(sqlite::format).read(std::move(files), {});
        QCOMPARE(import.has_value(), !isHot);
        const QString link = folder.filePath(QStringLiteral("link.sqlite"));
        QFile(path).open(QIODevice::WriteOnly);
        QVERIFY(QFile::link(path, link));
        QCOMPARE(sqlite::checkFinished(link.toStdString()).has_value(), !isHot);
        if (isHot) {
            QCOMPARE(import.error().code, ErrorCode::FileInUse);
            const auto beside = QString(path + ending).toStdString();
            QVERIFY(import.error().detail.find(beside) != std::string::npos);
        }
    }

    void aPlainDatabaseOfSevenTablesIsRead()
    {
        const SqliteFile file;
        file.run("CREATE TABLE meta (key, value); INSERT INTO meta VALUES ('version', '2.0');"
                 "CREATE TABLE sources (source_id INT, source_type VARCHAR, source_uri TEXT, "
                 "source_timestamp DOUBLE); INSERT INTO sources VALUES (7, 'rprof', NULL, NULL);"
                 "CREATE TABLE samples (sample_id, source_id); INSERT INTO samples VALUES (3, 7);"
                 "CREATE TABLE sample_values (sample_id, type, unit, value);"
                 "INSERT INTO sample_values VALUES (3, 'samples', 'count', 2);"
                 "CREATE TABLE sample_locations (sample_id, depth, location_id);"
                 "INSERT INTO sample_locations VALUES (3, 1, 5);"
                 "CREATE TABLE locations (location_id, function_id, line);"
                 "INSERT INTO locations VALUES (5, 6, NULL);"
                 "CREATE TABLE functions (function_id, name, system_name, filename, start_line);"
                 "INSERT INTO functions VALUES (6, 'f', 'f', NULL, 0);"
                 "CREATE TABLE notes (text); CREATE VIEW x_threads AS SELECT 1 AS thread_key;");
        const auto reading = file.read();
        QVERIFY2(reading, reading ? "" : reading.error().detail.c_str());
        QCOMPARE(findingsOf(*reading), // which the view is not among: it is none that is stored
                 std::string("warning W notes: no table of a profile: it is left out\n"));
        QCOMPARE(reading->leftOut, std::vector<std::string>{"notes"});
        const auto checked = tables::checkRules(*reading);
        QVERIFY2(checked, checked ? "" : checked.error().detail.c_str());
        const auto profile = tables::profilesOf(reading->tables).front();
        QCOMPARE(profile->sampleCount(), std::size_t(1));
        QCOMPARE(profile->tables().valueTypes.size(), std::size_t(1));
        QCOMPARE(profile->thread(ThreadIndex(0)).id.isValid(), true);
    }

    void whatHasTheWrongShapeIsFound_data()
    {
        QTest::addColumn<QByteArray>("sql");
        QTest::addColumn<QByteArray>("finding");
        const auto row = [](const char *name, const char *sql, const char *finding) {
            QTest::newRow(name) << QByteArray(sql) << QByteArray(finding);
        };
        row("table missing", "PRAGMA foreign_keys=OFF; DROP TABLE sample_values",
            "error T1 sample_values: the table is missing");
        row("column missing", "ALTER TABLE sources DROP COLUMN source_uri",
            "error T1 sources: there is no column source_uri");
        row("order",
            "DROP TABLE meta; CREATE TABLE meta (value TEXT, key TEXT);"
            "INSERT INTO meta VALUES ('2.0', 'version')",
            "error T1 meta: key is not column 1");
        row("declared type", "DROP TABLE meta; CREATE TABLE meta (key INTEGER, value TEXT)",
            "error T1 meta: key is declared as an integer, not a text");
        row("cell type",
            "DROP TABLE meta; CREATE TABLE meta (key, value);"
            "INSERT INTO meta VALUES ('version', 2)",
            "error T1 meta row 1: value is an integer, not a text");
        row("computed", "DROP TABLE meta; CREATE TABLE meta (key TEXT, value TEXT AS (upper(key)))",
            "error T1 meta: there is no column value");
        row("view", "DROP TABLE meta; CREATE VIEW meta AS SELECT 'version' AS key, '2.0' AS value",
            "error T1 meta: the table is missing");
        row("64-bit id", "INSERT INTO functions VALUES (5000000000, 'f', 'f', NULL, 0)",
            "error K1 functions row 4: function_id 5000000000 has more than 32 bits");
    }

    void whatHasTheWrongShapeIsFound()
    {
        QFETCH(QByteArray, sql);
        QFETCH(QByteArray, finding);
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()));
        QCOMPARE(file.run(sql.constData()), QStringList());
        const auto reading = file.read();
        QVERIFY2(reading, reading ? "" : reading.error().detail.c_str());
        const auto found = findingsOf(*reading);
        QVERIFY2(found.find(finding.toStdString()) != std::string::npos, found.c_str());
        QVERIFY(!tables::checkRules(*reading));
    }

    void whatIsNoProfileHasOneMessage()
    {
        const SqliteFile foreign;
        foreign.run("CREATE TABLE notes (text)");
        QCOMPARE(foreign.read().error().code, ErrorCode::UnknownFormat);

        const SqliteFile old;
        old.run("CREATE TABLE meta (key, value); INSERT INTO meta VALUES ('version', '1.0')");
        QCOMPARE(old.read().error().code, ErrorCode::UnsupportedVersion);

        const SqliteFile log;
        log.run("PRAGMA journal_mode = WAL; CREATE TABLE meta (key, value)");
        QCOMPARE(log.read().error().code, ErrorCode::UnsupportedVersion);

        const auto isNotAsked = [] { return false; };
        QVERIFY(!sqlite::readTables("SQLite format 3", isNotAsked));
        QCOMPARE(sqlite::readTables(std::string_view("SQLite format 3\0xyz", 19), isNotAsked)
                     .error()
                     .code,
                 ErrorCode::Truncated);
    }

    void databasesOfTheTimeBeforeTransactionsHaveTheirSpans()
    {
        const auto profile = profileWithEveryFact();
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profile).value()));
        QCOMPARE(file.run("CREATE TABLE old AS SELECT source_id, process_key, thread_key, name, "
                          "start_ns, end_ns FROM x_spans ORDER BY rowid;"
                          "DROP TABLE x_spans; DROP TABLE x_transactions;"
                          "ALTER TABLE old RENAME TO x_spans"),
                 QStringList());
        const auto reading = file.read();
        QVERIFY(reading.has_value());
        QCOMPARE(reading->disagreements, std::vector<std::string>());
        const auto again = tables::profilesOf(reading->tables).front();
        QVERIFY(again->tables().transactions.isEmpty());
        QCOMPARE(again->tables().tracingSpans.size(), profile->tables().tracingSpans.size());
        again->tables().tracingSpans.forEach([&](std::size_t row, const TracingSpan &span) {
            const auto &own = profile->tables().tracingSpans[Index<TracingSpanTag>(row)];
            QCOMPARE(again->text(span.name), profile->text(own.name));
            QCOMPARE(span.end, own.end);
            QVERIFY(!span.transaction.isValid());
        });
    }

    void oddCellsOfExtensionsAreWarningsOnly()
    {
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()));
        QCOMPARE(file.run("DROP TABLE x_statistics; DROP TABLE x_events;"
                          "CREATE TABLE x_events (source_id, time_ns, kind, count, text);"
                          "INSERT INTO x_events VALUES ('one', 1.5, 5000000000, x'00', 7);"
                          "UPDATE x_mappings SET mem_start = '4096', mem_limit = '0x2000'"),
                 QStringList());
        const auto reading = file.read();
        QVERIFY(tables::checkRules(*reading));
        const auto isOfCells = [](const tables::TableFinding &finding) {
            return finding.rule == tables::Rule::T1 || finding.rule == tables::Rule::K1;
        };
        QCOMPARE(std::ranges::count_if(reading->findings, isOfCells), std::ptrdiff_t(5));
        const auto profile = tables::profilesOf(reading->tables).front();
        QCOMPARE(profile->tables().events.size(), std::size_t(0));
        const Image &image = profile->image(ImageIndex(0));
        QCOMPARE(image.address, std::uint64_t(4096));
        QCOMPARE(image.size, std::uint64_t(4096));
    }

    // Pages have no checksums: a file may have anything in them, and SQLite does not say where.
    void aDamagedPageIsSaidWithItsTableAndRow()
    {
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()));
        const auto place = file.run("SELECT (rootpage - 1) * page_size, page_size "
                                    "FROM sqlite_schema, pragma_page_size "
                                    "WHERE name = 'sample_values'")
                               .value(0)
                               .split(u'|');
        QCOMPARE(place.size(), 2);
        std::string bytes(file.bytes().view());
        bytes.replace(place[0].toUInt(), place[1].toUInt(), place[1].toUInt(), '\x0e');
        const auto reading = sqlite::readTables(bytes, [] { return false; });
        QVERIFY(!reading);
        QCOMPARE(reading.error().code, ErrorCode::SyntaxError);
        QCOMPARE(reading.error().detail,
                 std::string("sample_values row 1: database disk image is malformed"));
        for (std::size_t byte = 100; byte < std::size_t(place[1].toUInt()); ++byte)
            bytes[byte] = '\x0e';
        QCOMPARE(sqlite::readTables(bytes, [] { return false; }).error().detail,
                 std::string("sqlite_schema: database disk image is malformed"));
    }

    void aCutFileIsTruncated()
    {
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()));
        const auto whole = file.bytes();
        const Bytes cut(whole.view().substr(0, whole.size() / 2));
        const auto reading = sqlite::readTables(cut.view(), [] { return false; });
        QVERIFY(!reading);
        QCOMPARE(reading.error().code, ErrorCode::Truncated);
        QCOMPARE(reading.error().detail,
                 "byte " + std::to_string(cut.size()) + ": the database has "
                     + std::to_string(whole.size()) + " bytes");
    }

    void textThatIsNoJsonBecomesAString()
    {
        auto tables = tables::tablesOf(*profileWithEveryFact()).value();
        tables.sourceAttrs.value[0] = StringInterner(tables.strings).intern("node \"x\"");
        tables.locationAttrs.frameJson[0] = StringInterner(tables.strings).intern("[1]");
        const SqliteFile file;
        QVERIFY(file.write(tables));
        const auto reading = file.read();
        QCOMPARE(reading->tables.text(reading->tables.sourceAttrs.value[0]),
                 std::string_view("\"node \\\"x\\\"\""));
        QVERIFY(tables::isNa(reading->tables.locationAttrs.frameJson[0]));
    }

    void anyDamageIsAnErrorOrARead()
    {
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()));
        const std::string sound(file.bytes().view());
        std::mt19937 random(1);
        for (int round = 0; round < 300; ++round) {
            auto damaged = sound;
            for (int change = 0; change < 1 + round % 20; ++change)
                damaged[20 + random() % (damaged.size() - 20)] = static_cast<char>(random());
            if (round % 3 == 0)
                damaged.resize(100 + random() % damaged.size());
            const Bytes bytes(damaged);
            const auto reading = sqlite::readTables(bytes.view(), [] { return false; });
            if (reading && tables::checkRules(*reading))
                static_cast<void>(tables::profilesOf(reading->tables));
            else if (!reading)
                QVERIFY(!reading.error().detail.empty());
        }
    }

    void readingStopsWhenItIsAskedTo()
    {
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()));
        file.run("WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n LIMIT 100000) "
                 "INSERT INTO functions SELECT i, 'f', 'f', NULL, 0 FROM n");
        const auto bytes = file.bytes();
        const auto stopped = sqlite::readTables(bytes.view(), [] { return true; });
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, ErrorCode::Cancelled);
    }

    void namesAreTheSameInAnyCase()
    {
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()));
        const auto wanted = file.read();
        QVERIFY(wanted && !file.run("SELECT * FROM META").isEmpty());
        file.run("ALTER TABLE meta RENAME TO \"a b\"; ALTER TABLE \"a b\" RENAME TO META;"
                 "ALTER TABLE META RENAME COLUMN key TO \"K\";"
                 "ALTER TABLE META RENAME COLUMN \"K\" TO KEY");
        QCOMPARE(file.run("SELECT name FROM sqlite_schema WHERE name = 'META'").size(), 1);
        const auto reading = file.read();
        QVERIFY(reading);
        QCOMPARE(findingsOf(*reading), findingsOf(*wanted));
        QVERIFY(reading->leftOut.empty());
    }

    void whatIsLeftOutIsOneNote()
    {
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()));
        file.run("CREATE TABLE notes (text TEXT); ALTER TABLE functions ADD COLUMN module TEXT;"
                 "ALTER TABLE x_threads ADD COLUMN colour TEXT");
        std::vector<ImportFile> files;
        files.push_back({"x", file.bytes()});
        const auto import = FormatImporter(sqlite::format).read(std::move(files), {});
        QVERIFY(import);
        const auto &findings = import->log.findings();
        QCOMPARE(findings.size(), std::size_t(1));
        QCOMPARE(findings.front().code, std::string("sqlite-left-out"));
        QCOMPARE(findings.front().severity, Severity::Note);
        QCOMPARE(findings.front().detail,
                 std::string("left out: functions$module, x_threads$colour, notes"));
    }

    // RPROFILE.md §9: without extensions a value of the sample is its thread.
    void aValueMayBeTheThread()
    {
        const SqliteFile file;
        file.run("CREATE TABLE meta (key, value); INSERT INTO meta VALUES ('version', '2.0'), "
                 "('thread 2', 'worker');"
                 "CREATE TABLE sources (source_id INT, source_type TEXT, source_uri TEXT, "
                 "source_timestamp REAL); INSERT INTO sources VALUES (1, 'sentry-v2', NULL, NULL);"
                 "CREATE TABLE samples (sample_id INT, source_id INT);"
                 "INSERT INTO samples VALUES (1, 1), (2, 1), (3, 1);"
                 "CREATE TABLE sample_values (sample_id INT, type TEXT, unit TEXT, value REAL);"
                 "INSERT INTO sample_values VALUES (1, 'samples', 'count', 1), "
                 "(2, 'samples', 'count', 1), (3, 'samples', 'count', 1);"
                 "CREATE TABLE sample_locations (sample_id INT, depth INT, location_id INT);"
                 "CREATE TABLE locations (location_id INT, function_id INT, line INT);"
                 "CREATE TABLE functions (function_id INT, name TEXT, system_name TEXT, "
                 "filename TEXT, start_line INT);");
        QVERIFY(file.read()->saysNoThreads());
        QCOMPARE(tables::profilesOf(file.read()->tables).front()->threadCount(), std::size_t(1));
        file.run("INSERT INTO sample_values VALUES (1, 'thread', 'key', 1), "
                 "(2, 'thread', 'key', 2), (3, 'thread', 'key', 2)");
        const auto reading = file.read();
        QVERIFY(!reading->saysNoThreads());
        const auto profile = tables::profilesOf(reading->tables).front();
        QCOMPARE(profile->threadCount(), std::size_t(2));
        QCOMPARE(profile->samples(ThreadIndex(1)).size(), std::size_t(2));
        QCOMPARE(profile->text(profile->thread(ThreadIndex(1)).name), std::string_view("worker"));
        QCOMPARE(profile->tables().valueTypes.size(), std::size_t(1)); // samples
    }

    void threadsOfAllSourcesHaveTheFirstNameOfTheirKey()
    {
        const SqliteFile file;
        file.run("CREATE TABLE meta (key, value); INSERT INTO meta VALUES ('version', '2.0'), "
                 "('thread 3', 'unused'), ('thread 2', 'worker'), ('thread 2', 'again'), "
                 "('thread 1', 'main'), ('2', 'no thread');"
                 "CREATE TABLE sources (source_id INT, source_type TEXT, source_uri TEXT, "
                 "source_timestamp REAL); INSERT INTO sources VALUES (1, 'x', NULL, NULL), "
                 "(2, 'x', NULL, NULL);"
                 "CREATE TABLE samples (sample_id INT, source_id INT);"
                 "INSERT INTO samples VALUES (1, 1), (2, 1), (3, 2), (4, 2);"
                 "CREATE TABLE sample_values (sample_id INT, type TEXT, unit TEXT, value REAL);"
                 "INSERT INTO sample_values VALUES (1, 'thread', 'key', 1), "
                 "(2, 'thread', 'key', 2), (3, 'thread', 'key', 2), (4, 'thread', 'key', 12);"
                 "CREATE TABLE sample_locations (sample_id INT, depth INT, location_id INT);"
                 "CREATE TABLE locations (location_id INT, function_id INT, line INT);"
                 "CREATE TABLE functions (function_id INT, name TEXT, system_name TEXT, "
                 "filename TEXT, start_line INT);");
        const auto profile = tables::profilesOf(file.read()->tables).front();
        QStringList names;
        for (const Thread &thread : profile->tables().threads)
            names += QString::fromStdString(std::string(profile->text(thread.id)) + ' '
                                            + std::string(profile->text(thread.name)));
        QCOMPARE(names.join(u','), QStringLiteral("1 main,2 worker,2 worker,12 "));
    }

    void theImporterNamesTheFirstErrorAndCountsTheOthers()
    {
        auto tables = tables::tablesOf(*profileWithEveryFact()).value();
        const SqliteFile file;
        QVERIFY(file.write(tables));
        file.run("PRAGMA ignore_check_constraints = ON; UPDATE locations SET line = -1");
        const FormatImporter importer(sqlite::format);
        QCOMPARE(importer.sniff(file.bytes().view()), Confidence::Certain);
        std::vector<ImportFile> files;
        files.push_back({"x", file.bytes()});
        const auto import = importer.read(std::move(files), {});
        QVERIFY(!import);
        QCOMPARE(import.error().subject, std::string("x"));
        QCOMPARE(import.error().detail,
                 std::string("SQLite: error L1 locations row 1: line -1 is negative; and 3 more"));
    }
};

EMBER_TEST(TstSqliteInput)
#include "tst_sqliteinput.moc"
