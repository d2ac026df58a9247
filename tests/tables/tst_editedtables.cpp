// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/formats/sqlite/sqliteimporter.h"
#include "model/profile/profilebuilder.h"
#include "model/tables/fromprofile.h"
#include "model/tables/toprofile.h"
#include "model/tables/unixseconds.h"
#include "tests/support/testmain.h"
#include "tests/tables/everyfact.h"
#include "tests/tables/sqlitefile.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace ember::model;
using namespace ember::tests;

// Databases of ours in which the user has changed the core tables, and not what ours add to them.
class TstEditedTables : public QObject {
    Q_OBJECT

private slots:
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
        const auto import = sqlite::SqliteImporter().read(std::move(files), {});
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

    void absurdTimesAreMovedToTheOthers()
    {
        const SqliteFile file;
        QVERIFY(file.write(tables::tablesOf(*profileWithEveryFact()).value()).has_value());
        file.run("UPDATE sample_values SET value = -1e300 WHERE type = 'timestamp' AND "
                 "sample_id = (SELECT min(sample_id) FROM sample_values WHERE type = 'timestamp')");
        const auto reading = file.read();
        QVERIFY(reading.has_value());
        QCOMPARE(reading->disagreements.front(),
                 std::string("sample_values: 1 timestamps are more than twelve years from the "
                             "others of their source, and are moved"));
        for (const auto &profile : tables::profilesOf(reading->tables)) {
            constexpr double most = 13 * 365.25 * 86'400;
            QVERIFY(double(profile->timeRange().duration().count()) / 1e9 < most);
        }
    }
};

EMBER_TEST(TstEditedTables)
#include "tst_editedtables.moc"
