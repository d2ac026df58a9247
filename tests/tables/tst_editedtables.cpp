// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sqlite/sqliteformat.h"
#include "model/profile/profilebuilder.h"
#include "model/tables/fromprofile.h"
#include "model/tables/tablevalues.h"
#include "model/tables/toprofile.h"
#include "model/tables/validate.h"
#include "tests/support/testmain.h"
#include "tests/tables/everyfact.h"
#include "tests/tables/sqlitefile.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace ember::model;
using namespace ember::tests;

// Databases of ours in which the user has changed the core tables, and not what ours add to them.
class TstEditedTables : public QObject {
    Q_OBJECT

private slots:
    void aWorkingDirectoryIsAnAbsolutePath()
    {
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()).has_value());
        file.run("UPDATE x_processes SET working_directory = '-c!touch PWNED' WHERE "
                 "working_directory = '/home/demo'");
        const auto reading = file.read();
        QVERIFY(reading.has_value());
        QCOMPARE(reading->disagreements.size(), std::size_t(1));
        QCOMPARE(reading->disagreements.front(),
                 std::string("x_processes: 1 cells make no sense and are left out"));
        for (const auto &profile : tables::profilesOf(reading->tables)) {
            for (const Process &process : profile->tables().processes)
                QVERIFY(profile->text(process.workingDirectory).empty());
        }
    }

    void whatWasEditedInTheCoreTablesCounts()
    {
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()).has_value());
        QVERIFY(file.read()->disagreements.empty());
        file.run("UPDATE sample_values SET value = value + 1.5 WHERE type = 'timestamp' AND "
                 "sample_id = (SELECT min(sample_id) FROM sample_values WHERE type = 'timestamp')");
        file.run("UPDATE functions SET name = 'edited', system_name = 'edited' WHERE function_id = "
                 "(SELECT min(function_id) FROM x_function_attrs WHERE name IS NOT NULL)");
        file.run("UPDATE functions SET filename = 'edited.c' WHERE function_id = "
                 "(SELECT max(function_id) FROM x_function_attrs)");
        file.run("DELETE FROM sample_values WHERE type = 'timestamp' AND "
                 "sample_id = (SELECT max(sample_id) FROM sample_values WHERE type = 'timestamp')");
        const auto reading = file.read();
        QVERIFY(reading.has_value());
        std::string said;
        for (const auto &disagreement : reading->disagreements)
            said += disagreement + "\n";
        QCOMPARE(
            QString::fromStdString(said),
            QStringLiteral("x_sample_threads: 1 times are not those of sample_values, which count\n"
                           "sample_values: 1 samples have no timestamp, which others of their "
                           "source have\n"
                           "x_function_attrs: 2 rows are not what functions says, which counts\n"));
        std::vector<ImportFile> files(1);
        files.front().name = "edited";
        files.front().bytes = file.bytes();
        const auto import = FormatImporter(sqlite::format).read(std::move(files), {});
        QVERIFY(import.has_value());
        QCOMPARE(import->log.findings().size(), std::size_t(1));
        QCOMPARE(import->log.findings().front().code, std::string("sqlite-disagreement"));
        QVERIFY(import->log.findings().front().detail.ends_with("which counts"));
        const auto &own = reading->tables;
        const auto edited = file.run("SELECT value FROM sample_values WHERE type = 'timestamp' "
                                     "ORDER BY sample_id LIMIT 1");
        const auto seconds = tables::secondsOf(own.sampleThreads.time.front());
        QVERIFY(std::abs(seconds - edited.front().toDouble()) < 1e-4);
        const auto names = own.functionAttrs.functionName;
        QVERIFY(std::ranges::any_of(names, [&](auto name) { return own.text(name) == "edited"; }));
        const auto paths = own.functionAttrs.file;
        QVERIFY(
            std::ranges::any_of(paths, [&](auto name) { return own.text(name) == "edited.c"; }));
    }

    void unitsOfSamplesCountWhereTheListHasOthers()
    {
        ProfileBuilder builder(TimeOrigin::None);
        builder.addSource({});
        const auto thread = builder.addThread({});
        const auto space = builder.addValueType({builder.string("space"), builder.string("bytes")});
        const auto count =
            builder.addValueType({builder.string("objects"), builder.string("count")});
        builder.setMainValue(space);
        builder.addSample(thread, {{}, emptyStack, {}, SourceIndex(0)});
        builder.addSampleValue(thread, space, 5);
        builder.addSampleValue(thread, count, 1);
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*builder.snapshot()).value()).has_value());
        QVERIFY(file.read()->disagreements.empty());
        file.run("UPDATE sample_values SET unit = 'kilobytes' WHERE type = 'space'");
        const auto reading = file.read();
        QVERIFY(reading.has_value());
        QCOMPARE(reading->disagreements,
                 std::vector<std::string>{"x_value_types: 1 units are not those of sample_values, "
                                          "which count"});
        const auto profile = tables::profilesOf(reading->tables).front();
        QCOMPARE(profile->tables().valueTypes.size(), std::size_t(2));
        const auto &type = profile->tables().valueTypes[profile->tables().mainValue];
        QCOMPARE(profile->text(type.type), std::string_view("space"));
        QCOMPARE(profile->text(type.unit), std::string_view("kilobytes"));
        for (const auto &column : profile->samples(ThreadIndex(0)).values) {
            const bool isMain = column.type == profile->tables().mainValue;
            QCOMPARE(column.values[SampleIndex(0)], isMain ? 5.0 : 1.0);
        }
    }

    void samplesThatLackTheThreadOfOthersAreCounted()
    {
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()).has_value());
        file.run("DELETE FROM x_sample_threads WHERE sample_id = "
                 "(SELECT max(sample_id) FROM x_sample_threads)");
        const std::vector<std::string> said{
            "x_sample_threads: 1 samples have no thread, which others of their source have: they "
            "are of one that is made up"};
        QCOMPARE(file.read()->disagreements, said);
        file.run("DELETE FROM x_sample_threads"); // then no sample has what others have
        QVERIFY(file.read()->disagreements.empty());
    }

    void whatMakesNoSenseIsLeftOutOfExtensions_data()
    {
        QTest::addColumn<QByteArray>("edit");
        QTest::addColumn<QByteArray>("said");
        const auto add = [](const char *said, const char *edit) {
            QTest::newRow(said) << QByteArray(edit) << QByteArray(said);
        };
        add("x_location_attrs: 1 rows",
            "INSERT INTO x_location_attrs (location_id, col) VALUES (9999, 5)");
        add("x_function_attrs: 1 rows",
            "INSERT INTO x_function_attrs (function_id, name) VALUES (9999, 'zz')");
        add("x_sample_labels: 2 rows",
            "INSERT INTO x_sample_labels VALUES (99999, 1, 'k', 'v', NULL, NULL), "
            "(99999, 2, 'k', 'v', NULL, NULL)");
        add("x_value_types: 1 rows",
            "INSERT INTO x_value_types VALUES (77, 1, 'ghost', 'u', 'sum', 0)");
        add("x_source_attrs: 1 rows", "INSERT INTO x_source_attrs VALUES (77, 'k', '\"v\"')");
        add("x_measurements: 1 rows",
            "INSERT INTO x_measurements VALUES (88, 'm', 'u', 1, 1.0, 2.0, 5, NULL)");
        QTest::newRow("infinite measurements")
            << QByteArray("INSERT INTO x_measurements VALUES (1, 'm', 'u', 91, 1.0, 9e999, 5, "
                          "NULL), (1, 'm', 'u', 92, 2.0, -9e999, 6, NULL)")
            << QByteArray("x_measurements: 2 rows");
        add("x_threads: 1 rows",
            "INSERT INTO x_threads (thread_key, source_id, thread_id) VALUES (50, 77, 'x')");
        add("x_mapping_attrs: 1 rows", "INSERT INTO x_mapping_attrs VALUES (99, 1, 'k', '1')");
        add("x_spans: 1 rows",
            "INSERT INTO x_spans (source_id, name, start_ns, end_ns) VALUES (1, 's', 5, -5)");
        add("x_transactions: 1 rows",
            "INSERT INTO x_transactions (source_id, start_ns, end_ns) VALUES (1, 5, -5)");
        add("x_spans: 1 cells", "UPDATE x_spans SET transaction_key = 99 WHERE name = 'request'");
        add("x_sample_details: 1 cells",
            "UPDATE x_sample_details SET state = 'bogus' WHERE sample_id = 1");
        add("x_processes: 1 cells",
            "UPDATE x_processes SET exit_how = 'bored' WHERE process_key = 1");
        add("x_source_details: 1 cells",
            "UPDATE x_source_details SET process_key = 44 WHERE source_id = 2");
        add("x_value_types: 1 cells",
            "UPDATE x_value_types SET kind = 'odd' WHERE ordinal = 1 "
            "AND source_id = 1");
        add("x_sample_threads: 1 cells",
            "UPDATE x_sample_threads SET thread_key = 55 WHERE sample_id = 3");
    }

    // Other tools make tables without our constraints.
    void whatMakesNoSenseIsLeftOutOfExtensions()
    {
        QFETCH(QByteArray, edit);
        QFETCH(QByteArray, said);
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()).has_value());
        const auto edited = file.run("PRAGMA ignore_check_constraints = ON;" + edit);
        QVERIFY2(edited.isEmpty(), qPrintable(edited.join(u'\n')));
        const auto reading = file.read();
        QVERIFY(reading.has_value());
        QVERIFY(tables::checkRules(*reading));
        QVERIFY(!reading->disagreements.empty());
        QCOMPARE(QString::fromStdString(reading->disagreements.front()),
                 QString::fromUtf8(said + " make no sense and are left out"));
        QVERIFY(std::ranges::any_of(reading->findings, [](const auto &finding) {
            return finding.detail.ends_with("make no sense and are left out");
        }));
        const SqliteFile again;
        const auto written = again.write(reading->tables);
        QVERIFY2(written.has_value(), written ? "" : written.error().detail.c_str());
        const auto second = again.read();
        QVERIFY(second.has_value());
        for (const auto &disagreement : second->disagreements)
            QVERIFY2(disagreement.find("no sense") == std::string::npos, disagreement.c_str());
    }

    void aRowIsNotRepeatedWhereTheOtherMakesNoSense()
    {
        auto own = tables::tablesOf(*profileWithEveryFact()).value();
        StringInterner strings(own.strings);
        const auto before = tables::rowCount(own.sourceAttrs);
        const auto source = own.sources.id.front();
        tables::appendRow(own.sourceAttrs, source, strings.intern("new"), tables::naText);
        tables::appendRow(own.sourceAttrs, source, strings.intern("new"), strings.intern("1"));
        QCOMPARE(tables::dropInvalidRows(own).front().detail,
                 std::string("1 rows make no sense and are left out"));
        QCOMPARE(tables::rowCount(own.sourceAttrs), before + 1);
        QCOMPARE(own.text(own.sourceAttrs.value.back()), std::string_view("1"));
    }

    void ordinalsAreGivenAnewOnlyWhereTheyDoNotTellRowsApart()
    {
        auto own = tables::tablesOf(*profileWithEveryFact()).value();
        StringInterner strings(own.strings);
        own.sampleLabels = {};
        const auto add = [&](std::int32_t sample, std::int32_t ordinal) {
            tables::appendRow(own.sampleLabels, own.samples.id[std::size_t(sample)], ordinal,
                              strings.intern("k"), strings.intern("v"), tables::naLong,
                              tables::naText);
        };
        add(0, 7);
        add(0, 3);
        add(1, 5);
        add(1, 5);
        QVERIFY(tables::dropInvalidRows(own).empty());
        QCOMPARE(own.sampleLabels.ordinal, (tables::Integers{7, 3, 1, 2}));
    }

    // As profiles have them whose times count from their start.
    static tables::Tables withoutDate()
    {
        ProfileBuilder builder(TimeOrigin::ProfileStart);
        builder.addSource({});
        const auto thread = builder.addThread({});
        for (std::int64_t tick = 0; tick < 9; ++tick)
            builder.addSample(thread,
                              {timestampFromNs(tick * 1000), emptyStack, {}, SourceIndex(0)});
        return tables::tablesOf(*builder.snapshot()).value();
    }

    void absurdExactTimesAreMovedToTheOthers_data()
    {
        QTest::addColumn<QByteArray>("time");
        for (const char *time : {"4000000000000000000", "-4000000000000000000",
                                 "9223372036854775807", "-9223372036854775807"})
            QTest::newRow(time) << QByteArray(time);
    }

    void absurdExactTimesAreMovedToTheOthers()
    {
        QFETCH(QByteArray, time);
        const SqliteFile file;
        QVERIFY(file.write(withoutDate()).has_value());
        QVERIFY(file.read()->disagreements.empty());
        file.run("UPDATE x_sample_threads SET time_ns = " + time + " WHERE sample_id = 3");
        const auto reading = file.read();
        QVERIFY(reading.has_value());
        QCOMPARE(reading->disagreements,
                 (std::vector<std::string>{
                     "x_sample_threads: 1 times are more than six years from the middle of their "
                     "source, and are moved"}));
        const auto profile = tables::profilesOf(reading->tables).at(0);
        constexpr double most = 13 * 365.25 * 86'400;
        const double seconds = double(profile->timeRange().duration().count()) / 1e9;
        QVERIFY(seconds > 1 && seconds < most);
        const SqliteFile again;
        QVERIFY(again.write(tables::tablesOf(*profile).value()).has_value());
        QVERIFY(again.read()->disagreements.empty());
    }

    void samplesWithoutAnExactTimeAreCounted()
    {
        const SqliteFile file;
        QVERIFY(file.write(withoutDate()).has_value());
        file.run("UPDATE x_sample_threads SET time_ns = NULL WHERE sample_id IN (3, 4)");
        QCOMPARE(file.read()->disagreements,
                 (std::vector<std::string>{"x_sample_threads: 2 samples have no time, which others "
                                           "of their source have"}));
        file.run("UPDATE x_sample_threads SET time_ns = NULL"); // then none has what others have
        QVERIFY(file.read()->disagreements.empty());
    }

    void timesThatChunksHaveMovedAreSound()
    {
        ProfileBuilder builder(TimeOrigin::UnixEpoch);
        const auto thread = builder.addThread({});
        const auto latest = timestampFromNs(std::numeric_limits<std::int64_t>::max() / 2);
        for (int sample = 0; sample < 3; ++sample)
            builder.addSample(thread, {latest, emptyStack, {}});
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*builder.snapshot()).value()).has_value());
        const auto reading = file.read();
        QVERIFY(reading.has_value());
        QCOMPARE(reading->disagreements, std::vector<std::string>());
    }

    void absurdTimesAreMovedToTheOthers()
    {
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()).has_value());
        file.run("UPDATE sample_values SET value = -1e300 WHERE type = 'timestamp' AND "
                 "sample_id = (SELECT min(sample_id) FROM sample_values WHERE type = 'timestamp')");
        const auto reading = file.read();
        QVERIFY(reading.has_value());
        QCOMPARE(
            reading->disagreements.front(),
            std::string("sample_values: 1 timestamps are more than six years from the middle of "
                        "their source, and are moved"));
        for (const auto &profile : tables::profilesOf(reading->tables)) {
            constexpr double most = 13 * 365.25 * 86'400;
            QVERIFY(double(profile->timeRange().duration().count()) / 1e9 < most);
        }
    }
};

EMBER_TEST(TstEditedTables)
#include "tst_editedtables.moc"
